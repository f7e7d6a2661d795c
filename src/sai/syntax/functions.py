"""Source text to named functions with their compared tokens, comments and stub state."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import repeat

import numpy as np
from tree_sitter import Node

from sai.core.source import Token, TokenKind
from sai.syntax.comments import CommentText, comment_texts, without_noise
from sai.syntax.declared_tests import DeclaredTests
from sai.syntax.languages import spec_of
from sai.syntax.languages.spec import LanguageSpec
from sai.syntax.leaves import METHOD, FunctionLeaves, LeafStream
from sai.syntax.trees import parse
from sai.syntax.walk import read_leaves

_LONGEST_SYMBOL = 400
_BLOCKS = frozenset({"block", "statement_block", "constructor_body"})
_ACCESSES = frozenset({".", "::"})


@dataclass(frozen=True, slots=True)
class FunctionSource:
    """A named function of a file; lines are 1-based and inclusive, decorators included.

    `tokens` start at the parameters: neither `def`, `async`, the name nor decorators are
    compared. `code_lines` counts lines that hold a compared token.
    """

    symbol: str
    start_line: int
    end_line: int
    code_lines: int
    tokens: tuple[Token, ...]
    lines: tuple[int, ...]  # of each token
    is_stub: bool
    is_test: bool  # by what stands in the file, not by its path


@dataclass(frozen=True, slots=True)
class FileSource:
    """What the syntax of a file tells: functions by start, comments, text without noise.

    `tokens` are those of the whole file, `lines` the 1-based line of each.
    """

    functions: tuple[FunctionSource, ...]
    tokens: Sequence[Token]
    lines: Sequence[int]
    comments: tuple[CommentText, ...]
    first_code_line: int  # 1-based; 0 where there is no code
    stripped: str  # comments and docstrings blanked, lines kept
    has_errors: bool  # in a function, or anywhere if the grammar is sound
    has_deeper: bool  # whether functions in too many others are only part of those


def read_functions(text: str, language: str) -> FileSource:
    """Parse `text` (line ends are LF) and return its named functions, at any depth."""
    spec = spec_of(language)
    source = text.encode("utf-8", "surrogatepass")
    tree, is_whole = parse(source, language)
    stream = read_leaves(tree, source, spec)
    lines = _lines(stream.starts, source)
    tokens = _all_tokens(stream)
    symbols = _unique([_symbol(f.names) for f in stream.functions])
    declared_tests = DeclaredTests(spec)
    functions, last_row = [], text.count("\n")  # a grammar may have been given one more line
    for function, symbol in zip(stream.functions, symbols, strict=True):
        first, last = _row_span(function, last_row)
        own_lines = lines[function.start : function.end]
        functions.append(
            FunctionSource(
                symbol=symbol,
                start_line=first + 1,
                end_line=last + 1,
                # what is missing in broken code is put behind it
                code_lines=min(len(set(own_lines)), last - first + 1),
                tokens=_own_tokens(tokens, function, stream, spec),
                lines=tuple(own_lines),
                is_stub=_is_stub(function.node, spec) or _is_overload(function, spec),
                is_test=function.node in declared_tests,
            )
        )
    return FileSource(
        functions=tuple(functions),
        tokens=tokens,
        lines=lines,
        comments=comment_texts(stream.comments, source),
        first_code_line=lines[0] if lines else 0,
        stripped=without_noise(source, stream),
        has_errors=(spec.sound and not is_whole)
        or any(function.node.has_error for function in stream.functions),
        has_deeper=stream.has_deeper,
    )


def _row_span(function: FunctionLeaves, last_row: int) -> tuple[int, int]:
    """The 0-based first and last row of a function within the text."""
    first = min(function.display.start_point.row, last_row)
    return first, min(max(function.node.end_point.row, first), last_row)


def _lines(starts: list[int], source: bytes) -> list[int]:
    """The 1-based line of each byte offset."""
    ends = np.flatnonzero(np.frombuffer(source, dtype=np.uint8) == 10)
    lines: list[int] = (np.searchsorted(ends, np.array(starts, dtype=np.int64)) + 1).tolist()
    return lines


def _all_tokens(stream: LeafStream) -> list[Token]:
    pairs = zip(stream.kinds, stream.texts, strict=True)
    return list(map(tuple.__new__, repeat(Token), pairs))  # thrice as fast as Token(kind, text)


def _symbol(names: tuple[str, ...]) -> str:
    """The qualified name; of one that nobody reads to its end, the end."""
    symbol = ".".join(names)
    return symbol if len(symbol) <= _LONGEST_SYMBOL else f"…{symbol[1 - _LONGEST_SYMBOL :]}"


def _unique(symbols: list[str]) -> list[str]:
    """Give repeated names an ordinal: `f`, `f#2`, `f#3`."""
    seen: Counter[str] = Counter()
    unique = []
    for symbol in symbols:
        seen[symbol] += 1
        unique.append(symbol if seen[symbol] == 1 else f"{symbol}#{seen[symbol]}")
    return unique


def _own_tokens(
    tokens: list[Token], function: FunctionLeaves, stream: LeafStream, spec: LanguageSpec
) -> tuple[Token, ...]:
    """The compared tokens; the function's own name, used bare or on itself, is a placeholder."""
    own = function.names[-1].rsplit(".", 1)[-1]
    start, end = function.start, function.end
    texts = stream.texts[start:end]
    found = tokens[start:end]
    receivers = spec.receivers
    if function.node.type in spec.owners:  # its first token is what it calls its receiver
        receivers = frozenset(texts[:1])
    position = -1
    for _ in range(texts.count(own)):
        position = texts.index(own, position + 1)
        home = stream.homes.get(start + position)
        means_itself = home is not None and (
            home == METHOD if spec.method_calls else home < function.scope
        )
        if means_itself or (home is None and _on_itself(texts, position, receivers)):
            found[position] = Token(TokenKind.OWN, own)
    return tuple(found)


def _on_itself(texts: list[str], position: int, receivers: frozenset[str]) -> bool:
    if position < 2 or texts[position - 1] not in _ACCESSES:
        return False
    is_whole = position == 2 or texts[position - 3] not in _ACCESSES
    return is_whole and texts[position - 2] in receivers


def _is_stub(node: Node, spec: LanguageSpec) -> bool:
    """Whether a body says nothing: empty, `pass`, `...`, or only a refusal to work."""
    body = node if node.type in spec.expression_bodies else node.child_by_field_name("body")
    if body is None:
        return True
    if body.type not in _BLOCKS | spec.expression_bodies:
        return False
    statements = [c for c in body.named_children if c.type not in spec.comments]
    if len(statements) == 1 and statements[0].type == "statement_list":
        statements = [c for c in statements[0].named_children if c.type not in spec.comments]
    statements = [_inner(c) for c in statements]
    if statements and spec.docstring_owners and statements[0].type in spec.strings:
        statements = statements[1:]
    if all(s.type in spec.stub_statements for s in statements):
        return True
    refusal = spec.refusals.get(statements[0].type) if len(statements) == 1 else None
    if refusal is None:
        return False
    return bool(re.search(refusal, (statements[0].text or b"").decode("utf-8", "replace")))


def _inner(node: Node) -> Node:
    return node.children[0] if node.type == "expression_statement" and node.children else node


def _is_overload(function: FunctionLeaves, spec: LanguageSpec) -> bool:
    names = [(d.text or b"").decode("utf-8", "replace")[1:] for d in function.decorators]
    return any(name.strip() in spec.overload_decorators for name in names)
