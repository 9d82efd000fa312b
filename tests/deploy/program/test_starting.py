"""What `nigiri start` understands, binds and says, short of running."""

import io
import socket
import sys
import threading
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest
import segno
from waitress import wasyncore

from deploy import program
from deploy.program import greetings, listening, options, running, start
from deploy.program.beginning import Beginning
from deploy.program.serving import Server
from tests.conftest import wait_until
from tests.services import free_port


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["--port", "http"], "a number from 1 to 65535, not 'http'"),
        (["--port", "70000"], "a number from 1 to 65535, not '70000'"),
        (["--seed", "1.5"], "a whole number, not '1.5'"),
        (["--stage", "round-9"], "invalid choice: 'round-9'"),
        (["--host", " "], "it needs an address"),
        (["club"], "unrecognized arguments: club"),
    ],
    ids=str,
)
def test_what_is_not_understood_is_said(words, wrong, capsys):
    with pytest.raises(SystemExit) as end:
        options.parse_options(words)
    assert (end.value.code, wrong in capsys.readouterr().err) == (2, True)


def test_nothing_is_invented_unless_asked_for(tmp_path):
    own = options.parse_options(["--data", str(tmp_path)])
    assert (own.stage, own.port, own.host, own.browser) == ("", None, "0.0.0.0", True)
    assert options.parse_options(["--demo"]).stage == "round-3"
    assert options.parse_options(["--stage", "entries"]).stage == "entries"
    assert (options.parse_options(["--seed", "7"]).stage, options.parse_options(["--seed", "7"]).seed) == (
        "round-3",
        7,
    )


def test_the_folder_is_the_named_one_else_that_of_the_environment_else_the_users_own(monkeypatch, tmp_path):
    monkeypatch.setenv("NIGIRI_DATA", str(tmp_path / "environment"))
    assert options.data_folder(str(tmp_path / "named")) == tmp_path / "named"
    assert options.data_folder("") == tmp_path / "environment"
    monkeypatch.delenv("NIGIRI_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert options.data_folder("") == tmp_path / "nigiri"
    assert options.split_data_option(["--data", "x", "doctor"]) == ("x", ["doctor"])
    assert options.split_data_option(["--data=x", "doctor"]) == ("x", ["doctor"])
    assert options.split_data_option(["doctor", "--data"]) == ("", ["doctor", "--data"])


def test_without_a_command_it_explains_itself(capsys):
    assert (program.main([]), program.main(["--help"])) == (2, 0)
    assert "nigiri start  " in capsys.readouterr().out


def test_a_port_that_is_taken_is_named_with_a_free_one():
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]
        with pytest.raises(
            listening.PortUnavailable, match=rf"Cannot listen on 127\.0\.0\.1, port {port}: .*--port \d+"
        ):
            listening.bind_socket("127.0.0.1", port)


def test_without_a_port_the_next_free_one_is_taken(monkeypatch):
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        monkeypatch.setattr(listening, "PORT", other.getsockname()[1])
        with closing(listening.bind_socket("127.0.0.1", None)) as bound:
            assert listening.PORT < bound.getsockname()[1] <= listening.PORT + listening.TRIED


def test_a_second_start_opens_the_first(tmp_path, capsys, monkeypatch):
    shown = []
    monkeypatch.setattr(start, "_open_browser", lambda _, address: shown.append(address))
    with running.lock_folder(tmp_path):
        running.publish_address(tmp_path, "http://localhost:8003")
        assert start.main(["--data", str(tmp_path)]) == 0
        assert shown == ["http://localhost:8003/"]
        assert capsys.readouterr().err == f"Nigiri runs on {tmp_path} already, at http://localhost:8003/\n"
    with running.lock_folder(tmp_path):
        pass


def test_where_the_first_one_died_nobody_is_sent_there(tmp_path, monkeypatch):
    monkeypatch.setattr(running, "PATIENCE", 0)
    running.publish_address(tmp_path, "http://localhost:8003")
    with running.lock_folder(tmp_path):
        with pytest.raises(running.Busy) as busy, running.lock_folder(tmp_path):
            pass
        assert busy.value.address == ""


def test_a_folder_that_cannot_be_used_is_said_in_a_line(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    (tmp_path / "folder" / running.LOCK).mkdir(parents=True)
    assert start.main(["--data", str(tmp_path / "file")]) == 1
    assert start.main(["--data", str(tmp_path / "folder")]) == 1
    said = capsys.readouterr().err.splitlines()
    assert [line.partition(" cannot be used: ")[0] for line in said] == [
        str(tmp_path / "file"),
        str(tmp_path / "folder"),
    ]


def greeted(host, hall, begun, capsys):
    asked = options.Options(host=host, port=8000, data=Path("/data"), stage="", seed=1, browser=False)
    greetings.print_greeting(asked, 8000, hall, begun)
    return capsys.readouterr().out


def test_phones_get_an_address_a_code_and_what_stands_in_the_way(monkeypatch, capsys):
    monkeypatch.setenv("NIGIRI_ADDRESS", "http://192.168.1.7:8000")
    said = greeted("0.0.0.0", "192.168.1.7", Beginning(path="/first/?key=k"), capsys)
    assert "begin here    http://localhost:8000/first/?key=k" in said
    assert "\n".join(f"  {line}" for line in greetings.qr_lines("http://192.168.1.7:8000/")) in said
    assert greetings.PHONES in said
    assert greetings.OPEN in greeted("0.0.0.0", "8.8.8.8", Beginning(), capsys)
    monkeypatch.delenv("NIGIRI_ADDRESS")
    assert "█" not in greeted("127.0.0.1", "", Beginning(), capsys)


def test_a_code_in_letters_has_the_dots_of_the_code():
    address = "http://192.168.1.7:8000/"
    halves = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    read = [
        [halves[letter][half] for letter in line] for line in greetings.qr_lines(address) for half in (0, 1)
    ]
    wanted = [[int(bit) for bit in row] for row in segno.make(address, micro=False).matrix_iter(border=2)]
    assert read[: len(wanted)] == wanted


def test_a_pipe_gets_utf_8_whatever_the_system_speaks(monkeypatch):
    out = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding="cp1252"))
    program.use_utf8()
    sys.stdout.write("山下 → █")
    sys.stdout.flush()
    assert out.getvalue().decode() == "山下 → █"


@contextmanager
def serving(application, **limits):
    """A server in this thread's stead, as its port and itself; asked to stop at the end."""
    port = free_port()
    server = Server(application, listening.bind_socket("127.0.0.1", port), **limits)
    ended = threading.Event()

    def loop():
        while not ended.is_set():
            wasyncore.loop(timeout=0.05, map=server.sockets, count=1)
        server.end()

    thread = threading.Thread(target=loop)
    thread.start()
    try:
        yield port, server, ended
    finally:
        ended.set()
        thread.join(30)
    assert not thread.is_alive()


def asked(port):
    with closing(HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        connection.request("GET", "/")
        return connection.getresponse().read()


def done(environ, start_response):
    start_response("200 OK", [("Content-Length", "4")])
    return [b"done"]


def test_an_answer_in_the_making_is_given_before_it_stops():
    """The application is asked to stop while it answers."""
    began, go_on, answers = threading.Event(), threading.Event(), []

    def application(environ, start_response):
        began.set()
        go_on.wait(20)
        return done(environ, start_response)

    with serving(application) as (port, server, ended):
        visitor = threading.Thread(target=lambda: answers.append(asked(port)))
        visitor.start()
        assert began.wait(20)
        ended.set()
        wait_until(lambda: not server.server.accepting)
        go_on.set()
        visitor.join(20)
    assert answers == [b"done"]


def test_forty_halves_of_requests_keep_nobody_waiting():
    """Five times as many as there are threads; heads, and bodies that do not come."""
    halves = (b"GET / HTTP/1.1\r\nHost: h", b"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n1")
    with serving(done) as (port, _, _), ExitStack() as open_:
        for half in halves * 20:
            open_.enter_context(socket.create_connection(("127.0.0.1", port))).sendall(half)
        assert asked(port) == b"done"


def test_connections_on_which_nothing_goes_on_make_room():
    """More than there may be, as of browsers that keep theirs; whoever comes next waits, and gets in."""
    with serving(done, connections=20, silent=1) as (port, _, _), ExitStack() as open_:
        for _ in range(40):
            open_.enter_context(socket.create_connection(("127.0.0.1", port)))
        assert asked(port) == b"done"


def test_the_greeting_of_the_shell_is_the_same(monkeypatch):
    monkeypatch.delenv("NIGIRI_ADDRESS", raising=False)
    assert greetings.club_lines("0.0.0.0", "8000", "/") == ["", "  Nigiri is at  http://localhost:8000/"]
