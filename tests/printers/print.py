"""Reprints Python programs: print.py IN OUT writes OUT/<printer>/<path> for each IN/<path>, or <path>.refused with the reason."""

import ast
import pathlib
import sys

import black

PRINTERS = {
    "ast.unparse": lambda text: ast.unparse(ast.parse(text)) + "\n",
    "black": lambda text: black.format_str(text, mode=black.Mode()),
}


def main(source, target):
    for path in sorted(source.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for name, reprint in PRINTERS.items():
            out = target / name / path.relative_to(source)
            out.parent.mkdir(parents=True, exist_ok=True)
            try:
                out.write_text(reprint(text), encoding="utf-8")
            except Exception as error:
                out.with_name(out.name + ".refused").write_text(str(error), encoding="utf-8")


main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
