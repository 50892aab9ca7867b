//! Tables of text.

use super::width;

/// Rows as aligned lines: the first `left` columns to the left, the others, which are numbers, to the right.
pub fn table(rows: &[Vec<String>], left: usize) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| width(cell)).max();
    let widths: Vec<usize> = (0..columns).map(|column| widest(column).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &room))| {
            let gap = " ".repeat(room - width(cell));
            if column < left { format!("{cell}{gap}") } else { format!("{gap}{cell}") }
        });
        cells.collect::<Vec<String>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
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
