"""The sources of the client, from the document and what stands in this folder."""

import json
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from deploy.openapi import written

HERE = Path(__file__).parent
OWN_HEADERS = {"Idempotency-Key", "If-None-Match", "Last-Event-ID"}  # which the client sends by itself
METHODS = {"get", "put", "post", "patch", "delete"}


class Occupied(ValueError):
    """Something is in the folder already."""


def make(folder: Path) -> None:
    """A distribution `nigiri-client` in ``folder``, whole or not at all.

    Raises Occupied where the folder has something in it, and RuntimeError with what the generator said,
    where it left something out.
    """
    folder = folder.resolve()
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise Occupied(f"{folder} is there already. Name another folder, or remove this one.")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as work:
        made = Path(work) / "made"  # beside it: on the same disk, it only has to be renamed
        _fill(made, Path(work))
        if folder.exists():
            folder.rmdir()
        made.rename(folder)


def _fill(folder: Path, work: Path) -> None:
    document, _ = written()
    shutil.copytree(HERE / "source", folder)
    shutil.copy(HERE / "pyproject.toml", folder)
    package = folder / "nigiri" / "client"
    generated = _generate(plain(json.loads(document)), work)
    _hide_groups(generated / "api")
    for part in ("api", "models"):
        shutil.copytree(generated / part, package / part)
    shutil.copy(generated / "types.py", package)
    (package / "py.typed").touch()
    _tidy(package)


def plain(document: dict[str, Any]) -> dict[str, Any]:
    """The document as the generator is to see it.

    Refusals are one exception and known headers the client's own, so neither is in a signature. Members
    that this client does not know yet are passed over. What a caller leaves out is left out of the request,
    too, without a default: where a part is changed, the rest is to stay.
    """
    for methods in document["paths"].values():
        for method in METHODS & methods.keys():
            _operation(methods[method])
    for schema in document["components"]["schemas"].values():
        if schema.get("type") == "object" and "properties" in schema:
            schema.setdefault("additionalProperties", False)
        for member in schema.get("properties", {}).values():
            member.pop("default", None)
    return document


def _operation(operation: dict[str, Any]) -> None:
    operation["parameters"] = [
        parameter for parameter in operation.get("parameters", ()) if parameter["name"] not in OWN_HEADERS
    ]
    for parameter in operation["parameters"]:
        parameter["schema"].pop("default", None)
    operation["responses"] = {
        status: answer for status, answer in operation["responses"].items() if status.startswith("2")
    }


def _hide_groups(api: Path) -> None:
    """A function is had from ``api`` itself, so that its name alone is public, and not its tag."""
    for group in api.glob("[a-z]*/"):
        group.rename(group.with_name(f"_{group.name}"))


def _generate(document: dict[str, Any], work: Path) -> Path:
    """The generator's package, in ``work``."""
    file, templates, package = work / "openapi.json", work / "templates", work / "package"
    file.write_text(json.dumps(document))
    shutil.copytree(HERE / "templates", templates)
    (templates / "model.py.jinja").write_text(_model())
    generator = [
        sys.executable,
        "-m",
        "openapi_python_client",
        "generate",
        "--meta=none",
        "--fail-on-warning",
    ]
    options = (f"--path={file}", f"--config={HERE / 'config.json'}", f"--custom-template-path={templates}")
    said = subprocess.run(  # noqa: S603 - the arguments are ours
        [*generator, *options, f"--output-path={package}"], check=False, capture_output=True, text=True
    )
    if said.returncode:
        raise RuntimeError(said.stdout + said.stderr)
    return package


def _tidy(package: Path) -> None:
    for command in (
        ("check", "--fix-only", "--exit-zero", "--select=F401,I,UP", "--isolated"),
        ("format", "--isolated"),
    ):
        ruff = [sys.executable, "-m", "ruff", command[0], "--quiet", "--no-cache", *command[1:]]
        subprocess.run([*ruff, str(package)], check=True)  # noqa: S603 - the same


def _model() -> str:
    """The generator's own template, mended: `teams = cls(...)` in `Teams` forgets the member ``teams``."""
    text = files("openapi_python_client").joinpath("templates/model.py.jinja").read_text()
    return text.replace("{{ module_name }}", "_made")
