//! Tables for a paper.

use super::Report;
use super::table::{Column, ColumnKind, Table};
use crate::messages::Language;

impl Report {
    /// Every table as a LaTeX `table`, to be input where the package `booktabs` is loaded.
    pub fn latex(&self, language: &Language) -> String {
        let head =
            "% Needs \\usepackage{booktabs}. Columns marked with * depend on the machine.\n".to_owned();
        self.tables().fold(head, |all, table| all + "\n" + &table.latex(language))
    }
}

impl Table {
    /// The table in LaTeX.
    pub fn latex(&self, language: &Language) -> String {
        let align = |column: &Column| match column.kind {
            ColumnKind::Name => "l",
            ColumnKind::Words => "p{6cm}",
            ColumnKind::Deterministic | ColumnKind::Machine => "r",
        };
        let align: String = self.columns.iter().map(align).collect();
        let head = |column: &Column| escape(&column.head(language)) + column.kind.mark("*");
        let heads: Vec<String> = self.columns.iter().map(head).collect();
        let mut lines = vec![
            "\\begin{table}".to_owned(),
            format!("\\caption{{{}}}", escape(&language.say(&self.title))),
            format!("\\begin{{tabular}}{{{align}}}"),
            "\\toprule".to_owned(),
            format!("{} \\\\", heads.join(" & ")),
            "\\midrule".to_owned(),
        ];
        for row in &self.rows {
            let cells: Vec<String> =
                row.iter().map(|value| escape(&value.text(language, "\u{b1}"))).collect();
            lines.push(format!("{} \\\\", cells.join(" & ")));
        }
        lines.extend(["\\bottomrule", "\\end{tabular}", "\\end{table}", ""].map(str::to_owned));
        lines.join("\n")
    }
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
            '\u{b1}' => escaped.push_str("$\\pm$"),
            '\n' => escaped.push(' '),
            _ => escaped.push(sign),
        }
    }
    escaped
}
