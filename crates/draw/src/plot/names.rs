//! Names below an axis: in a line, in a few lines, or slanted, so that none touches another.

use super::axis::TICK_SIZE;
use super::sheet::PlotSheet;
use crate::measure::{fit, width, wrap};

const LINE: f64 = 13.0;
/// The space between two names side by side.
const GAP: f64 = 8.0;
/// The slant of names, in degrees.
const SLANT: f64 = 35.0;
const SLANT_SIN: f64 = 0.574;
const SLANT_COS: f64 = 0.819;
/// Slanted names are cut at this length.
const LONGEST: f64 = 150.0;
/// The most that an axis is shortened for names on its left.
const MAX_LEAD: f64 = 90.0;
/// The distance between slanted names: the height of a line, measured along the axis.
const SLANTED_STEP: f64 = LINE / SLANT_SIN;

/// How names are set.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum NameLayout {
    /// Upright, wrapped and centred.
    Upright(Vec<Vec<String>>),
    /// Slanted; only every n-th, if there are too many.
    Slanted { texts: Vec<String>, every: usize },
}

impl NameLayout {
    /// Sets names, each in a `slot` of that width; `left` is the space on the left of the middle of the first one.
    pub fn set(names: &[String], slot: f64, left: f64) -> NameLayout {
        let max = slot - GAP;
        let lines: Vec<Vec<String>> = names.iter().map(|name| wrap(name, TICK_SIZE, max)).collect();
        let upright = lines
            .iter()
            .all(|lines| lines.len() <= 3 && lines.iter().all(|line| width(line, TICK_SIZE) <= max));
        if upright {
            return NameLayout::Upright(lines);
        }
        let texts = names.iter().enumerate().map(|(index, name)| {
            let room = (left + slot * index as f64) / SLANT_COS;
            fit(name, TICK_SIZE, room.min(LONGEST))
        });
        let every = (SLANTED_STEP / slot).ceil().max(1.0) as usize;
        NameLayout::Slanted { texts: texts.collect(), every }
    }

    /// Where the axis should begin, at or after `left`, so that slanted names have enough space on that side.
    pub fn start(names: &[String], left: f64, right: f64, margin: f64) -> f64 {
        let slot = (right - left) / names.len().max(1) as f64;
        if matches!(NameLayout::set(names, slot, left + slot / 2.0 - margin), NameLayout::Upright(_)) {
            return left;
        }
        let wanted = names.iter().enumerate().map(|(index, name)| {
            let middle = width(name, TICK_SIZE).min(LONGEST) * SLANT_COS + margin;
            // A later start moves each name by the part of the axis that is on its right.
            let part = (index as f64 + 0.5) / names.len() as f64;
            (middle - part * right) / (1.0 - part)
        });
        wanted.fold(left, f64::max).min(left + MAX_LEAD)
    }

    /// The height they need below the axis.
    pub fn height(&self) -> f64 {
        match self {
            NameLayout::Upright(names) => LINE * names.iter().map(Vec::len).max().unwrap_or(0) as f64 + 8.0,
            NameLayout::Slanted { texts, .. } => {
                SLANT_SIN * texts.iter().map(|text| width(text, TICK_SIZE)).fold(0.0, f64::max) + 20.0
            }
        }
    }

    /// Draws them below `bottom`, each at its own `x`.
    pub fn draw(&self, sheet: &mut PlotSheet<'_>, full: &[String], bottom: f64, x: impl Fn(usize) -> f64) {
        let language = sheet.language;
        let paper = &mut sheet.paper;
        match self {
            NameLayout::Upright(names) => {
                for (number, lines) in names.iter().enumerate() {
                    for (line, text) in lines.iter().enumerate() {
                        let y = bottom + 17.0 + LINE * line as f64;
                        paper.text("tick middle", (x(number), y), &language.alone(text));
                    }
                }
            }
            NameLayout::Slanted { texts, every } => {
                for (number, text) in texts.iter().enumerate().step_by(*every) {
                    let cut = full.get(number).filter(|full| *full != text);
                    if let Some(full) = cut {
                        paper.open_named("name", full);
                    }
                    paper.slanted("tick end", (x(number) + 4.0, bottom + 15.0), SLANT, &language.alone(text));
                    if cut.is_some() {
                        paper.close();
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(count: usize, text: &str) -> Vec<String> {
        (0..count).map(|number| format!("{text}{number}")).collect()
    }

    #[test]
    fn short_names_stay_upright_and_long_ones_are_slanted() {
        assert_eq!(
            NameLayout::set(&names(3, "depth "), 100.0, 80.0),
            NameLayout::Upright(vec![vec!["depth 0".into()], vec!["depth 1".into()], vec!["depth 2".into()]])
        );
        let NameLayout::Upright(lines) = NameLayout::set(&names(6, "alphabeta depth "), 80.0, 80.0) else {
            panic!("they fit in two lines");
        };
        assert_eq!(lines[0], ["alphabeta", "depth 0"]);
        let long = names(12, "alphabeta:depth=8,table=64,order=dynamic,number=");
        assert!(matches!(NameLayout::set(&long, 45.0, 60.0), NameLayout::Slanted { every: 1, .. }));
    }

    #[test]
    fn an_axis_makes_room_for_its_first_name() {
        let long = names(12, "alphabeta:depth=");
        let start = NameLayout::start(&long, 50.0, 660.0, 16.0);
        let slot = (660.0 - start) / 12.0;
        let NameLayout::Slanted { texts, .. } = NameLayout::set(&long, slot, start + slot / 2.0 - 16.0)
        else {
            panic!("they are too long for one line");
        };
        assert_eq!(texts, long);
        assert_eq!(NameLayout::start(&names(3, "depth "), 50.0, 660.0, 16.0), 50.0);
    }

    #[test]
    fn no_name_touches_another_or_the_edge() {
        for count in 1..40 {
            for text in ["", "depth ", "alphabeta depth ", "alphabeta:depth=8,table=64,eval=report-b,"] {
                let (left, all) = (70.0, 560.0);
                let slot = all / count as f64;
                let first = left + slot / 2.0;
                match NameLayout::set(&names(count, text), slot, first) {
                    NameLayout::Upright(names) => {
                        for line in names.iter().flatten() {
                            assert!(width(line, TICK_SIZE) < slot, "{count} {line}");
                        }
                    }
                    NameLayout::Slanted { texts, every } => {
                        // Parallel lines are as far apart as their step seen from the side.
                        assert!(slot * every as f64 * SLANT_SIN >= LINE - 1e-9, "{count} {text}");
                        for (number, text) in texts.iter().enumerate() {
                            let reach = width(text, TICK_SIZE) * SLANT_COS;
                            assert!(reach <= first + slot * number as f64 + 1e-9, "{count} {text}");
                        }
                    }
                }
            }
        }
    }
}
