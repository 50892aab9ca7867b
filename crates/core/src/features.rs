//! Features of games that settings of agents depend on.

use std::fmt;

/// Something that a game may have. Settings that need it are not offered for games without it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Feature {
    /// Policies: named ways in which agents draw their moves.
    Policies,
    /// Evaluations whose values have known bounds.
    BoundedEvaluations,
    /// A report's program that saw the game differently from how it is played.
    ReportRules,
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Feature::Policies => "games with policies",
            Feature::BoundedEvaluations => "games with bounded evaluations",
            Feature::ReportRules => "games that a report searched by other rules",
        })
    }
}
