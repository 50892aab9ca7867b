//! Features of games that settings of agents depend on.

use crate::{Message, message};

/// Something that a game may have. Settings that need it are not offered for games without it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Feature {
    /// Policies: named ways in which agents draw their moves.
    Policies,
    /// Evaluations whose values have known bounds.
    BoundedEvaluations,
    /// A report's program that saw the game differently from how it is played.
    ReportRules,
}

impl Feature {
    /// The games that have it.
    pub fn message(self) -> Message {
        match self {
            Feature::Policies => message!("games-with-policies", "games with policies"),
            Feature::BoundedEvaluations => message!("games-with-bounds", "games with bounded evaluations"),
            Feature::ReportRules => {
                message!("games-with-report-rules", "games that a report searched by other rules")
            }
        }
    }
}
