"""Styled lines: what a text report is made of before it is plain text or coloured text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

BAD, WARN, GOOD, STRONG, FAINT, HOLE = "bold red", "bold yellow", "green", "bold", "dim", "magenta"


class Piece(NamedTuple):
    """A piece of a line and its style (a `rich` style, "" for none)."""

    text: str
    style: str = ""


Line = tuple[Piece, ...]


def line(*pieces: str | Piece) -> Line:
    """A line of plain texts and styled pieces."""
    return tuple(piece if isinstance(piece, Piece) else Piece(piece) for piece in pieces)


def paint(lines: Sequence[Line], *, color: bool) -> str:
    """The lines as text that ends with a newline; ANSI codes only with `color`."""
    if not color:
        return "".join("".join(piece.text for piece in row).rstrip() + "\n" for row in lines)
    from io import StringIO

    from rich.console import Console
    from rich.text import Text

    console = Console(
        file=StringIO(),
        force_terminal=True,
        color_system="standard",
        no_color=False,
        legacy_windows=False,
    )
    with console.capture() as capture:
        for row in lines:
            text = Text.assemble(*((piece.text, piece.style) for piece in row))
            text.rstrip()
            console.print(text, soft_wrap=True)
    return capture.get()


def width_of(text: str) -> int:
    """Terminal cells that `text` takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def padded(text: str, width: int) -> str:
    """`text` filled with spaces to `width` cells."""
    return text + " " * max(0, width - width_of(text))


def cropped(text: str, width: int) -> str:
    """`text` cut to `width` cells, with … in place of what is gone."""
    if width_of(text) <= width:
        return text
    while text and width_of(text) > width - 1:
        text = text[: -max(1, (width_of(text) - width + 1) // 2)]
    return text + "…"


def flowed(
    pieces: Sequence[str], width: int, separator: str = " · ", indent: str = ""
) -> list[str]:
    """Join pieces to lines of at most `width` cells; a piece is never broken."""
    rows: list[str] = []
    for piece in pieces:
        if rows and width_of(rows[-1] + separator + piece) <= width:
            rows[-1] += separator + piece
        else:
            rows.append((indent if rows else "") + piece)
    return rows
