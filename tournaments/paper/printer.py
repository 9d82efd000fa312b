"""A process that typesets one sheet: data on standard input, the PDF on standard output.

Typst keeps its results while its process lives, some megabytes for each sheet.
"""

import sys
from pathlib import Path

import typst

HERE = Path(__file__).parent


def compile_pdf(template: str, data: str) -> bytes:
    """Compile with our fonts first; the machine's fonts have the characters that ours lack."""
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
