"""What else a stranger may hold: a policy of witnesses, receipts, a key from before a rotation."""

import zlib

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.verifier import bundles

WITNESS, OTHER = (Ed25519PrivateKey.from_private_bytes(bytes([n] * 32)) for n in (2, 3))
NAME = "witness.example/w1"


def witness_line(key):
    public = b"\4" + key.public_key().public_bytes_raw()
    number = bundles.sha(NAME.encode() + b"\n" + public)[:4]
    return number, f"{NAME}+{number.hex()}+{bundles.b64(public)}"


def cosigned(head, key=WITNESS, at=1_900_000_000):
    text = head.split("\n\n")[0] + "\n"
    signature = key.sign(f"cosignature/v1\ntime {at}\n{text}".encode())
    return f"{head}— {NAME} {bundles.b64(witness_line(key)[0] + at.to_bytes(8) + signature)}\n"


def policy(folder, *, quorum="w1"):
    path = folder / "policy"
    line = f"witness w1 {witness_line(WITNESS)[1]} https://witness.example/"
    path.write_text(f"{line}\ngroup both all w1\n# nobody else\nquorum {quorum}\n")
    return path


class TestPolicy:
    def said(self, folder, head, **more):
        bundles.write(folder / "b.zip", bundles.vectors(), checkpoint=head)
        return bundles.verified(folder / "b.zip", "--policy", policy(folder, **more))

    @pytest.fixture
    def head(self):
        return bundles.head(bundles.spelled(bundles.vectors())[1])

    @pytest.mark.parametrize("quorum", ["w1", "both"])
    def test_the_cosignature_that_it_wants_is_enough(self, quorum, head, tmp_path):
        assert self.said(tmp_path, cosigned(head), quorum=quorum)[0] == 0

    def test_a_head_without_it_lacks_it(self, head, tmp_path):
        status, told = self.said(tmp_path, head)
        assert (status, told["faults"]) == (1, ["checkpoint: lacks cosignatures that the policy wants"])
        assert self.said(tmp_path, head, quorum="none")[0] == 0

    def test_that_of_another_witness_of_the_name_or_of_another_head_is_none(self, head, tmp_path):
        other_text = cosigned(bundles.head(bundles.spelled(bundles.vectors()[:30])[1])).splitlines()[-1]
        for lacking in (cosigned(head, OTHER), f"{head}{other_text}\n"):
            assert self.said(tmp_path, lacking)[0] == 1

    def test_a_policy_without_a_quorum_is_none(self, head, tmp_path):
        path = tmp_path / "policy"
        path.write_text(f"witness w1 {witness_line(WITNESS)[1]}\n")
        bundles.write(tmp_path / "b.zip", bundles.vectors(), checkpoint=cosigned(head))
        status, told = bundles.verified(tmp_path / "b.zip", "--policy", path)
        assert status == 1
        assert "has no quorum" in told["faults"][0]


class TestReceipt:
    INDEX = 20

    def said(self, folder, receipt, events=None):
        bundles.write(folder / "b.zip", events or bundles.vectors())
        (folder / "receipt").write_text(receipt)
        return bundles.verified(folder / "b.zip", "--receipt", folder / "receipt")

    @pytest.fixture
    def receipt(self):
        return bundles.receipt(self.INDEX, *bundles.spelled(bundles.vectors()))

    def test_its_event_is_in_the_bundle(self, receipt, tmp_path):
        status, told = self.said(tmp_path, receipt)
        assert (status, told["checked"]["receipts"], told["checked"]["kept heads"]) == (0, 1, 1)

    def test_so_it_is_from_the_digits_of_its_code(self, receipt, tmp_path):
        packed = b"\1" + zlib.compress(receipt.encode(), level=9, wbits=-zlib.MAX_WBITS)
        status, told = self.said(tmp_path, str(int.from_bytes(packed)))
        assert (status, told["checked"]["receipts"]) == (0, 1)

    def test_a_bundle_with_another_event_there_contradicts_it(self, receipt, tmp_path):
        forged = bundles.vectors()
        forged[self.INDEX]["recorded_at"] = "2031-01-01T00:00:00+00:00"
        status, told = self.said(tmp_path, receipt, forged)
        assert status == 1
        assert any(f"another event at position {self.INDEX + 1}" in fault for fault in told["faults"])

    def test_an_event_that_is_not_below_its_head_is_named(self, receipt, tmp_path):
        other = bundles.receipt(self.INDEX + 1, *bundles.spelled(bundles.vectors()))
        swapped = "\n".join([*receipt.split("\n")[:2], *other.split("\n")[2:]])
        status, told = self.said(tmp_path, swapped)
        assert status == 1
        assert any("not in the tree of its head" in fault for fault in told["faults"])

    def test_one_that_another_key_signed_is_named(self, receipt, tmp_path):
        head = bundles.head(bundles.spelled(bundles.vectors())[1], OTHER)
        status, told = self.said(tmp_path, receipt.split("\n\n")[0] + "\n\n" + head)
        assert status == 1
        assert any("not signed by the log's key" in fault for fault in told["faults"])


def rotation(old, new, *signers):
    """The event that names the next key, with the signatures of `signers`."""
    lines = [bundles.key_line(key)[1] for key in (old, new)]
    text = f"keys of a log/v1\n{bundles.ORIGIN}\n{lines[0]}\n{lines[1]}\n"
    signed = [
        f"— {bundles.ORIGIN} {bundles.b64(bundles.key_line(key)[0] + key.sign(text.encode()))}\n"
        for key in signers
    ]
    last = bundles.vectors()[-1]
    return last | {
        "stream": f"log:keys:{bundles.ORIGIN}",
        "version": 1,
        "kind": "log.key-rotated.v1",
        "data": {"old": lines[0], "new": lines[1], "note": "\n".join([text, "".join(signed)])},
    }


class TestRotation:
    def said(self, folder, *events, trusted=bundles.KEY, signer=OTHER):
        keys = "".join(f"{bundles.key_line(key)[1]}\n" for key in (OTHER, bundles.KEY))
        bundles.write(folder / "b.zip", [*bundles.vectors(), *events], key=signer, keys=keys)
        return bundles.verified(folder / "b.zip", "--key", bundles.key_line(trusted)[1])

    def test_the_old_key_leads_to_the_new_one(self, tmp_path):
        event = rotation(bundles.KEY, OTHER, bundles.KEY, OTHER)
        assert self.said(tmp_path, event)[1]["faults"] == []
        assert self.said(tmp_path, event, trusted=OTHER)[1]["faults"] == []

    def test_without_the_event_it_does_not(self, tmp_path):
        assert any("not signed by the log's key" in fault for fault in self.said(tmp_path)[1]["faults"])

    @pytest.mark.parametrize("signer", [bundles.KEY, OTHER])
    def test_nor_where_one_of_the_two_did_not_sign(self, signer, tmp_path):
        faults = self.said(tmp_path, rotation(bundles.KEY, OTHER, signer))[1]["faults"]
        assert any("is not signed by both" in fault for fault in faults)
        assert any("not signed by the log's key" in fault for fault in faults)


class TestJoined:
    """A log that was taken over whole: the digest of all of it stands in the event before it."""

    def said(self, folder, **changes):
        inner = bundles.vectors()
        digests = "".join(line["digest"] for line in bundles.spelled(inner)[0])
        data = {"accounts": {}, "digest": bundles.sha(digests.encode()).hex(), "events": len(inner)}
        first = inner[-1] | {"stream": "log", "version": 1, "kind": "log.joined.v1", "data": data | changes}
        bundles.write(folder / "b.zip", [first, *(event | {"joined": 1} for event in inner)])
        return bundles.verified(folder / "b.zip")[1]

    def test_its_digest_is_that_of_its_events(self, tmp_path):
        told = self.said(tmp_path)
        assert (told["faults"], told["checked"]["log digest"]) == ([], 1)

    def test_another_digest_is_named(self, tmp_path):
        assert any("log digest" in fault for fault in self.said(tmp_path, digest="0" * 64)["faults"])

    def test_events_that_did_not_come_with_it_are_named(self, tmp_path):
        assert any("did not come with it" in fault for fault in self.said(tmp_path, events=40)["faults"])


class TestProved:
    """A later word on the optimum of a matching."""

    def said(self, folder, **changes):
        events = bundles.vectors()
        paired = next(e for e in events if e["kind"] == "tournament.round-paired.v1")
        mine = [e for e in events if e["stream"] == paired["stream"]]
        told = {name: paired["data"][name] for name in ("inputs_digest", "optimum", "round", "total")}
        last = {"version": len(mine) + 1, "kind": "tournament.pairing-proved.v1"}
        event = mine[-1] | last | {"data": told | {"by": "blossom"} | changes}
        bundles.write(folder / "b.zip", [*events, event])
        return bundles.verified(folder / "b.zip")[1]["faults"]

    def test_the_optimum_that_follows_is_well(self, tmp_path):
        assert self.said(tmp_path) == []

    @pytest.mark.parametrize(
        ("changes", "words"),
        [
            ({"inputs_digest": "0" * 64}, "proves a matching that nobody paired"),
            ({"total": 1}, "total that was proved"),
            ({"optimum": 1}, "optimum 1 of a total of"),
        ],
    )
    def test_another_one_is_named(self, changes, words, tmp_path):
        assert any(words in fault for fault in self.said(tmp_path, **changes))
