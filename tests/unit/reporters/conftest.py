"""Sample reports, one for each way a run can end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sai.core.report import (
    CheckReport,
    Cluster,
    Counts,
    Hole,
    Limits,
    LinkKind,
    ReportLink,
    ReportMember,
    Skeleton,
    State,
)
from sai.core.source import Problem, Span

LIMITS = Limits("sketch-1", 0.6, 0.7, 6, 40, 4)

REMINDER = Skeleton(
    members=(0, 1),
    lines=(
        "def ⟨1⟩(⟨2⟩, ⟨3⟩, retries=3):",
        "    for attempt in range(retries):",
        '        reply = ⟨2⟩.post(⟨4⟩, json={"to": ⟨3⟩.⟨5⟩})',
        "        ⟨6⟩",
        "        if reply.status_code == 202:",
        '            return reply.json()["id"]',
        "    raise RuntimeError(⟨7⟩)",
    ),
    holes=(
        Hole(1, ("send_reminder", "push_notice")),
        Hole(2, ("client", "api")),
        Hole(3, ("invoice", "parcel")),
        Hole(4, ('"/mail"', '"/push"')),
        Hole(5, ("customer.address", "recipient")),
        Hole(6, ("", 'log.debug("attempt %d of %d", attempt, retries)')),
        Hole(7, ('"could not send the reminder"', '"could not push the notice"')),
    ),
)


def member(
    path: str, start: int, symbol: str, lines: int = 9, *, added: bool = False
) -> ReportMember:
    return ReportMember(Span(path, start, start + lines), symbol, lines, added)


def pair(number: int, saved: int, similarity: float = 0.9) -> Cluster:
    """A new cluster of two members in files of their own."""
    return Cluster(
        id=f"{number:012x}",
        state=State.NEW,
        members=(
            member(f"src/shop/module_{number}.py", 10, "load"),
            member(f"src/shop/other_{number}.py", 200, "Loader.load"),
        ),
        links=(ReportLink(0, 1, LinkKind.EDITED, 0.8, similarity, 0.74),),
        min_sim=similarity,
        max_sim=similarity,
        weakest=(0, 1),
        strongest=(0, 1),
        saved_lines=saved,
    )


def check_report(*clusters: Cluster, **changes: object) -> CheckReport:
    report = CheckReport(
        root=".",
        scope="staged changes against HEAD",
        partial=True,
        has_baseline=True,
        baseline_path="sai-baseline.json",
        clusters=clusters,
        counts=Counts(
            files=580,
            changed_files=2,
            chunks=7123,
            changed_chunks=5,
            below_floor=1204,
            stubs=33,
            suppressed=2,
            known=3,
            in_tests=12,
        ),
        limits=LIMITS,
        staged=True,
        seconds=0.4321,
    )
    return replace(report, **changes)  # type: ignore[arg-type]


def new_finding() -> CheckReport:
    cluster = Cluster(
        id="3f9ac20b7d11",
        state=State.NEW,
        members=(
            member("src/shop/invoices.py", 88, "send_reminder"),
            member("src/shop/shipping/parcels.py", 120, "Parcels.push_notice", added=True),
        ),
        links=(ReportLink(0, 1, LinkKind.EDITED, 0.91, 0.928, 0.78),),
        min_sim=0.928,
        max_sim=0.928,
        weakest=(0, 1),
        strongest=(0, 1),
        saved_lines=9,
        skeleton=REMINDER,
    )
    return check_report(
        cluster,
        problems=(
            Problem("src/legacy/latin.py", "not UTF-8"),
            *(Problem(f"src/gen/part_{i}.js", "syntax error", skipped=False) for i in range(7)),
        ),
        excluded=(("generated", 14), ("larger than 512 KiB", 3)),
        notices=("src/shop/util.py:12: this sai-noduplicate marker silences nothing",),
    )


def grown_finding() -> CheckReport:
    members = (
        member("web/src/api/carts.ts", 12, "fetchCart"),
        member("web/src/api/devices.ts", 8, "fetchDevice"),
        member("web/src/api/orders.ts", 15, "fetchOrder", added=True),
        member("web/src/api/users.ts", 30, "fetchUser"),
    )
    links = (
        ReportLink(0, 1, LinkKind.RENAMED, 0.97, 1.0, 0.7, accepted=True),
        ReportLink(0, 2, LinkKind.EDITED, 0.9, 0.86, 0.8),
        ReportLink(0, 3, LinkKind.EDITED, 0.9, 0.84, 0.8, accepted=True),
        ReportLink(1, 2, LinkKind.EDITED, 0.92, 0.95, 0.8),
        ReportLink(1, 3, LinkKind.EDITED, 0.9, 0.84, 0.8, accepted=True),
        ReportLink(2, 3, LinkKind.EDITED, 0.9, 0.83, 0.8),
    )
    skeleton = Skeleton(
        members=(1, 2),
        lines=(
            "export async function ⟨1⟩(id: string): Promise<⟨2⟩> {",
            *(f"  step{i}(id);" for i in range(1, 29)),
            "}",
        ),
        holes=(Hole(1, ("fetchDevice", "fetchOrder")), Hole(2, ("Device", "Order"))),
    )
    cluster = Cluster(
        id="77aa01c4e9d2",
        state=State.GROWN,
        members=members,
        links=links,
        min_sim=0.83,
        max_sim=1.0,
        weakest=(2, 3),
        strongest=(0, 1),
        saved_lines=30,
        reason="one client a resource until the generator lands",
        skeleton=skeleton,
    )
    return check_report(cluster)


def first_run() -> CheckReport:
    clusters = tuple(pair(number, saved=5 + 10 * number) for number in range(1, 8))
    return check_report(
        *clusters,
        partial=False,
        has_baseline=False,
        scope="580 tracked files",
        staged=False,
        counts=Counts(files=580, chunks=7123, below_floor=1204, stubs=33, untracked=2),
    )


def explore() -> CheckReport:
    family = replace(
        new_finding().clusters[0],
        state=State.KNOWN,
        members=(
            member("src/shop/invoices.py", 88, "send_reminder"),
            member("src/shop/shipping/parcels.py", 120, "Parcels.push_notice"),
        ),
    )
    exact = replace(
        pair(9, saved=4, similarity=1.0),
        in_tests=True,
        skeleton=Skeleton((0, 1), ("def load(self):", "    return 1"), ()),
    )
    resolved = replace(pair(10, saved=0), state=State.RESOLVED, members=(), links=())
    return check_report(
        *(family, exact, pair(1, saved=31), resolved),
        partial=False,
        scope="580 tracked files",
        staged=False,
    )


def odd_names() -> CheckReport:
    cluster = Cluster(
        id="0dd000000001",
        state=State.NEW,
        members=(
            member("src/caf\udce9/a\tb\nc.py", 3, "größe", added=True),
            member("src/in put/\x1b[31mred.py", 7, "Ж.名前"),
            member("src/\u202efdp.js", 1, "f"),
        ),
        links=(
            ReportLink(0, 1, LinkKind.EXACT, 1.0, 1.0, 0.7),
            ReportLink(0, 2, LinkKind.EXACT, 1.0, 1.0, 0.7),
            ReportLink(1, 2, LinkKind.EXACT, 1.0, 1.0, 0.7),
        ),
        min_sim=1.0,
        max_sim=1.0,
        weakest=(0, 1),
        strongest=(0, 1),
        saved_lines=20,
        skeleton=Skeleton(
            (0, 1, 2),
            ("def f():", '\treturn "\x1b[0m⟨1⟩"'),
            (Hole(1, ("名前", "a\x07", "x" * 200)),),
        ),
    )
    return check_report(cluster, problems=(Problem("b\udcffd.py", "not UTF-8"),))


@pytest.fixture
def samples() -> dict[str, CheckReport]:
    return {
        "pass": check_report(),
        "new": new_finding(),
        "grown": grown_finding(),
        "first_run": first_run(),
        "foreign": replace(
            first_run(),
            has_baseline=True,
            counts=replace(first_run().counts, families=40, resolved=39, stale=81),
        ),
        "explore": explore(),
        "odd_names": odd_names(),
    }
