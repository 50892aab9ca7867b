//! Tables of text, of the terms of evaluations, and of pictures side by side.

use plylab_core::{Term, message, total};
use plylab_lab::report::aligned;
use plylab_lab::words::distinct;

use super::{Style, signed, width};
use crate::language::{named, say};

/// Rows as aligned lines: the first `left` columns to the left, the others, which are numbers, to the right.
pub fn table(rows: &[Vec<String>], left: usize) -> Vec<String> {
    aligned(rows, |column| column < left)
}

/// Rows as a list: names to the left, numbers to the right, and at the end of each line what it is about.
pub fn list(rows: &[Vec<String>], style: Style) -> String {
    let last = rows.first().map_or(0, Vec::len).saturating_sub(1);
    quiet_heads(aligned(rows, |column| column == 0 || column == last), style).join("\n")
}

/// The lines of a table, its heads in a quiet tone.
pub fn quiet_heads(mut lines: Vec<String>, style: Style) -> Vec<String> {
    if let Some(heads) = lines.first_mut() {
        *heads = style.quiet(&*heads);
    }
    lines
}

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

/// A picture, line by line, below its caption.
pub type Frame = Vec<String>;

fn widest(frame: &Frame) -> usize {
    frame.iter().map(|line| width(line)).max().unwrap_or(0)
}

/// Blanks between two pictures.
const GAP: usize = 4;

/// The frames from left to right, in as many rows as it takes to stay within `most` columns; a blank line between two
/// rows.
pub fn gallery(frames: &[Frame], most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = frames;
    while let Some(first) = rest.first() {
        let mut taken = 1;
        let mut used = widest(first);
        while let Some(next) = rest.get(taken) {
            used += GAP + widest(next);
            if used > most {
                break;
            }
            taken += 1;
        }
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(row(&rest[..taken]));
        rest = &rest[taken..];
    }
    lines
}

fn row(frames: &[Frame]) -> Vec<String> {
    let height = frames.iter().map(Vec::len).max().unwrap_or(0);
    let line = |index: usize| {
        let mut text = String::new();
        for (number, frame) in frames.iter().enumerate() {
            let part = frame.get(index).map_or("", String::as_str);
            text.push_str(part);
            if number + 1 < frames.len() {
                text.push_str(&" ".repeat(widest(frame) - width(part) + GAP));
            }
        }
        text.trim_end().to_owned()
    };
    (0..height).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_left_and_numbers_right() {
        let row = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect::<Vec<String>>();
        let rows = [row(&["", "wins"]), row(&["Yellow", "3"]), row(&["Red", "12"])];
        assert_eq!(table(&rows, 1), ["        wins", "Yellow     3", "Red       12"]);
        assert!(table(&[], 1).is_empty());
    }

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

    fn frame(caption: &str, lines: &[&str]) -> Frame {
        [caption].iter().chain(lines).map(|&line| line.to_owned()).collect()
    }

    #[test]
    fn frames_stand_side_by_side_until_the_line_is_full() {
        let frames =
            [frame("now", &["ab", "cd"]), frame("x", &["\u{1b}[1mef\u{1b}[0m"]), frame("y", &["gh"])];
        assert_eq!(gallery(&frames, 15), ["now    x     y", "ab     \u{1b}[1mef\u{1b}[0m    gh", "cd"]);
        assert_eq!(gallery(&frames, 9).len(), 6);
        assert_eq!(gallery(&frames, 1).len(), 9);
        assert!(gallery(&[], 80).is_empty());
    }
}
