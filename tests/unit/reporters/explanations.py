"""Sample explanations: a link and a pair that is none, with everything that may be told of them."""

from __future__ import annotations

from tests.unit.reporters.conftest import REMINDER, member

from sai.core.duplicates import PairVerdict
from sai.core.explanation import ExplainedChunk, Explanation
from sai.core.hurdles import Condition, Hurdle, PairExplanation
from sai.core.limits import Overridden
from sai.core.report import LinkKind

LINKED = Explanation(
    ExplainedChunk(member("src/mail/reminder.py", 12, "send_reminder"), 81, is_test=False),
    ExplainedChunk(
        member("src/push/notice.py", 40, "push_notice", 10),
        88,
        is_test=False,
        overridden=(Overridden("min_structure", 0.65, ("src/push/", "src/sms/")),),
    ),
    pair=PairExplanation(
        PairVerdict(LinkKind.EDITED, 0.91, 0.834, 0.65, 31.4, linked=True),
        linked=True,
        hurdles=(
            Hurdle(Condition.APART, "", is_met=True),
            Hurdle(Condition.LINES, "a", is_met=True, value=10, limit=6),
            Hurdle(Condition.ALIGNABLE, "a", is_met=True, value=81, limit=20_000),
            Hurdle(Condition.SCORE, "", is_met=True, value=0.91, limit=0.5),
            Hurdle(Condition.STRUCTURE, "", is_met=True, value=0.834, limit=0.65),
        ),
    ),
    min_structure=0.65,
    accepted=True,
    accepted_because="two services",
    only_tests=True,
    skeleton=REMINDER,
)

APART = Explanation(
    ExplainedChunk(
        member("src/a.py", 1, "load\x1b[31m"), 24_000, is_test=False, reason="its own\nmatter"
    ),
    ExplainedChunk(member("src/b.py", 70, "Loader.load", 3), 12, is_test=True),
    pair=PairExplanation(
        PairVerdict(LinkKind.EDITED, 0.41, 0.6, 0.85, 9.7, linked=False),
        linked=False,
        hurdles=(
            Hurdle(Condition.APART, "", is_met=False),
            *(
                Hurdle(condition, of, is_met=False, value=value, limit=limit)
                for of in "ab"
                for condition, value, limit in (
                    (Condition.NOT_A_STUB, 0.0, 0.0),
                    (Condition.NOT_MARKED, 0.0, 0.0),
                    (Condition.LINES, 3, 6),
                    (Condition.TOKENS, 12, 40),
                    (Condition.ALIGNABLE, 24_000, 20_000),
                    (Condition.INFORMATION, 4.2, 8.0),
                )
            ),
            Hurdle(Condition.SCORE, "", is_met=False, value=0.41, limit=0.5),
            Hurdle(Condition.STRUCTURE, "", is_met=False, value=0.6, limit=0.85),
        ),
    ),
    min_structure=0.7,
)
