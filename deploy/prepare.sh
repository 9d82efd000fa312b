# Sourced by the scripts beside it, from the folder above: `prepare LOCK` leaves LOCK installed in .venv.
# After the first time that takes no time: .venv keeps a copy of what was installed.

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

prepare() {
    installed=.venv/installed-$(basename "$1")
    usable .venv/bin/python || make_venv
    cmp -s "$1" "$installed" || install_packages "$1"
    compile_catalogues
}

install_packages() {
    printf 'Installing the packages of %s ...\n' "$1" >&2
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r "$1" ||
        fail "The packages could not be installed: see above. Without a network, let pip find a mirror."
    cp "$1" "$installed"
}

compile_catalogues() { # of languages: where one is newer than what Django reads of it, or that is not there
    for po in deploy/locale/*/LC_MESSAGES/django.po; do
        [ "${po%.po}.mo" -nt "$po" ] && continue
        .venv/bin/python -m deploy.languages.catalogues compile || fail "The languages could not be made ready."
        return
    done
}

usable() {
    "$1" -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

make_venv() {
    base=$(find_python) || exit 1
    "$base" -c 'import ensurepip, venv' 2>/dev/null ||
        fail "$base cannot make virtual environments. On Debian and Ubuntu: apt-get install python3-venv"
    "$base" -m venv --clear .venv || fail "$base could not make .venv."
}

find_python() {
    for candidate in ${PYTHON:+"$PYTHON"} python3 python3.14 python3.13 python3.12 python3.11; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    fail "Python 3.11 or later is needed; set PYTHON to it if it has another name."
}
