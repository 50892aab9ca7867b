//! Evaluations, term by term.

use plylab_core::{Term, message, total};
use plylab_lab::words::distinct;

use super::{Style, signed, table, width};
use crate::language::{named, say};

/// A row per term and a column per evaluated position or move, with the totals below; split into several tables if the
/// columns do not fit `most`.
pub fn terms_table(columns: &[(String, Vec<Term>)], style: Style, most: usize) -> String {
    let names = distinct(columns.iter().flat_map(|(_, terms)| terms).map(|term| term.name.as_str()));
    let heads: Vec<String> = std::iter::once(String::new())
        .chain(names.iter().map(|&name| named(name)))
        .chain([say(&message!("total", "total"))])
        .collect();
    let cells: Vec<Vec<String>> = columns.iter().map(|(head, terms)| column(head, terms, &names)).collect();
    let wide = |cells: &[String]| cells.iter().map(|cell| width(cell)).max().unwrap_or(0);
    let mut blocks = Vec::new();
    let mut rest = cells.as_slice();
    while !rest.is_empty() {
        let mut used = wide(&heads);
        let fitting = rest.iter().take_while(|cells| {
            used += 2 + wide(cells);
            used <= most
        });
        let (block, later) = rest.split_at(fitting.count().max(1));
        rest = later;
        let row = |index: usize| {
            std::iter::once(&heads)
                .chain(block)
                .filter_map(|cells| cells.get(index).cloned())
                .collect::<Vec<String>>()
        };
        let rows: Vec<Vec<String>> = (0..heads.len()).map(row).collect();
        let mut lines = table(&rows, 1);
        if let Some(last) = lines.last_mut() {
            *last = style.strong(&last);
        }
        blocks.push(lines.join("\n"));
    }
    blocks.join("\n\n")
}

fn column(head: &str, terms: &[Term], names: &[&str]) -> Vec<String> {
    let mut cells = vec![named(head)];
    for &name in names {
        // Terms may differ from column to column, and one name may come more than once.
        let mut there = terms.iter().filter(|term| term.name == name).peekable();
        let known = there.peek().is_some();
        let sum: f64 = there.map(|term| term.value).sum();
        cells.push(if known { named(&signed(sum)) } else { "-".to_owned() });
    }
    cells.push(named(&signed(total(terms))));
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_that_only_some_columns_have_leave_a_gap() {
        let columns = [
            ("West".to_owned(), vec![Term::new("food", -1.5)]),
            ("Stop".to_owned(), vec![Term::new("stop", -100.0), Term::new("food", 2.0)]),
        ];
        assert_eq!(
            terms_table(&columns, Style::PLAIN, 80),
            "       West  Stop\nfood   -1.5    +2\nstop      -  -100\ntotal  -1.5   -98"
        );
    }

    #[test]
    fn columns_that_do_not_fit_go_below() {
        let columns: Vec<(String, Vec<Term>)> =
            (1..=4).map(|column| (column.to_string(), vec![Term::new("x", 10.0)])).collect();
        let text = terms_table(&columns, Style::PLAIN, 16);
        assert_eq!(text.split("\n\n").count(), 2);
        assert!(text.lines().all(|line| line.len() <= 16), "{text}");
    }
}
