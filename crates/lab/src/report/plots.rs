//! The plots of a section.

use super::Plot;
use super::results::SectionResults;

/// What there is to draw of a section.
pub fn of(section: &SectionResults<'_>) -> Vec<Plot> {
    let _ = section;
    Vec::new()
}
