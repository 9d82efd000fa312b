"""The Merkle tree compared with the definitions of RFC 9162 and known vectors of Certificate Transparency."""

from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from games.log.tree.merkle import (
    EMPTY_ROOT,
    consistency_proof,
    inclusion_proof,
    leaf_hash,
    levels,
    root,
    verify_inclusion,
)
from tests.games.log.tree.consistency import verify_consistency

VECTOR = [
    bytes.fromhex(leaf)
    for leaf in [
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    ]
]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
SIZES = st.integers(1, 80)


def mth(leaves):
    """Section 2.1.1."""
    if len(leaves) < 2:
        return sha256(b"\x00" + leaves[0]).digest() if leaves else sha256().digest()
    k = biggest(len(leaves))
    return sha256(b"\x01" + mth(leaves[:k]) + mth(leaves[k:])).digest()


def biggest(n):
    k = 1
    while k * 2 < n:
        k *= 2
    return k


def path(m, leaves):
    """Section 2.1.3.1."""
    if len(leaves) == 1:
        return []
    k = biggest(len(leaves))
    if m < k:
        return [*path(m, leaves[:k]), mth(leaves[k:])]
    return [*path(m - k, leaves[k:]), mth(leaves[:k])]


def subproof(m, leaves, whole):
    """Section 2.1.4.1."""
    if m == len(leaves):
        return [] if whole else [mth(leaves)]
    k = biggest(len(leaves))
    if m <= k:
        return [*subproof(m, leaves[:k], whole), mth(leaves[k:])]
    return [*subproof(m - k, leaves[k:], False), mth(leaves[:k])]


def leaves_of(size):
    return [str(number).encode() for number in range(size)]


def node_over(leaves):
    rows = levels([leaf_hash(leaf) for leaf in leaves])
    return lambda height, number: rows[height][number]


def test_roots_match_certificate_transparency_vectors():
    node = node_over(VECTOR)
    assert [root(size, node).hex() for size in range(1, 9)] == ROOTS
    assert root(0, node) == EMPTY_ROOT == mth([])


@given(SIZES, st.data())
def test_inclusion_proof_matches_the_rfc_and_verifies(size, data):
    index = data.draw(st.integers(0, size - 1))
    leaves = leaves_of(size)
    made = inclusion_proof(index, size, node_over(leaves))
    assert made == path(index, leaves)
    assert verify_inclusion(leaf_hash(leaves[index]), index, size, made, mth(leaves))


@given(SIZES, st.data())
def test_consistency_proof_matches_the_rfc_and_verifies(new, data):
    old = data.draw(st.integers(1, new))
    leaves = leaves_of(new)
    made = consistency_proof(old, new, node_over(leaves))
    assert made == subproof(old, leaves, True)
    assert verify_consistency(old, mth(leaves[:old]), new, mth(leaves), made)


@given(SIZES, st.data())
def test_rejects_proof_of_other_leaf_position_size_or_hash(size, data):
    leaves = leaves_of(size)
    index = data.draw(st.integers(0, size - 1))
    made, top = inclusion_proof(index, size, node_over(leaves)), mth(leaves)
    leaf = leaf_hash(leaves[index])
    assert not verify_inclusion(leaf_hash(b"another"), index, size, made, top)
    assert not any(verify_inclusion(leaf, at, size, made, top) for at in range(-1, size + 1) if at != index)
    assert not verify_inclusion(leaf, index, size, [*made, top], top)
    if made:
        assert not verify_inclusion(leaf, index, size, made[:-1], top)
        at = data.draw(st.integers(0, len(made) - 1))
        assert not verify_inclusion(leaf, index, size, [*made[:at], EMPTY_ROOT, *made[at + 1 :]], top)


@given(SIZES, st.data())
def test_rejects_consistency_with_a_different_beginning(new, data):
    old = data.draw(st.integers(1, new))
    leaves = leaves_of(new)
    changed = data.draw(st.integers(0, old - 1))
    other = [*leaves[:changed], b"another", *leaves[changed + 1 :]]
    made = consistency_proof(old, new, node_over(leaves))
    assert not verify_consistency(old, mth(other[:old]), new, mth(leaves), made)
    assert not verify_consistency(old, mth(leaves[:old]), new, mth(other), made)
    assert not verify_consistency(old, mth(leaves[:old]), new, mth(leaves), [*made, EMPTY_ROOT])
    if made:
        assert not verify_consistency(old, mth(leaves[:old]), new, mth(leaves), made[:-1])


def test_any_tree_extends_empty_tree_and_rejects_smaller_size():
    assert verify_consistency(0, EMPTY_ROOT, 5, mth(leaves_of(5)), [])
    assert not verify_consistency(5, mth(leaves_of(5)), 3, mth(leaves_of(3)), [])
