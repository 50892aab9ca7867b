"""Results as tables, for pandas, polars and notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas
    import polars


class Tabular:
    """Something with rows: dictionaries with the same keys."""

    def rows(self) -> list[dict[str, Any]]:
        """Give the rows as plain dictionaries."""
        raise NotImplementedError

    def to_pandas(self) -> pandas.DataFrame:
        """Give the rows as a table of pandas, which must be installed."""
        import pandas

        return pandas.DataFrame(self.rows())

    def to_polars(self) -> polars.DataFrame:
        """Give the rows as a table of polars, which must be installed."""
        import polars

        return polars.DataFrame(self.rows(), infer_schema_length=None)


def html_table(rows: Iterable[Mapping[str, Any]], caption: str = "") -> str:
    """Write rows as a table for notebooks."""
    rows = list(rows)
    if not rows:
        return f"<p>{escape(caption)}</p>"
    head = "".join(f"<th>{escape(name)}</th>" for name in rows[0])
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(_text(value))}</td>" for value in row.values()) + "</tr>" for row in rows
    )
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _text(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.4g}" if isinstance(value, float) else str(value)
