"""Pictures attached to claims: what is stored, rejected, logged and erased."""

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


class TestStoredPicture:
    @pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
    def test_keeps_only_visible_content(self, kind):
        sent = photo(kind=kind)
        assert [secret for secret in SECRETS if secret in sent]
        kept = redraw(sent)
        assert [secret for secret in SECRETS if secret in kept] == []
        with Image.open(BytesIO(kept)) as image:
            assert (image.format, image.info.keys() & {"exif", "comment", "icc_profile"}) == ("JPEG", set())

    def test_applies_orientation(self):
        with Image.open(BytesIO(redraw(photo((400, 300), orientation=6)))) as image:
            assert image.size == (300, 400)
            red, green, _ = image.getpixel((290, 200))  # the upper half, turned to the right
            assert (red > 200, green < 60) == (True, True)

    def test_ignores_invalid_tags(self):
        with Image.open(BytesIO(redraw(oddly_written()))) as image:
            assert image.size == (30, 40)

    def test_large_picture_is_scaled_down(self):
        with Image.open(BytesIO(redraw(photo((4000, 3000), orientation=1)))) as image:
            assert image.size == (LONGEST_SIDE, LONGEST_SIDE * 3 // 4)

    @pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "I;16"])
    def test_accepts_any_colour_mode(self, mode):
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
    def test_rejects_files_that_are_not_pictures(self, sent):
        with pytest.raises(Refusal) as refused:
            redraw(sent)
        assert (refused.value.code, refused.value.facts["field"]) == ("picture_unreadable", "picture")

    @pytest.mark.parametrize("side", [6_000, 30_000, 200_000])
    def test_rejects_decompression_bomb_without_decoding(self, side):
        assert len(bomb(side)) < 1000
        with pytest.raises(Refusal, match="too large"):
            redraw(bomb(side))

    def test_progressive_jpeg_has_a_lower_pixel_limit(self):
        with pytest.raises(Refusal, match="too large"):
            redraw(progressive(6_000))

    def test_rejects_too_large_file_without_reading(self):
        class Upload:
            size = LARGEST_FILE + 1

            def read(self):
                raise AssertionError("it was read")

        with pytest.raises(Refusal) as refused:
            PictureField().to_internal_value(Upload())
        assert (refused.value.code, refused.value.status) == ("picture_too_large", 413)


@pytest.mark.django_db
class TestClaimWithPicture:
    @pytest.fixture(autouse=True)
    def _game(self):
        a_game("b A1", "w pass", "b pass")

    def test_log_has_only_the_digest(self):
        picture = redraw(photo())
        claim_id = made(evidence=Evidence(text="Look.", picture=picture))
        assert pictures.picture_of(claim_id, "claim") == picture
        claim, _ = commands.load(claim_id)
        digest = Evidence(picture=picture).picture_digest
        assert pictures.digests(claim) == {"claim": digest}
        assert ClaimPicture.objects.get().sha256 == digest

    def test_repeated_command_stores_one_picture(self):
        picture, context = redraw(photo()), by()
        command = claiming("5f0c3f1e-6a9c-4a6e-8a8e-0d7c8e6d4c11", ID, RESULT, Evidence(picture=picture))
        first = commands.make_claim(command, "b", context)
        assert commands.make_claim(command, "b", context) == first
        assert ClaimPicture.objects.count() == 1

    def test_appeal_may_have_a_picture(self):
        claim_id = made()
        ruled(claim_id)
        evidence = Evidence(text="No.", picture=redraw(photo()))
        commands.execute(claim_id, Appeal(evidence=evidence), "w", by(actor="user:2"))
        assert pictures.stored_purposes(claim_id) == {"appeal"}
        event = next(reversed(list(read(commands.stream_of(claim_id))))).event
        assert event.picture == evidence.picture_digest

    @pytest.mark.parametrize("who", ["b", "desk"])
    def test_erasure_keeps_the_digest(self, who):
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

    def test_opponent_cannot_erase_the_picture(self):
        claim_id = made(evidence=Evidence(picture=redraw(photo())))
        with pytest.raises(Refusal, match="Only the sender of this picture"):
            commands.erase_picture(claim_id, "claim", "w")
        with pytest.raises(Refusal, match="Not found"):
            commands.erase_picture(claim_id, "appeal", "desk")
        assert pictures.stored_purposes(claim_id) == {"claim"}

    def test_export_lists_omitted_pictures(self, tmp_path, capsys):
        made(evidence=Evidence(text="Look.", picture=redraw(photo())))
        out, err = StringIO(), StringIO()
        call_command("export_events", stdout=out, stderr=err)
        assert "Not in the log, only their digests: pictures: 1, words of players: 1." in err.getvalue()
        call_command("export_events", output=str(tmp_path / "log"), stdout=out)
        assert "pictures: 1, words of players: 1." in out.getvalue()
        pictures.erase([str(ClaimPicture.objects.get().claim_id)])
        call_command("import_events", str(tmp_path / "log"), stdout=out)
        assert "Named in the log and not here: pictures: 1, words of players: 0." in out.getvalue()
