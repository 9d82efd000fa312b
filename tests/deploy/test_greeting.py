"""Waiting for the server's first answer leaves nothing in its log that looks like a fault."""

from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

from deploy.greeting import answers_in_time


def test_the_first_page_is_asked_for_as_a_browser_would():
    asked = []

    class Page(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"ok")

        def log_message(self, *args):
            pass

    with HTTPServer(("127.0.0.1", 0), Page) as server:
        thread = Thread(target=server.handle_request)
        thread.start()
        assert answers_in_time("0.0.0.0", server.server_port)
        thread.join()
    assert asked == ["/"]
