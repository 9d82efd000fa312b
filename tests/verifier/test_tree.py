"""What the verifier finds in the file itself: bytes, chains, tree, heads."""

import ast
import sys
import zipfile

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.verifier import bundles


def test_it_is_one_file_that_imports_nothing_of_this_project():
    tree = ast.parse(bundles.VERIFIER.read_text())
    named = {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
    named |= {n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    assert {n.split(".")[0] for n in named} - sys.stdlib_module_names == {"cryptography", "rustworkx"}


def test_the_published_log_is_well(tmp_path):
    bundles.write(tmp_path / "b.zip", bundles.vectors())
    status, told = bundles.verified(tmp_path / "b.zip", "--key", bundles.key_line()[1])
    assert (status, told["faults"]) == (0, [])
    assert told["checked"]["events"] == 44


def test_an_altered_line_is_named(tmp_path):
    def alter(lines):
        lines[4]["line"] = lines[4]["line"].replace('"rank":', '"rank":1', 1)

    bundles.write(tmp_path / "b.zip", bundles.vectors(), altered=alter)
    status, told = bundles.verified(tmp_path / "b.zip")
    assert status == 1
    assert any(fault.startswith("position 5, tournament-") and "digest" in fault for fault in told["faults"])
    assert any(fault.startswith("checkpoint: its root") for fault in told["faults"])


def test_a_rewritten_log_contradicts_a_kept_head(tmp_path):
    leaves = bundles.write(tmp_path / "b.zip", bundles.vectors())
    (tmp_path / "kept").write_text(bundles.head(leaves[:30]))
    assert bundles.verified(tmp_path / "b.zip", "--kept", tmp_path / "kept")[0] == 0
    forged = bundles.vectors()
    forged[3]["data"]["rating"] += 1
    bundles.write(tmp_path / "b.zip", forged)
    status, told = bundles.verified(tmp_path / "b.zip", "--kept", tmp_path / "kept")
    assert status == 1
    assert any("contradicts the bundle" in fault for fault in told["faults"])


def test_another_key_is_named(tmp_path):
    bundles.write(
        tmp_path / "b.zip", bundles.vectors(), key=Ed25519PrivateKey.from_private_bytes(bytes([7] * 32))
    )
    status, told = bundles.verified(tmp_path / "b.zip", "--key", bundles.key_line()[1])
    assert status == 1
    assert any("not signed by the log's key" in fault for fault in told["faults"])


def test_a_cut_file_and_a_bad_path_are_not_readable(tmp_path):
    whole, cut = tmp_path / "b.zip", tmp_path / "cut.zip"
    bundles.write(whole, bundles.vectors())
    cut.write_bytes(whole.read_bytes()[:-30])
    assert bundles.verified(cut)[0] == 2
    with zipfile.ZipFile(whole, "a") as bundle:
        bundle.writestr("../passwd", "x")
    assert bundles.verified(whole)[0] == 2
