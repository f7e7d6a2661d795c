"""`sai duplicates`: explore the clusters of a tree, whatever was accepted."""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from pathlib import Path

from sai.bootstrap import embedder_row, explored, judged_alone, open_session
from sai.cli.check import options_of, text_options
from sai.cli.console import Console, TerminalProgress
from sai.errors import UsageError
from sai.reporters import json_report, text_report
from sai.reporters.outputs import parsed_outputs, write_file


def run_duplicates(arguments: argparse.Namespace, console: Console) -> int:
    """List all clusters; the exit code is 1 only with `--fail`."""
    outputs = parsed_outputs(arguments.output)
    started = time.monotonic()
    start = Path(arguments.path)
    if not start.exists():
        raise UsageError(f"no such file or directory: {start}", hint="name one to look through")
    options = options_of(arguments)
    session = open_session(start, options=options, progress=TerminalProgress())
    session, question = explored(session, start, options)
    embedder = embedder_row(session)
    if arguments.semantic:
        question = replace(question, semantic_score=embedder.semantic_score)
    report = judged_alone(session, question, started)
    duplicates = session.resolved.settings.duplicates
    large = [c for c in report.clusters if len(c.members) >= duplicates.min_cluster_size]
    report = replace(report, clusters=tuple(large))
    query = json_report.ExploreQuery(
        duplicates.min_cluster_size,
        duplicates.top_k,
        duplicates.max_clusters,
        seeded=question.changed is not None,
    )

    def rendered(name: str, style: text_report.TextOptions) -> str:
        if name == "json":
            return json_report.render_explore(report, query)
        caution = embedder.semantic_caution
        return text_report.render_explore(report, duplicates.max_clusters, style, caution)

    console.result(rendered(arguments.format, text_options(console)))
    for name, path in outputs:
        write_file(path, rendered(name, text_report.TextOptions()))
    console.notes(session.notices)
    return 1 if arguments.fail and report.clusters else 0
