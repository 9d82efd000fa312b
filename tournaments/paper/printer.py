"""Typeset one sheet and exit: data on standard input, the PDF on standard output.

It is a process of its own because Typst caches some megabytes for each sheet while its process lives.
"""

import sys
from pathlib import Path

import typst

HERE = Path(__file__).parent


def compile_pdf(template: str, data: str) -> bytes:
    """Compile a template with our fonts; those of the machine supply missing characters."""
    fonts = typst.Fonts(include_system_fonts=True, include_embedded_fonts=False, font_paths=[HERE / "fonts"])
    file = HERE / f"{template}.typ"
    compiler = typst.Compiler(
        input=file, root=HERE, font_paths=fonts, package_path=HERE, package_cache_path=HERE
    )
    made = compiler.compile(format="pdf", sys_inputs={"data": data})
    if not isinstance(made, bytes):
        raise TypeError("Typst made no document")
    return made


if __name__ == "__main__":
    sys.stdout.buffer.write(compile_pdf(sys.argv[1], sys.stdin.buffer.read().decode()))
