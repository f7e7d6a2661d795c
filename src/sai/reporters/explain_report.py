"""What `sai explain` prints: the verdict on a pair, and every number that it rests on."""

from __future__ import annotations

from collections.abc import Iterator

from sai.core.explanation import ExplainedChunk, Explanation
from sai.core.hurdles import Condition, Hurdle
from sai.core.limits import Overridden
from sai.core.report import LinkKind
from sai.core.windows import function_of, names_window
from sai.reporters.json_report import (
    VERSION,
    Json,
    dumped,
    json_text,
    place_of,
    rounded,
    skeleton_of,
)
from sai.reporters.styled import (
    BAD,
    FAINT,
    GOOD,
    STRONG,
    Line,
    Piece,
    line,
    padded,
    paint,
    width_of,
)
from sai.reporters.text_finding import Shown, code_lines, hole_lines
from sai.reporters.text_report import TextOptions
from sai.reporters.wording import count, percent, visible

_KINDS = {
    LinkKind.EXACT: "the same code",
    LinkKind.RENAMED: "the same code but for names",
    LinkKind.EDITED: "alike",
}
_DIGESTS = {
    LinkKind.EXACT: "their digests are equal",
    LinkKind.RENAMED: "their digests are equal once local names are numbered",
    LinkKind.EDITED: "their digests differ, even once local names are numbered",
}


def render_text(explanation: Explanation, options: TextOptions) -> str:
    """The explanation for a person; ends with a newline."""
    return paint(list(_lines(explanation, options.width)), color=options.color)


def render_json(explanation: Explanation) -> str:
    """The explanation for a program, described in the reference; floats with four digits."""
    verdict = explanation.pair.verdict
    document: dict[str, Json] = {
        "version": VERSION,
        "linked": explanation.pair.linked,
        "kind": verdict.kind.value,
        "score": rounded(verdict.score),
        "structure": rounded(verdict.structure),
        "limit": rounded(verdict.limit),
        "information": rounded(verdict.information),
        "a": _chunk(explanation.a),
        "b": _chunk(explanation.b),
        "conditions": [
            {
                "condition": hurdle.condition.value,
                "of": hurdle.of or "pair",
                "met": hurdle.is_met,
                "value": round(hurdle.value, 4),
                "limit": round(hurdle.limit, 4),
            }
            for hurdle in explanation.pair.hurdles
        ],
        "accepted": explanation.accepted,
        "accepted_because": json_text(explanation.accepted_because),
        "only_tests": explanation.only_tests,
        "skeleton": skeleton_of(explanation.skeleton),
    }
    return dumped(document)


def _chunk(chunk: ExplainedChunk) -> Json:
    return {
        **place_of(chunk.member),
        "code_lines": chunk.member.code_lines,
        "tokens": chunk.tokens,
        "is_test": chunk.is_test,
        "reason": json_text(chunk.reason),
        "overridden": [
            {"key": _key(each), "value": each.value, "paths": [json_text(p) for p in each.paths]}
            for each in chunk.overridden
        ],
    }


def _lines(explanation: Explanation, width: int) -> Iterator[Line]:
    yield _verdict(explanation)
    yield ()
    yield from _member_lines(explanation)
    yield line(f"       {_DIGESTS[explanation.pair.verdict.kind]}")
    yield ()
    yield from _condition_lines(explanation)
    notes = [*_notes("A", explanation.a), *_notes("B", explanation.b), *_outcome(explanation)]
    if notes:
        yield ()
    for note in notes:
        yield line(f"  {note}")
    if explanation.skeleton is not None:
        yield ()
        shown = [
            Shown(0, "A", explanation.a.member, ""),
            Shown(1, "B", explanation.b.member, ""),
        ]
        yield from code_lines(explanation.skeleton, width)
        yield from hole_lines(explanation.skeleton, shown, width)


def _verdict(explanation: Explanation) -> Line:
    pair = explanation.pair
    if pair.linked:
        said = _KINDS[pair.verdict.kind]
        if pair.verdict.kind is LinkKind.EDITED:
            said = f"{percent(pair.verdict.structure)} {said}"
        return line(Piece(f"sai: linked: {said}", BAD))
    unmet = [hurdle for hurdle in pair.hurdles if not hurdle.is_met]
    return line(Piece(f"sai: not linked: {_unmet(unmet[0], explanation)}", GOOD))


def _unmet(hurdle: Hurdle, explanation: Explanation) -> str:
    """What is in the way; of windows, why they are too close."""
    symbols = [explanation.a.member.symbol, explanation.b.member.symbol]
    if hurdle.condition is not Condition.APART or not all(map(names_window, symbols)):
        return _shortcoming(hurdle)
    one, other = map(function_of, symbols)
    return "both are parts of one function" if one and one == other else "they share lines"


def _shortcoming(hurdle: Hurdle) -> str:
    """What is in the way, in a few words."""
    letter = hurdle.of.upper()
    texts = {
        Condition.APART: "one stands inside the other",
        Condition.NOT_A_STUB: f"{letter} is a stub",
        Condition.NOT_MARKED: f"a marker opts {letter} out",
        Condition.LINES: f"{letter} has too few lines",
        Condition.TOKENS: f"{letter} has too few tokens",
        Condition.ALIGNABLE: f"{letter} is too long to be compared with anything but equal code",
        Condition.INFORMATION: f"{letter} is small and tells little",
        Condition.SCORE: "the vectors are too far apart",
        Condition.STRUCTURE: "the code is not alike enough",
    }
    return texts[hurdle.condition]


def _member_lines(explanation: Explanation) -> Iterator[Line]:
    chunks = [("A", explanation.a), ("B", explanation.b)]
    places = [visible(str(chunk.member.span)) for _, chunk in chunks]
    symbols = [visible(chunk.member.symbol) for _, chunk in chunks]
    column, symbol_column = max(map(width_of, places)), max(map(width_of, symbols))
    for (letter, chunk), place, symbol in zip(chunks, places, symbols, strict=True):
        size = f"{count(chunk.member.code_lines, 'line')}, {count(chunk.tokens, 'token')}"
        yield line(
            f"    {letter}  {padded(place, column)}  {padded(symbol, symbol_column)}",
            Piece(f"  {size}", FAINT),
        )


def _condition_lines(explanation: Explanation) -> Iterator[Line]:
    """Each condition in a row: met or not, what, of which, its value and limit."""
    hurdles = [h for h in explanation.pair.hurdles if h.condition not in _SILENT or not h.is_met]
    rows = [_cells(hurdle, explanation) for hurdle in hurdles]
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    for hurdle, row in zip(hurdles, rows, strict=True):
        what, value, limit = (padded(cell, w) for cell, w in zip(row, widths, strict=True))
        mark = Piece("✓  ", FAINT) if hurdle.is_met else Piece("✗  ", STRONG)
        yield line("    ", mark, f"{what}  {value}  ", Piece(limit, FAINT))


_SILENT = {Condition.ALIGNABLE}  # nobody asks, as long as it is met
_NO_NUMBERS = {Condition.APART, Condition.NOT_A_STUB, Condition.NOT_MARKED}


def _cells(hurdle: Hurdle, explanation: Explanation) -> tuple[str, str, str]:
    if hurdle.condition in _NO_NUMBERS:
        return _met(hurdle) if hurdle.is_met else _unmet(hurdle, explanation), "", ""
    of = f" of {hurdle.of.upper()}" if hurdle.of else ""
    value, limit = f"{hurdle.value:,.6g}", f"{hurdle.limit:,.6g}"
    texts = {
        Condition.LINES: (f"lines of code{of}", value, f"at least {limit}"),
        Condition.TOKENS: (f"tokens{of}", value, f"at least {limit}"),
        Condition.ALIGNABLE: (f"tokens{of}", value, f"at most {limit}"),
        Condition.INFORMATION: (
            f"information{of}",
            f"{hurdle.value:.1f}",
            f"at least {hurdle.limit:.1f}, as it has few lines",
        ),
        Condition.SCORE: (
            "cosine of the vectors",
            f"{hurdle.value:.3f}",
            f"at least {hurdle.limit:.3f} (min-score)",
        ),
        Condition.STRUCTURE: (
            "structure",
            percent(hurdle.value),
            f"at least {_limit_text(hurdle, explanation)}",
        ),
    }
    return texts[hurdle.condition]


def _met(hurdle: Hurdle) -> str:
    letter = hurdle.of.upper()
    texts = {
        Condition.APART: "neither stands inside the other",
        Condition.NOT_A_STUB: f"{letter} is no stub",
        Condition.NOT_MARKED: f"{letter} has no marker",
    }
    return texts[hurdle.condition]


def _limit_text(hurdle: Hurdle, explanation: Explanation) -> str:
    told = f"information {explanation.pair.verdict.information:.1f}"
    least = f"min-structure {percent(explanation.min_structure)}"
    if hurdle.limit > explanation.min_structure:
        return f"{hurdle.limit * 100:.1f} %, for they share little ({told}; {least})"
    return f"{percent(hurdle.limit)} (min-structure; {told})"


def _notes(letter: str, chunk: ExplainedChunk) -> Iterator[str]:
    if chunk.reason:
        yield f"the marker of {letter} says: {visible(chunk.reason)}"
    for each in chunk.overridden:
        paths = ", ".join(visible(path) for path in each.paths)
        yield f"{_key(each)} of {letter} is {each.value:g}, by the override for {paths}"


def _key(overridden: Overridden) -> str:
    return overridden.name.replace("_", "-")


def _outcome(explanation: Explanation) -> Iterator[str]:
    """What the gate makes of a link."""
    if not explanation.pair.linked:
        return
    if explanation.accepted:
        because = explanation.accepted_because
        yield "the baseline accepts it" + (f": {visible(because)}" if because else "")
    if explanation.only_tests:
        yield "both are tests, where copies are counted but do not fail"
