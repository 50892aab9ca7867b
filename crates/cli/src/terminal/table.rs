//! Tables of text.

use plylab_lab::report::aligned;

use super::Style;

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
}
