"""The schema of the index file and its version. It is a cache: another version is made anew."""

from __future__ import annotations

FORMAT = 3
"""Raise with every change below; there are no migrations."""

SCHEMA = """
-- One row: which layout the file has.
CREATE TABLE meta (format INTEGER NOT NULL);

-- A content is the bytes of a file, in a language, cut by one pipeline (settings and versions);
-- `content` is the BLAKE3 of all that. Any number of paths and views may share it.
CREATE TABLE contents (
    content   VARCHAR PRIMARY KEY,
    skipped   VARCHAR NOT NULL,   -- why it has no chunks; '' where it was read
    problem   VARCHAR NOT NULL,   -- what was odd though it was read; '' for nothing
    unindexed VARCHAR NOT NULL,   -- functions left out by sai-noindexing: JSON, '' for none
    idle      VARCHAR NOT NULL    -- markers that speak of no function: JSON, '' for none
);

-- The chunks of a content, numbered from its top; no path in here.
CREATE TABLE chunks (
    content      VARCHAR  NOT NULL,
    ordinal      INTEGER  NOT NULL,
    symbol       VARCHAR  NOT NULL,
    start_line   INTEGER  NOT NULL,  -- 1-based, inclusive, decorators included
    end_line     INTEGER  NOT NULL,
    code_lines   INTEGER  NOT NULL,
    digest       VARCHAR  NOT NULL,  -- of the normalised tokens
    renamed      VARCHAR  NOT NULL,  -- the same, locals numbered
    vector       VARCHAR  NOT NULL,  -- key into vectors
    codes        BLOB     NOT NULL,  -- uint32 little-endian, one a token
    is_stub      BOOLEAN  NOT NULL,
    no_duplicate BOOLEAN  NOT NULL,
    reason       VARCHAR  NOT NULL,  -- of the marker
    is_test      BOOLEAN  NOT NULL,  -- by what stands in the file
    by_file      BOOLEAN  NOT NULL   -- whether the marker is one for the whole file
);

-- int8 vectors by BLAKE3 of embedder and exact input: a text is embedded once, ever.
CREATE TABLE vectors (vector VARCHAR PRIMARY KEY, dimensions BLOB NOT NULL);

-- Contents by git object id (with language and pipeline), so that blobs need not be read again.
CREATE TABLE blobs (proof VARCHAR PRIMARY KEY, content VARCHAR NOT NULL);

-- What each view ("disk", "staged") showed when it was synced last.
CREATE TABLE views (
    view    VARCHAR NOT NULL,
    path    VARCHAR NOT NULL,     -- its bytes as Latin-1: names need not be UTF-8
    proof   VARCHAR NOT NULL,     -- pipeline:language:what shows that the file is unchanged
    content VARCHAR NOT NULL
);
"""

TABLES = ("contents", "chunks", "vectors", "blobs", "views")
"""The tables that hold rows."""
