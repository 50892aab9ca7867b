//! Tables for a paper.

use plylab_core::message;

use super::Report;
use super::plots::file_name;
use super::table::{ColumnKind, Table, TableColumn, TableValue};
use crate::messages::Language;

/// The most lines of a table: with its caption and notes they fit on a page of the usual size. More are several tables.
const LINES: usize = 34;

/// The characters of a sentence that fit on one line of its column.
const ACROSS: usize = 36;

/// A table that is wider than the text is scaled down to its width.
const FITTED: &str = "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%";

impl Report {
    /// Every table as a LaTeX `table` with a label, to be input where the packages `booktabs` and `graphicx` are loaded.
    pub fn latex(&self, language: &Language) -> String {
        let head = "% Needs \\usepackage{booktabs,graphicx}. Columns marked with * depend on the machine.\n"
            .to_owned();
        self.tables().fold(head, |all, table| all + "\n" + &table.latex(language))
    }
}

impl Table {
    /// The table in LaTeX, in several parts if it is longer than a page. The label, which is that of the first part, is the same
    /// in every language: `tab:` and its English title.
    pub fn latex(&self, language: &Language) -> String {
        let mut parts: Vec<Vec<String>> = vec![Vec::new()];
        let mut height = 0;
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(|value| cell(value, language)).collect();
            let own = self.height(row, language);
            if height + own > LINES && height > 0 {
                parts.push(Vec::new());
                height = 0;
            }
            height += own;
            if let Some(rows) = parts.last_mut() {
                rows.push(format!("{} \\\\", cells.join(" & ")));
            }
        }
        let last = parts.len() - 1;
        let each = parts.into_iter().enumerate();
        each.map(|(number, rows)| self.part(language, rows, number == 0, number == last)).collect()
    }

    /// How many lines a row takes.
    fn height(&self, row: &[TableValue], language: &Language) -> usize {
        let sentences = self.columns.iter().zip(row).filter(|(column, _)| column.kind == ColumnKind::Words);
        let lines = sentences.map(|(_, value)| value.text(language, "+-").chars().count().div_ceil(ACROSS));
        lines.max().unwrap_or(1).max(1)
    }

    /// Some rows as a table: the first has the label, the last has the notes.
    fn part(&self, language: &Language, rows: Vec<String>, is_first: bool, is_last: bool) -> String {
        let align = |column: &TableColumn| match column.kind {
            ColumnKind::Name => "l",
            ColumnKind::Words => "p{6cm}",
            ColumnKind::Deterministic | ColumnKind::Machine => "r",
        };
        let align: String = self.columns.iter().map(align).collect();
        let head = |column: &TableColumn| escape(&column.head(language)) + column.kind.mark("*");
        let heads: Vec<String> = self.columns.iter().map(head).collect();
        let title = if is_first {
            language.say(&self.title)
        } else {
            language.say(&message!("table-continued", "{title} (continued)", title = self.title.clone()))
        };
        let mut lines = vec!["\\begin{table}".to_owned(), "\\centering".to_owned()];
        lines.push(format!("\\caption{{{}}}", escape(&title)));
        if is_first {
            lines.push(format!("\\label{{tab:{}}}", file_name(&self.title.to_string())));
        }
        lines.extend([
            FITTED.to_owned(),
            format!("\\begin{{tabular}}{{{align}}}"),
            "\\toprule".to_owned(),
            format!("{} \\\\", heads.join(" & ")),
            "\\midrule".to_owned(),
        ]);
        lines.extend(rows);
        lines.extend(["\\bottomrule", "\\end{tabular}}"].map(str::to_owned));
        for note in self.notes.iter().filter(|_| is_last) {
            lines.push(format!("\\par\\smallskip{{\\footnotesize {}\\par}}", escape(&language.say(note))));
        }
        lines.extend(["\\end{table}", ""].map(str::to_owned));
        lines.join("\n") + if is_last { "" } else { "\n" }
    }
}

/// A value: real minus signs, thin spaces between thousands and before per cent, and units that stay on their line.
fn cell(value: &TableValue, language: &Language) -> String {
    let text = signed(&value.text(language, "\u{b1}"));
    match value {
        TableValue::None => "--".to_owned(),
        TableValue::Text(_) => escape(&text),
        TableValue::Seconds(_) => match text.split_once(' ') {
            Some((number, "us")) => format!("{}~$\\mu$s", escape(number)),
            Some((number, unit)) => format!("{}~{}", escape(number), escape(unit)),
            None => escape(&text),
        },
        _ => {
            let mut out = String::new();
            let mut signs = text.chars().peekable();
            let mut after_digit = false;
            while let Some(sign) = signs.next() {
                match (sign, signs.peek()) {
                    (',', Some(next)) if after_digit && next.is_ascii_digit() => out.push_str("\\,"),
                    (' ', Some('%')) => out.push_str("\\,"),
                    _ => out.push_str(&escape(&sign.to_string())),
                }
                after_digit = sign.is_ascii_digit();
            }
            out
        }
    }
}

/// A text whose negative numbers have real minus signs. Hyphens elsewhere, as in specs, stay.
fn signed(text: &str) -> String {
    let signs: Vec<char> = text.chars().collect();
    let minus = |index: usize| {
        let before = index.checked_sub(1).and_then(|before| signs.get(before));
        before.is_none_or(|before| before.is_whitespace() || *before == '(')
            && signs.get(index + 1).is_some_and(char::is_ascii_digit)
    };
    let each = signs.iter().enumerate();
    each.map(|(index, &sign)| if sign == '-' && minus(index) { '\u{2212}' } else { sign }).collect()
}

/// Text with all markup escaped.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for sign in text.chars() {
        match sign {
            '%' | '&' | '#' | '_' | '$' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(sign);
            }
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '"' => escaped.push_str("\\textquotedbl{}"),
            '\u{b1}' => escaped.push_str("$\\pm$"),
            '\u{2212}' => escaped.push_str("$-$"),
            '\n' => escaped.push(' '),
            _ => escaped.push(sign),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use plylab_core::Message;

    use super::*;
    use crate::stats::Estimate;

    fn written(value: &TableValue) -> String {
        cell(value, Language::english())
    }

    #[test]
    fn a_table_longer_than_a_page_has_several_parts() {
        let parts = |rows: usize, verdict: &str| {
            let mut table = Table::new(Message::verbatim("Long"));
            table.column("depth", ColumnKind::Name, (0..rows).map(|row| TableValue::Count(row as u64)));
            let words = (0..rows).map(|_| TableValue::Text(verdict.into()));
            table.column("verdict", ColumnKind::Words, words);
            table.notes.push(Message::verbatim("noted"));
            let text = table.latex(Language::english());
            assert_eq!(text.matches("\\label{tab:long}").count(), 1, "{text}");
            assert_eq!(text.matches("noted").count(), 1, "{text}");
            assert_eq!(text.matches(verdict).count(), rows);
            let parts = text.matches("\\begin{table}\n").count();
            assert_eq!(text.matches("\\caption{Long (continued)}").count(), parts - 1);
            parts
        };
        assert_eq!(parts(34, "equal"), 1);
        assert_eq!(parts(35, "equal"), 2);
        assert_eq!(parts(34, "no significant difference among so many"), 2, "two lines each");
        assert_eq!(parts(0, "equal"), 1);
    }

    #[test]
    fn numbers_have_real_signs_and_units() {
        let mean = |mean, reach| TableValue::Mean(Estimate { mean, low: mean - reach, high: mean + reach });
        assert_eq!(written(&mean(-703.68, 36.1)), "$-$704 $\\pm$ 36");
        assert_eq!(written(&TableValue::Number(-123_456.7)), "$-$123\\,457");
        assert_eq!(written(&TableValue::Seconds(0.000_25)), "250~$\\mu$s");
        assert_eq!(written(&TableValue::Seconds(644.0)), "10.7~min");
        assert_eq!(written(&TableValue::wins(34, 100, 100)), "34\\,\\% (25 to 44)");
        assert_eq!(written(&TableValue::P(0.0)), "\\textless{} 0.001");
        assert_eq!(written(&TableValue::None), "--");
        assert_eq!(written(&TableValue::Text("alphabeta:depth=3-4".into())), "alphabeta:depth=3-4");
        assert_eq!(written(&TableValue::Text("bounds -2.94 and (-1)".into())), "bounds $-$2.94 and ($-$1)");
    }
}
