//! What the commands answer in JSON, as schemas.

use schemars::{Schema, SchemaGenerator};

use super::{agents, bench, book, games, grade, perft, replay, results, run, show, solve, stats};
use crate::batch::Refusal;

/// The schemas of the answers of each command; some commands have several.
pub fn answers(generator: &mut SchemaGenerator) -> Vec<(&'static str, Schema)> {
    vec![
        ("Bad lines of input", generator.subschema_for::<Refusal>()),
        ("plylab games", generator.subschema_for::<Vec<games::GameDescription<'_>>>()),
        ("plylab agents", generator.subschema_for::<Vec<agents::AgentEntry>>()),
        ("plylab games", generator.subschema_for::<plylab_core::BoardKind>()),
        ("plylab show", generator.subschema_for::<show::PositionReport>()),
        ("plylab perft", generator.subschema_for::<perft::PerftAnswer>()),
        ("plylab compare", generator.subschema_for::<plylab_lab::compare::Comparison>()),
        ("plylab match", generator.subschema_for::<plylab_lab::matches::Totals>()),
        ("plylab stats", generator.subschema_for::<stats::StatsAnswer>()),
        ("plylab run", generator.subschema_for::<Vec<run::bundled::ExperimentEntry>>()),
        ("plylab solve connect4", generator.subschema_for::<solve::connect4::ConnectFourAnswer>()),
        ("plylab solve sim", generator.subschema_for::<solve::sim::SimAnswer>()),
        ("plylab solve pacman", generator.subschema_for::<solve::pacman::PacmanAnswer>()),
        ("plylab book info", generator.subschema_for::<book::BookInfo>()),
        ("plylab grade", generator.subschema_for::<grade::GameGrades<'_>>()),
        ("plylab grade", generator.subschema_for::<Vec<grade::AgentGrade>>()),
        ("plylab calibrate", generator.subschema_for::<plylab_core::Calibration>()),
        ("plylab bench", generator.subschema_for::<bench::Bench>()),
        ("plylab explain", generator.subschema_for::<plylab_lab::explain::Explanation>()),
        ("plylab tree", generator.subschema_for::<plylab_search::record::RecordedTree>()),
        ("plylab report", generator.subschema_for::<plylab_lab::report::Report>()),
        ("plylab results check", generator.subschema_for::<results::CheckAnswer>()),
        ("plylab replay", generator.subschema_for::<replay::ReplayedGame>()),
        ("plylab replay", generator.subschema_for::<replay::ReplayedMove>()),
    ]
}
