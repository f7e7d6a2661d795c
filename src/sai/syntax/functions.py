"""Source text to named functions with their compared tokens, comments and stub state."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tree_sitter import Node

from sai.core.source import Token, TokenKind
from sai.syntax.comments import CommentText, comment_texts, without_noise
from sai.syntax.languages import LanguageSpec, spec_of
from sai.syntax.leaves import FunctionLeaves, LeafStream, read_leaves
from sai.syntax.trees import parse


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
    is_stub: bool


@dataclass(frozen=True, slots=True)
class FileSource:
    """What the syntax of a file tells: functions by start, comments, text without noise."""

    functions: tuple[FunctionSource, ...]
    comments: tuple[CommentText, ...]
    first_code_line: int  # 1-based; 0 where there is no code
    stripped: str  # comments and docstrings blanked, lines kept
    has_errors: bool  # in a function, or anywhere if the grammar is sound


def read_functions(text: str, language: str) -> FileSource:
    """Parse `text` (line ends are LF) and return its named functions, at any depth."""
    spec = spec_of(language)
    source = text.encode("utf-8", "surrogatepass")
    tree = parse(source, language)
    stream = read_leaves(tree, source, spec)
    symbols = _unique([".".join(f.names) for f in stream.functions])
    functions = [
        _function(function, symbol, stream, spec)
        for function, symbol in zip(stream.functions, symbols, strict=True)
    ]
    return FileSource(
        functions=tuple(functions),
        comments=comment_texts(stream.comments, source),
        first_code_line=stream.rows[0] + 1 if stream.rows else 0,
        stripped=without_noise(source, stream),
        has_errors=(spec.sound and tree.root_node.has_error)
        or any(function.node.has_error for function in stream.functions),
    )


def _unique(symbols: list[str]) -> list[str]:
    """Give repeated names an ordinal: `f`, `f#2`, `f#3`."""
    seen: Counter[str] = Counter()
    unique = []
    for symbol in symbols:
        seen[symbol] += 1
        unique.append(symbol if seen[symbol] == 1 else f"{symbol}#{seen[symbol]}")
    return unique


def _function(
    function: FunctionLeaves, symbol: str, stream: LeafStream, spec: LanguageSpec
) -> FunctionSource:
    start_row = _display_row(function.display, spec)
    end_row = max(function.node.end_point.row, start_row)
    return FunctionSource(
        symbol=symbol,
        start_line=start_row + 1,
        end_line=end_row + 1,
        code_lines=len(set(stream.rows[function.start : function.end])),
        tokens=tuple(_tokens(function, stream, spec)),
        is_stub=_is_stub(function.node, spec) or _is_overload(function.display, spec),
    )


def _tokens(function: FunctionLeaves, stream: LeafStream, spec: LanguageSpec) -> list[Token]:
    """The compared tokens; the function's own name, used bare or on itself, is a placeholder."""
    own = function.names[-1].rsplit(".", 1)[-1]
    tokens = stream.tokens(function.start, function.end)
    for offset, token in enumerate(tokens):
        if token.text != own or token.kind not in (TokenKind.NAME, TokenKind.LOCAL):
            continue
        bare = function.start + offset in stream.bare
        on_itself = (
            offset >= 2
            and tokens[offset - 1].text == "."
            and tokens[offset - 2].text in spec.receivers
        )
        if (bare and token.kind is TokenKind.NAME) or on_itself:
            tokens[offset] = Token(TokenKind.OWN, token.text)
    return tokens


def _display_row(node: Node, spec: LanguageSpec) -> int:
    """Row at which a function is shown to start: its first decorator or its declaration."""
    while node.parent is not None and node.parent.type in spec.wrappers:
        if any(c.is_named and c.type != "decorator" and c.end_byte <= node.start_byte
               for c in node.parent.children):  # fmt: skip
            break
        node = node.parent
    previous = node.prev_named_sibling
    while previous is not None and previous.type == "decorator":
        node, previous = previous, previous.prev_named_sibling
    return node.start_point.row


def _is_stub(node: Node, spec: LanguageSpec) -> bool:
    """Whether a body says nothing: empty, `pass`, `...`, or only a refusal to work."""
    body = node.child_by_field_name("body")
    if body is None:
        return True
    if body.type not in ("block", "statement_block"):
        return False
    statements = [c for c in body.named_children if c.type not in spec.comments]
    statements = [_inner(c) for c in statements]
    if statements and spec.docstring_owners and statements[0].type in spec.strings:
        statements = statements[1:]
    if all(s.type in spec.stub_statements for s in statements):
        return True
    refusal = spec.refusals.get(statements[0].type) if len(statements) == 1 else None
    return refusal is not None and refusal in (statements[0].text or b"").decode("utf-8", "replace")


def _inner(node: Node) -> Node:
    return node.children[0] if node.type == "expression_statement" and node.children else node


def _is_overload(display: Node, spec: LanguageSpec) -> bool:
    parent = display.parent
    if parent is None or not spec.overload_decorators or parent.type not in spec.wrappers:
        return False
    names = [(c.text or b"").decode("utf-8", "replace")[1:] for c in parent.children
             if c.type == "decorator"]  # fmt: skip
    return any(name.strip() in spec.overload_decorators for name in names)
