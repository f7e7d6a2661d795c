"""`sai duplicates`: explore the clusters of a tree, whatever was accepted."""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from pathlib import Path

from sai.bootstrap import open_session, whole_disk
from sai.cli.check import judged, options_of, parsed_outputs, text_options
from sai.cli.console import Console, TerminalProgress, write_file
from sai.errors import UsageError
from sai.reporters import json_report, text_report


def run_duplicates(arguments: argparse.Namespace, console: Console) -> int:
    """List all clusters; the exit code is 1 only with `--fail`."""
    outputs = parsed_outputs(arguments.output)
    started = time.monotonic()
    start = Path(arguments.path)
    if not start.is_dir():
        raise UsageError(f"not a directory: {start}", hint="name a directory to look through")
    options = options_of(arguments)
    session = open_session(start, options=options, progress=TerminalProgress())
    question = replace(whole_disk(session), baseline=None)
    report = judged(session, question, started)
    duplicates = session.resolved.settings.duplicates
    query = json_report.ExploreQuery(
        duplicates.min_cluster_size, duplicates.top_k, duplicates.max_clusters, seeded=False
    )
    as_json = json_report.render_explore(report, query)
    style = text_options(arguments, console)
    as_text = text_report.render_explore(report, duplicates.max_clusters, style)
    console.result(as_json if arguments.format == "json" else as_text)
    for name, path in outputs:
        plain = text_report.render_explore(report, duplicates.max_clusters)
        write_file(path, as_json if name == "json" else plain)
    for notice in report.notices if arguments.format == "text" else ():
        console.note(notice)
    return 1 if arguments.fail and report.clusters else 0
