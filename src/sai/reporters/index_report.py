"""What `sai index` and `sai sync` print, for people and for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sai.core.indexing import Decision, IndexStatus, Refreshed
from sai.reporters.json_report import Json, dumped, json_text
from sai.reporters.wording import count, visible

VERSION = 1


def status_text(status: IndexStatus) -> str:
    """The state of the index, a line for each thing."""
    rows, fresh = status.rows, status.freshness
    if status.size is None:
        size = "there is none yet; the first run makes it"
    elif not status.is_usable:
        size = f"{_mib(status.size)}, not of this version: the next run makes it anew"
    else:
        size = f"{_mib(status.size)}, format {status.format}"
    known = fresh.current + fresh.changed + fresh.gone
    lines = [
        ("index", f"{visible(status.path)} · {size}"),
        ("shared", f"{visible(status.named)} is tracked by git: a seed, `--snapshot` renews it")
        if status.shared
        else ("", ""),
        ("holds", f"{count(known, 'file')}, {count(rows['contents'], 'content')}, "
         f"{count(rows['chunks'], 'chunk')}, {count(rows['vectors'], 'vector')}")
        if rows else ("", ""),
        ("embedder", f"{status.embedder} ({visible(status.embedder_id)})"
         + (f", {status.dimension} dimensions" if status.dimension else "")),
        ("chunker", status.chunker),
        ("files", f"{fresh.current:,} as they were, {fresh.changed:,} to be looked at again, "
         f"{fresh.new:,} new, {fresh.gone:,} gone"),
    ]  # fmt: skip
    return "".join(f"{name:<9} {text}\n" for name, text in lines if name)


def status_json(status: IndexStatus) -> str:
    """The same for a program."""
    fresh = status.freshness
    return dumped(
        {
            "version": VERSION,
            "path": json_text(status.path),
            "named": json_text(status.named),
            "shared": status.shared,
            "exists": status.size is not None,
            "format": status.format,
            "usable": status.is_usable,
            "bytes": status.size or 0,
            "rows": dict(status.rows),
            "embedder": status.embedder,
            "embedder_id": json_text(status.embedder_id),
            "dimension": status.dimension,
            "chunker": status.chunker,
            "files": {
                "current": fresh.current,
                "changed": fresh.changed,
                "new": fresh.new,
                "gone": fresh.gone,
            },
        }
    )


def dry_run_text(decisions: Sequence[Decision]) -> str:
    """Every file with what is decided and why, and a summary of the reasons."""
    lines = [_decision(decision) for decision in decisions]
    indexed = [decision for decision in decisions if decision.is_indexed]
    reasons = Counter(decision.note for decision in decisions if not decision.is_indexed)
    chunks = sum(decision.chunks for decision in indexed)
    lines.append(f"sai: {count(len(indexed), 'file')} with {count(chunks, 'chunk')}")
    for reason, files in sorted(reasons.items(), key=lambda item: (-item[1], item[0])):
        lines.append(f"     {files:,} left out: {visible(reason)}")
    return "\n".join(lines) + "\n"


def dry_run_json(decisions: Sequence[Decision]) -> str:
    """The same for a program."""
    files: list[Json] = [
        {
            "path": json_text(decision.path),
            "indexed": decision.is_indexed,
            "chunks": decision.chunks,
            "note": json_text(decision.note),
        }
        for decision in decisions
    ]
    return dumped({"version": VERSION, "files": files})


def refreshed_text(changes: Refreshed, seconds: float) -> str:
    """Each path that changed, once, and a line that sums up."""
    lines = [f"+ {visible(path)} ({count(chunks, 'chunk')})" for path, chunks in changes.added]
    lines += [f"- {visible(path)} ({visible(reason)})" for path, reason in changes.removed]
    what = f"{count(len(lines), 'file')} changed" if lines else "nothing changed"
    files = count(changes.files, "file")
    return "\n".join([*lines, f"sai: {what} · {files} in the index · {seconds:.1f} s"]) + "\n"


def refreshed_json(changes: Refreshed) -> str:
    """The same for a program."""
    added: list[Json] = [
        {"path": json_text(path), "chunks": chunks} for path, chunks in changes.added
    ]
    reasons: dict[str, Json] = {json_text(p): json_text(reason) for p, reason in changes.removed}
    return dumped(
        {
            "version": VERSION,
            "refreshed": added,
            "removed": list(reasons),
            "reasons": reasons,
        }
    )


def _decision(decision: Decision) -> str:
    note = f" ({visible(decision.note)})" if decision.note else ""
    if decision.is_indexed:
        return f"+ {visible(decision.path)}: {count(decision.chunks, 'chunk')}{note}"
    return f"- {visible(decision.path)}{note}"


def _mib(size: int) -> str:
    return f"{size / 2**20:.1f} MiB"
