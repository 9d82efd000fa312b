"""A picture comes with a claim: what is kept of it, what is refused, what the log says, how it is erased."""

from io import BytesIO, StringIO

import pytest
from django.core.management import call_command
from PIL import Image

from games.claims import commands, pictures
from games.claims.deciding import Appeal, Evidence
from games.claims.redrawing import LARGEST_FILE, LONGEST_SIDE, redraw
from games.claims.rows import ClaimPicture
from games.log.store import read
from games.log.tables import Event
from games.operations.fields import PictureField
from games.refusals import Refusal
from tests.games.claims.claim_builders import RESULT, a_game, by, claiming, made, ruled
from tests.games.claims.pictures import SECRETS, bomb, oddly_written, photo, progressive
from tests.games.game_builders import ID


class TestWhatIsKeptOfAPicture:
    @pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
    def test_only_what_can_be_seen(self, kind):
        sent = photo(kind=kind)
        assert [secret for secret in SECRETS if secret in sent]
        kept = redraw(sent)
        assert [secret for secret in SECRETS if secret in kept] == []
        with Image.open(BytesIO(kept)) as image:
            assert (image.format, image.info.keys() & {"exif", "comment", "icc_profile"}) == ("JPEG", set())

    def test_it_stands_upright(self):
        with Image.open(BytesIO(redraw(photo((400, 300), orientation=6)))) as image:
            assert image.size == (300, 400)
            red, green, _ = image.getpixel((290, 200))  # the upper half, turned to the right
            assert (red > 200, green < 60) == (True, True)

    def test_a_camera_that_writes_odd_tags_is_read_all_the_same(self):
        with Image.open(BytesIO(redraw(oddly_written()))) as image:
            assert image.size == (30, 40)

    def test_a_large_one_is_made_smaller(self):
        with Image.open(BytesIO(redraw(photo((4000, 3000), orientation=1)))) as image:
            assert image.size == (LONGEST_SIDE, LONGEST_SIDE * 3 // 4)

    @pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "I;16"])
    def test_any_kind_of_colour(self, mode):
        out = BytesIO()
        Image.new(mode, (8, 8)).save(out, "PNG")
        assert redraw(out.getvalue())[:2] == b"\xff\xd8"

    @pytest.mark.parametrize(
        "sent",
        [
            b"",
            b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
            b"GIF89a" + bytes(40),
            b"\0\0\0\x18ftypheic" + bytes(100),
            b"%PDF-1.7",
            photo()[:400],
            photo(kind="PNG")[:60],
        ],
        ids=["nothing", "svg", "gif", "heic", "pdf", "half a jpeg", "half a png"],
    )
    def test_what_is_none_is_refused(self, sent):
        with pytest.raises(Refusal) as refused:
            redraw(sent)
        assert (refused.value.code, refused.value.facts["field"]) == ("picture_unreadable", "picture")

    @pytest.mark.parametrize("side", [6_000, 30_000, 200_000])
    def test_one_that_unpacks_to_gigabytes_is_never_unpacked(self, side):
        assert len(bomb(side)) < 1000
        with pytest.raises(Refusal, match="too large"):
            redraw(bomb(side))

    def test_a_progressive_jpeg_which_is_decoded_as_a_whole_may_have_fewer_points(self):
        with pytest.raises(Refusal, match="too large"):
            redraw(progressive(6_000))

    def test_a_file_that_is_too_large_is_not_even_read(self):
        class Upload:
            size = LARGEST_FILE + 1

            def read(self):
                raise AssertionError("it was read")

        with pytest.raises(Refusal) as refused:
            PictureField().to_internal_value(Upload())
        assert (refused.value.code, refused.value.status) == ("picture_too_large", 413)


@pytest.mark.django_db
class TestAClaimWithAPicture:
    @pytest.fixture(autouse=True)
    def _game(self):
        a_game("b A1", "w pass", "b pass")

    def test_the_log_has_its_digest_and_nothing_else(self):
        picture = redraw(photo())
        claim_id = made(evidence=Evidence(text="Look.", picture=picture))
        assert pictures.picture_of(claim_id, "claim") == picture
        claim, _ = commands.load(claim_id)
        digest = Evidence(picture=picture).picture_digest
        assert pictures.digests(claim) == {"claim": digest}
        assert ClaimPicture.objects.get().sha256 == digest

    def test_a_command_sent_twice_keeps_one(self):
        picture, context = redraw(photo()), by()
        command = claiming("5f0c3f1e-6a9c-4a6e-8a8e-0d7c8e6d4c11", ID, RESULT, Evidence(picture=picture))
        first = commands.make_claim(command, "b", context)
        assert commands.make_claim(command, "b", context) == first
        assert ClaimPicture.objects.count() == 1

    def test_an_appeal_brings_one_too(self):
        claim_id = made()
        ruled(claim_id)
        evidence = Evidence(text="No.", picture=redraw(photo()))
        commands.execute(claim_id, Appeal(evidence=evidence), "w", by(actor="user:2"))
        assert pictures.stored_purposes(claim_id) == {"appeal"}
        event = next(reversed(list(read(commands.stream_of(claim_id))))).event
        assert event.picture == evidence.picture_digest

    @pytest.mark.parametrize("who", ["b", "desk"])
    def test_it_is_erased_and_its_digest_stays(self, who):
        claim_id = made(evidence=Evidence(picture=redraw(photo())))
        log = Event.objects.count()
        for _ in range(2):
            commands.erase_picture(claim_id, "claim", who)
        assert (pictures.picture_of(claim_id, "claim"), pictures.stored_purposes(claim_id)) == (
            b"",
            frozenset(),
        )
        assert pictures.digests(commands.load(claim_id)[0])["claim"] == ClaimPicture.objects.get().sha256
        assert Event.objects.count() == log

    def test_the_other_player_erases_nothing(self):
        claim_id = made(evidence=Evidence(picture=redraw(photo())))
        with pytest.raises(Refusal, match="Only who sent this picture"):
            commands.erase_picture(claim_id, "claim", "w")
        with pytest.raises(Refusal, match="no such thing"):
            commands.erase_picture(claim_id, "appeal", "desk")
        assert pictures.stored_purposes(claim_id) == {"claim"}

    def test_an_export_says_what_is_not_in_it(self, tmp_path, capsys):
        made(evidence=Evidence(text="Look.", picture=redraw(photo())))
        out, err = StringIO(), StringIO()
        call_command("export_events", stdout=out, stderr=err)
        assert "Not in the log, only their digests: pictures: 1, words of players: 1." in err.getvalue()
        call_command("export_events", output=str(tmp_path / "log"), stdout=out)
        assert "pictures: 1, words of players: 1." in out.getvalue()
        pictures.erase([str(ClaimPicture.objects.get().claim_id)])
        call_command("import_events", str(tmp_path / "log"), stdout=out)
        assert "Named in the log and not here: pictures: 1, words of players: 0." in out.getvalue()
