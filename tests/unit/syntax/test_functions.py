"""Which functions a file has, what they are called and where they stand."""

# ruff: noqa: E501 - code in one line

from __future__ import annotations

import pytest
from tests.unit.syntax.reading import FIXTURES, fixture_text, read, spans

from sai.syntax.functions import read_functions
from sai.syntax.languages import language_of

FOUND = {
    "python/src/harbour.py": {
        "Berth.__init__": (15, 18),
        "Berth.depth": (20, 23),
        "Berth.depth#2": (25, 29),
        "Berth.fits": (31, 33),
        "Berth.arrivals": (35, 45),
        "draught": (48, 49),
        "draught#2": (50, 51),
        "draught#3": (52, 58),
        "moored": (61, 73),
        "moored.untie": (63, 66),
        "tide_table": (76, 84),
        "route": (87, 99),
        "spare": (104, 105),
        "spare#2": (109, 110),
    },
    "javascript/src/orchard.js": {
        "Tree.constructor": (14, 17),
        "Tree.fruit": (19, 21),
        "Tree.fruit#2": (23, 26),
        "Tree.#ripen": (28, 30),
        "Tree.harvest": (32, 37),
        "Tree.[Symbol.iterator]": (39, 41),
        "Tree.weigh": (43, 49),
        "sell": (52, 61),
        "rows": (63, 69),
        "tools.prune": (72, 75),
        "tools.water-all": (76, 79),
        "tools.parse": (80, 83),
        "plant": (86, 94),
        "module.exports.label": (96, 98),
    },
    "jsx/src/Board.jsx": {"Card": (4, 19), "Board": (21, 36), "Board.close": (22, 24)},
    "typescript/src/ferry.ts": {
        "crossing": (13, 16),
        "Ferry.constructor": (22, 27),
        "Ferry.board": (31, 40),
        "Ferry.crew": (42, 47),
        "Ferry.full": (49, 51),
        "Ferry.fare": (53, 56),
        "Harbour.Office.isTicket": (60, 62),
        "Harbour.Office.total": (64, 70),
        "default": (73, 73),
    },
    "tsx/src/Table.tsx": {
        "Table": (11, 30),
        "renderRow": (32, 35),
        "Store.add": (40, 42),
        "Store.find": (44, 46),
    },
    "java/src/Lighthouse.java": {
        "Lighthouse.Lighthouse": (17, 20),
        "Lighthouse.light": (23, 39),
        "Lighthouse.iterator": (41, 56),
        "Lighthouse.iterator.hasNext": (45, 48),
        "Lighthouse.iterator.next": (50, 54),
        "Lighthouse.report": (58, 76),
        "Lighthouse.search": (78, 88),
        "Lighthouse.repair": (94, 96),
        "Lighthouse.Beam.Beam": (99, 101),
        "Lighthouse.Beam.sweep": (103, 106),
        "Lighthouse.Signal.SHORT.code": (111, 114),
        "Lighthouse.Signal.Signal": (118, 120),
        "Lighthouse.Signal.code": (122, 124),
        "Keeper.greet": (131, 133),
    },
    "csharp/src/Greenhouse.cs": {
        "Greenhouse.Label.get": (19, 19),
        "Greenhouse.Greenhouse": (21, 25),
        "Greenhouse.~Greenhouse": (27, 30),
        "Greenhouse.this[].get": (34, 34),
        "Greenhouse.this[].set": (35, 39),
        "Greenhouse.Humidity.get": (44, 44),
        "Greenhouse.Humidity.set": (45, 50),
        "Greenhouse.operator+": (53, 58),
        "Greenhouse.operator(int)": (60, 60),
        "Greenhouse.Harvest": (63, 91),
        "Greenhouse.Harvest.Limit": (86, 89),
        "Greenhouse.Describe": (94, 116),
        "Greenhouse.Prune": (118, 118),
        "Seed.Ready": (127, 127),
    },
    "go/src/brewery.go": {
        "init": (19, 21),
        "init#2": (23, 25),
        "New": (28, 37),
        "Brewery.Brew": (39, 67),
        "Brewery.Names": (69, 75),
        "Kettle.Name": (77, 77),
        "Cellar.Fetch": (79, 89),
        "Largest": (91, 99),
        "fibonacci": (101, 106),
        "Brewery.Bottle": (110, 112),
    },
    "rust/src/observatory.rs": {
        "Dome.open": (16, 28),
        "Dome.observe": (30, 48),
        "Dome.search": (50, 61),
        "Dome.faint": (63, 72),
        "Dome.drop": (76, 81),
        "Telescope.aligned": (87, 89),
        "Telescope.repair": (91, 93),
        "sky.fibonacci": (97, 102),
        "sky.fibonacci.add": (98, 100),
        "tests.squares": (115, 119),
    },
}


@pytest.mark.parametrize(("language", "path"), FIXTURES)
def test_a_fixture_project_gives_its_functions(language: str, path: str) -> None:
    text = fixture_text(path)
    source = read_functions(text, language)
    assert language_of(path) == language
    assert not source.has_errors
    assert {f.symbol: (f.start_line, f.end_line) for f in source.functions} == FOUND[path]
    assert [f.symbol for f in source.functions] == list(FOUND[path])


JAVASCRIPT = {
    "declaration": ("function f() { a(); }", ["f"]),
    "generator": ("function* f() { yield a; }", ["f"]),
    "async": ("async function f() { await a; }", ["f"]),
    "async generator": ("async function* f() { yield a; }", ["f"]),
    "const, let and var": (
        "const f = () => a(); let g = function () { a(); }; var h = async x => x;",
        ["f", "g", "h"],
    ),
    "several in one declaration": ("const f = () => a(), g = function* () { yield a; };", ["f", "g"]),
    "assigned later": ("let f; f = function () { a(); };", ["f"]),
    "assigned to a member": ("P.prototype.f = function () { a(); };", ["P.prototype.f"]),
    "in parentheses": ("const f = (() => { a(); });", ["f"]),
    "exported": ("export function f() { a(); } export const g = () => a();", ["f", "g"]),
    "exported by default": ("export default function () { a(); }", ["default"]),
    "arrow exported by default": ("export default (x) => a(x);", ["default"]),
    "named default": ("export default function f() { a(); }", ["f"]),
    "module.exports": (
        "module.exports = { f() { a(); }, g: () => a(), h: function () { a(); } };",
        ["module.exports.f", "module.exports.g", "module.exports.h"],
    ),
    "exports.f": ("exports.f = () => a();", ["exports.f"]),
    "object": (
        "const o = { f() { a(); }, get g() { return a; }, set g(x) { a(x); }, async *h() { a(); } };",
        ["o.f", "o.g", "o.g#2", "o.h"],
    ),
    "object keys": (
        "const o = { 'k-1': () => a(), ['k' + 2]: () => a(), 3: () => a() };",
        ["o.k-1", "o.['k'+2]", "o.3"],
    ),
    "object in object": ("const o = { p: { q: { f() { a(); } } } };", ["o.p.q.f"]),
    "class members": (
        """class A {
             constructor() { a(); } f() { a(); } static g() { a(); } #h() { a(); } async i() { a(); }
             *j() { a(); } get k() { return a; } set k(x) { a(x); } [l.m]() { a(); } 'n o'() { a(); }
             p = () => a(); static q = function () { a(); }; #r = (x) => { a(x); };
           }""",
        ["A.constructor", "A.f", "A.g", "A.#h", "A.i", "A.j", "A.k", "A.k#2", "A.[l.m]", "A.no",
         "A.p", "A.q", "A.#r"],
    ),
    "class expression": ("const A = class { f() { a(); } };", ["A.f"]),
    "class exported by default": ("export default class { f() { a(); } }", ["f"]),
    "in a static block": ("class A { static { function f() { a(); } } }", ["A.f"]),
    "nested": (
        "function f() { function g() { const h = () => a(); h(); } g(); }",
        ["f", "f.g", "f.g.h"],
    ),
    "in blocks": ("if (a) { function f() { a(); } } else { function f() { b(); } }", ["f", "f#2"]),
    "in a JSX property": (
        "const C = () => <A b={() => { const g = () => a(); g(); }} c={function d() { a(); }} />;",
        ["C", "C.g"],
    ),
    "an object in a JSX property": ("const C = () => <A b={{ f() { a(); } }} />;", ["C", "C.f"]),
    "bare closures": (
        """a.map((x) => b(x)); a(function () { b(); }); (function f() { b(); })(); (() => b())();
           new A(async () => b()); [() => b()]; f`${() => a()}`;""",
        [],
    ),
    "a component option": ("define({ setup() { a(); }, data: () => ({}) });", ["setup", "data"]),
    "names of objects that are no functions": ("const a = { b: 1, c: [() => d()] };", []),
}  # fmt: skip


@pytest.mark.parametrize(("text", "symbols"), JAVASCRIPT.values(), ids=list(JAVASCRIPT))
@pytest.mark.parametrize("language", ["javascript", "tsx"])
def test_javascript_functions(text: str, symbols: list[str], language: str) -> None:
    source = read(text, language)
    assert [f.symbol for f in source.functions] == symbols
    assert not source.has_errors


TYPESCRIPT = {
    "overloads": (
        "function f(x: string): void; function f(x: number): void; function f(x: any) { a(x); }",
        ["f"],
    ),
    "abstract and optional methods": (
        "abstract class A { abstract f(): void; g?(): void; h() { a(); } }",
        ["A.h"],
    ),
    "interfaces and types": ("interface I { f(): void } type T = { g(): void };", []),
    "declarations": ("declare function f(): void; declare module 'm' { function g(): void; }", []),
    "namespaces": (
        "namespace N { export namespace M { export function f() { a(); } } } module O { "
        "const g = () => a(); }",
        ["N.M.f", "O.g"],
    ),
    "generics": ("const f = <T>(x: T): T => a(x); function g<T extends U>(x: T) { a(x); }", ["f", "g"]),
    "cast values": (
        "const f = (() => a()) as Handler; const g = ((x) => a(x)) satisfies H; const h = (<H>(x => x));",
        ["f", "g", "h"],
    ),
    "fields": (
        "class A { private readonly f = async (x: T) => a(x); static override g?: H = () => a(); }",
        ["A.f", "A.g"],
    ),
    "accessors": ("class A { private get f(): T { return a; } set f(x: T) { a(x); } }", ["A.f", "A.f#2"]),
    "assertion functions": ("function f(x: unknown): asserts x is T { a(x); }", ["f"]),
    "type predicates": ("const f = (x: unknown): x is T => a(x);", ["f"]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "symbols"), TYPESCRIPT.values(), ids=list(TYPESCRIPT))
def test_typescript_functions(text: str, symbols: list[str]) -> None:
    assert [f.symbol for f in read(text, "typescript").functions] == symbols


PYTHON = {
    "functions": ("def f(): a()\nasync def g(): a()", ["f", "g"]),
    "methods": ("class A:\n  def f(self): a()\n  class B:\n    def f(self): a()", ["A.f", "A.B.f"]),
    "nested": ("def f():\n  def g():\n    async def h(): a()\n  return g", ["f", "f.g", "f.g.h"]),
    "a class in a function": ("def f():\n  class A:\n    def g(self): a()", ["f", "f.A.g"]),
    "lambdas": ("f = lambda x: a(x)\nmap(lambda: 1, b)", []),
    "in blocks": ("if a:\n  def f(): a()\nelse:\n  def f(): b()", ["f", "f#2"]),
    "in try and with": ("try:\n  def f(): a()\nexcept E:\n  def g(): a()", ["f", "g"]),
    "generics": ("def f[T: int, *Ts, **P](x: T) -> T: a()\nclass A[T]:\n  def g(self): a()", ["f", "A.g"]),
    "one line each": ("def f(): a(); b()\ndef g(): a()", ["f", "g"]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "symbols"), PYTHON.values(), ids=list(PYTHON))
def test_python_functions(text: str, symbols: list[str]) -> None:
    source = read(text, "python")
    assert [f.symbol for f in source.functions] == symbols
    assert not source.has_errors


def test_a_function_starts_at_its_first_decorator() -> None:
    text = """
        @one
        # between
        @two(
            3,
        )
        def f():
            a()

        class A:
            @one
            async def g(self):
                a()
    """
    assert spans(text, "python") == {"f": (1, 7), "A.g": (10, 12)}


def test_a_javascript_function_starts_at_its_decorators_export_and_keyword() -> None:
    text = """
        export const
          f = () => {
            a();
          },
          g = () => {
            a();
          };
        export default
        function h() {
          a(); }
        class A {
          @one
          @two()
          // between
          k() { a(); }
          @one l() { a(); }
          @one
          m = () => a();
          n() { a(); }
        }
    """
    assert spans(text, "typescript") == {
        "f": (1, 4),
        "g": (5, 7),
        "h": (8, 10),
        "A.k": (12, 15),
        "A.l": (16, 16),
        "A.m": (17, 18),
        "A.n": (19, 19),
    }


def test_code_lines_are_lines_with_a_compared_token() -> None:
    text = '''
        @decorated
        def f(
            a: int,  # one
            b,
        ) -> None:
            """Say.

            Nothing.
            """

            # comment
            return (
                a +
                b
            )
    '''
    (function,) = read(text).functions
    assert (function.start_line, function.end_line, function.code_lines) == (1, 15, 6)


STUBS = {
    "ellipsis": "def f(): ...",
    "pass": "def f():\n  pass",
    "only a docstring": "def f():\n  '''Say.'''",
    "docstring and ellipsis": "def f():\n  '''Say.'''\n  ...",
    "commented": "def f():\n  # later\n  pass  # soon",
    "not implemented": "def f():\n  raise NotImplementedError",
    "not implemented, with words": "def f():\n  '''Say.'''\n  raise NotImplementedError('later')",
    "overload": "@overload\ndef f(x): return x",
    "typing.overload": "@typing.overload\n@other\ndef f(x): return x",
}


@pytest.mark.parametrize("text", STUBS.values(), ids=list(STUBS))
def test_python_stubs(text: str) -> None:
    (function,) = read(text).functions
    assert function.is_stub


@pytest.mark.parametrize(
    "text",
    ["def f(): return 1", "def f():\n  raise ValueError", "@overloaded\ndef f(x): return x",
     "def f():\n  a()\n  raise NotImplementedError"],
)  # fmt: skip
def test_python_functions_that_are_no_stubs(text: str) -> None:
    (function,) = read(text).functions
    assert not function.is_stub


@pytest.mark.parametrize(
    ("text", "is_stub"),
    [
        ("function f() {}", True),
        ("function f() { /* later */ ; }", True),
        ("const f = () => { throw new Error('later'); };", True),
        ("const f = () => a;", False),
        ("const f = () => { a(); throw new Error('later'); };", False),
    ],
)
def test_javascript_stubs(text: str, is_stub: bool) -> None:
    (function,) = read(text, "javascript").functions
    assert function.is_stub is is_stub
