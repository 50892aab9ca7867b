//! Requests with their parameters and answers, events, errors.
//!
//! A request names an operation in `do` and its parameters in `with`. [`Request`] has a variant for each operation, which holds
//! both its parameters and the type of its answer: what is not there cannot be asked.

mod analysis;
mod catalogue;
mod events;
mod experiments;
mod fault;
mod games;
mod matches;
mod people;
mod positions;
mod replays;
mod trees;

use std::collections::BTreeMap;
use std::marker::PhantomData;

use plylab_core::{Message, message};
use plylab_lab::explorer::{TreeComparison, TreePlot, TreeStep, TreeView, TreeWhy};
use serde::de::{Deserialize, Deserializer, value};
use serde::{Serialize, forward_to_deserialize_any};
use serde_json::Value;

use crate::host::JobKind;

pub use self::analysis::*;
pub use self::catalogue::*;
pub use self::events::*;
pub use self::experiments::*;
pub(crate) use self::fault::Result;
pub use self::fault::{Code, Fault, RequestField};
pub use self::games::*;
pub use self::matches::*;
pub use self::people::*;
pub use self::positions::*;
pub use self::replays::*;
pub use self::trees::*;

/// The version of the protocol.
pub const PROTOCOL: u32 = 3;

/// Texts of files that came with a request, by name.
pub type GivenFiles = BTreeMap<String, String>;

/// No parameters, or an answer without content.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

impl From<()> for Nothing {
    fn from((): ()) -> Nothing {
        Nothing {}
    }
}

/// The parameters of a request, and the type of its answer.
#[derive(Debug, serde::Deserialize)]
#[serde(transparent)]
pub struct Ask<W, A> {
    /// The parameters.
    pub with: W,
    answer: PhantomData<fn() -> A>,
}

impl<W, A: Serialize> Ask<W, A> {
    /// The answer that `work` gives, as JSON.
    ///
    /// # Errors
    ///
    /// What `work` reports.
    pub fn answer<T: Into<A>>(self, work: impl FnOnce(W) -> Result<T>) -> Result<String> {
        let answer: A = work(self.with)?.into();
        serde_json::to_string(&answer).map_err(|_| Fault::internal())
    }
}

/// The schemas of both, as the TypeScript of the pages has them.
#[cfg(feature = "schema")]
impl<W: schemars::JsonSchema, A: schemars::JsonSchema> schemars::JsonSchema for Ask<W, A> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Ask".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let (with, ok) = (generator.subschema_for::<W>(), generator.subschema_for::<A>());
        schemars::json_schema!({ "type": "object", "properties": { "with": with, "ok": ok }, "required": ["with", "ok"] })
    }
}

/// Everything that can be asked.
#[derive(Debug, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Request {
    /// The games, agents and settings on offer.
    #[serde(rename = "catalogue")]
    Catalogue(Ask<Nothing, Catalogue>),
    /// Checks whether an agent can take a seat.
    #[serde(rename = "agent.check")]
    AgentCheck(Ask<CheckAgent, AgentChecked>),
    /// Checks the spec of a game and of its players, and stores nothing.
    #[serde(rename = "game.check")]
    GameCheck(Ask<CheckGame, GameChecked>),
    /// Creates a game; the connection has opened it.
    #[serde(rename = "game.create")]
    GameCreate(Ask<CreateGame, OpenedGame>),
    /// Receives the events of a game from now on.
    #[serde(rename = "game.open")]
    GameOpen(Ask<OfGame, OpenedGame>),
    /// Stops receiving them. While nobody does, the agents of the game rest.
    #[serde(rename = "game.close")]
    GameClose(Ask<OfGame, Nothing>),
    /// Lists the games of the person who asks, the latest first.
    #[serde(rename = "game.list")]
    GameList(Ask<Nothing, GameList>),
    /// Plays a human's move.
    #[serde(rename = "game.play")]
    GamePlay(Ask<PlayMove, PlayedMove>),
    /// Lets agents move, until a human is to move; requests add up.
    #[serde(rename = "game.step")]
    GameStep(Ask<StepGame, Nothing>),
    /// Makes a thinking agent play its best move so far; cancels requested steps.
    #[serde(rename = "game.stop")]
    GameStop(Ask<OfGame, Nothing>),
    /// Goes back to the last turn of a human; without a human, one move.
    #[serde(rename = "game.undo")]
    GameUndo(Ask<OfGame, AtPly>),
    /// Goes back to a ply and continues from there; agents wait for `game.step` or a human's move.
    #[serde(rename = "game.back")]
    GameBack(Ask<BackTo, AtPly>),
    /// Starts a new game with the same players; the score stays unless `seats` changes.
    #[serde(rename = "game.restart")]
    GameRestart(Ask<RestartGame, Nothing>),
    /// Swaps sides and restarts; two-player games only.
    #[serde(rename = "game.swap")]
    GameSwap(Ask<OfGame, Nothing>),
    /// Changes who plays from here on.
    #[serde(rename = "game.seats")]
    GameSeats(Ask<ChangeSeats, Nothing>),
    /// Resigns for a human; two-player games only.
    #[serde(rename = "game.resign")]
    GameResign(Ask<Resign, Nothing>),
    /// Deletes a game; its replays stay.
    #[serde(rename = "game.delete")]
    GameDelete(Ask<OfGame, Nothing>),
    /// Exports a game as a line of `plylab-game/4`, and as the content of a link.
    #[serde(rename = "game.export")]
    GameExport(Ask<OfGame, ExportedGame>),
    /// Positions by ply, at most 100.
    #[serde(rename = "game.positions")]
    GamePositions(Ask<GamePlies, Positions>),
    /// A position, its picture and the facts of its game.
    #[serde(rename = "position")]
    Position(Ask<OfPosition, ShownPosition>),
    /// The position and those after each move, to step through a variation. It ends before the first illegal move.
    #[serde(rename = "position.line")]
    PositionLine(Ask<Variation, ShownLine>),
    /// The terms of an evaluation.
    #[serde(rename = "position.explain")]
    PositionExplain(Ask<ExplainPosition, Explained>),
    /// The same for each legal move; games without action evaluations answer `bad-input`.
    #[serde(rename = "position.judge")]
    PositionJudge(Ask<EvaluatePosition, JudgedActions>),
    /// Pac-Man only: the value of each square for Pac-Man.
    #[serde(rename = "position.heat")]
    PositionHeat(Ask<EvaluatePosition, Heat>),
    /// Pac-Man only: where each ghost can be, and after how many of its own moves at the earliest, if no ghost is eaten
    /// meanwhile.
    #[serde(rename = "position.reach")]
    PositionReach(Ask<ReachFrom, Reached>),
    /// Plays a batch of games between agents, whose totals come as events. Game number n is the same as in `plylab match` with
    /// the same seed.
    #[serde(rename = "match.start")]
    MatchStart(Ask<StartMatch, StartedMatch>),
    /// Stops a match.
    #[serde(rename = "match.stop")]
    MatchStop(Ask<OfMatch, Nothing>),
    /// Lets agents search a position side by side; each is a lane, and its progress comes as events.
    #[serde(rename = "analysis.start")]
    AnalysisStart(Ask<StartAnalysis, StartedAnalysis>),
    /// Moves an analysis to another position, so that it follows the game: the same as stop and start, under the same name.
    /// Earlier events may still arrive, but every event has the `text` of its position.
    #[serde(rename = "analysis.set")]
    AnalysisSet(Ask<SetAnalysis, StartedAnalysis>),
    /// Stops an analysis, or one lane of it: a last event with `state` `stopped` has the best result so far.
    #[serde(rename = "analysis.stop")]
    AnalysisStop(Ask<StopAnalysis, Nothing>),
    /// Lets an agent search a position, and records the search. It answers when the search is over.
    #[serde(rename = "tree.record")]
    TreeRecord(Ask<RecordTree, RecordedSearch>),
    /// A kept node in focus, after the branch at it, and every branch on the way to `path`, has been searched again: with the
    /// same window, depth and evaluation.
    #[serde(rename = "tree.open")]
    TreeOpen(Ask<OfNode, TreeView>),
    /// Why a node was cut, or a move was not taken.
    #[serde(rename = "tree.why")]
    TreeWhy(Ask<OfNode, TreeWhy>),
    /// The agent's own search, then `minimax`, alpha-beta with both cut rules and `expectimax` with the same evaluation, depth
    /// and model of the others. Record an `agent` to switch to it.
    #[serde(rename = "tree.compare")]
    TreeCompare(Ask<OfTree, TreeComparison>),
    /// A kept node in focus.
    #[serde(rename = "tree.node")]
    TreeNode(Ask<OfNode, TreeView>),
    /// A step of the search, and what was known then.
    #[serde(rename = "tree.step")]
    TreeStep(Ask<TreeStepOf, TreeStep>),
    /// All that was searched below a node, a row a ply.
    #[serde(rename = "tree.overview")]
    TreeOverview(Ask<OverviewOf, TreeOverview>),
    /// Simulations only: the visits of every root move over time.
    #[serde(rename = "tree.plot")]
    TreePlot(Ask<PlotOf, TreePlot>),
    /// The drawn part of a tree, with other nodes folded.
    #[serde(rename = "tree.draw")]
    TreeDraw(Ask<DrawTree, DrawnTree>),
    /// A tree as a file.
    #[serde(rename = "tree.export")]
    TreeExport(Ask<ExportTree, ExportedTree>),
    /// Reads a hand-written tree.
    #[serde(rename = "tree.check")]
    TreeCheck(Ask<CheckTree, CheckedTree>),
    /// The bundled experiments, and the runs of the person who asks, the latest first; for an admin all.
    #[serde(rename = "experiment.list")]
    ExperimentList(Ask<Nothing, ExperimentList>),
    /// The file of an experiment.
    #[serde(rename = "experiment.text")]
    ExperimentText(Ask<TextOf, ExperimentText>),
    /// Reads an experiment and counts its games.
    #[serde(rename = "experiment.check")]
    ExperimentCheck(Ask<CheckExperiment, CheckedExperiment>),
    /// Starts a run; the connection watches it. One run plays at a time; others wait, and people take turns.
    #[serde(rename = "experiment.start")]
    ExperimentStart(Ask<StartRun, StartedRun>),
    /// Receives the events of a run from now on.
    #[serde(rename = "experiment.watch")]
    ExperimentWatch(Ask<OfRun, WatchedRun>),
    /// Stops receiving them; the run goes on.
    #[serde(rename = "experiment.unwatch")]
    ExperimentUnwatch(Ask<OfRun, Nothing>),
    /// Stops a run after the games in progress. Results are kept.
    #[serde(rename = "experiment.stop")]
    ExperimentStop(Ask<StopRun, Nothing>),
    /// Continues a run where it stopped.
    #[serde(rename = "experiment.resume")]
    ExperimentResume(Ask<ResumeRun, StartedRun>),
    /// The finished games so far, in the order of the file; open one with `replay.open` with `run` and `key`.
    #[serde(rename = "experiment.games")]
    ExperimentGames(Ask<RunPage, RunGames>),
    /// The report of the results so far; the plots are drawn in the language.
    #[serde(rename = "experiment.report")]
    ExperimentReport(Ask<ReportOf, ReportedRun>),
    /// Deletes a run.
    #[serde(rename = "experiment.delete")]
    ExperimentDelete(Ask<OfRun, Nothing>),
    /// The replays of the person who asks, the latest first.
    #[serde(rename = "replay.list")]
    ReplayList(Ask<ReplayPage, ReplayList>),
    /// A finished game, with its first positions, at most 100.
    #[serde(rename = "replay.open")]
    ReplayOpen(Ask<ReplaySource, OpenedReplay>),
    /// Positions of a finished game by ply, at most 100.
    #[serde(rename = "replay.positions")]
    ReplayPositions(Ask<ReplayPlies, ReplayPositions>),
    /// Keeps games that were exported.
    #[serde(rename = "replay.import")]
    ReplayImport(Ask<ImportReplays, ImportedReplays>),
    /// Exports a replay as a line of `plylab-game/4`.
    #[serde(rename = "replay.export")]
    ReplayExport(Ask<OfReplay, ExportedReplay>),
    /// Deletes a replay.
    #[serde(rename = "replay.delete")]
    ReplayDelete(Ask<OfReplay, Nothing>),
    /// Lets others read a game, a replay or a run, or no longer.
    #[serde(rename = "share")]
    Share(Ask<Share, Shared>),
    /// Who uses the lab, and how much.
    #[serde(rename = "lab.load")]
    LabLoad(Ask<Nothing, Load>),
    /// Deletes everything that a person made, except runs in progress, which are stopped; ask again to delete those.
    #[serde(rename = "lab.purge")]
    LabPurge(Ask<Purge, Purged>),
}

impl Request {
    /// The request of that name, with these parameters.
    ///
    /// # Errors
    ///
    /// If there is no such request, or its parameters are unknown, missing, or of the wrong type.
    pub fn read(name: &str, with: Value) -> Result<Request> {
        if !Request::names().contains(&name) {
            let wrong = message!("no-such-request", "there is no request '{what}'", what = name);
            return Err(Fault::new(Code::UnknownRequest, wrong).in_field(RequestField::Do));
        }
        let with = if with.is_null() { Value::Object(serde_json::Map::new()) } else { with };
        let named = serde_json::Map::from_iter([(name.to_owned(), with)]);
        Request::deserialize(Value::Object(named)).map_err(|error| {
            Fault::new(Code::BadRequest, Message::verbatim(error.to_string())).in_field(RequestField::With)
        })
    }

    /// The names of all requests.
    pub fn names() -> &'static [&'static str] {
        let mut names: &[&str] = &[];
        // The names are all that it gives.
        let _ = Request::deserialize(VariantNames(&mut names));
        names
    }

    /// The least role that may ask for it.
    pub fn permission(&self) -> PersonRole {
        use Request::*;
        match self {
            Catalogue(_) | AgentCheck(_) | GameCheck(_) | GameOpen(_) | GameClose(_) | GameList(_)
            | GameExport(_) | GamePositions(_) | Position(_) | PositionLine(_) | PositionExplain(_)
            | PositionJudge(_) | PositionHeat(_) | PositionReach(_) | TreeCheck(_) | ExperimentList(_)
            | ExperimentText(_) | ExperimentWatch(_) | ExperimentUnwatch(_) | ExperimentGames(_)
            | ExperimentReport(_) | ReplayList(_) | ReplayOpen(_) | ReplayPositions(_) | ReplayExport(_) => {
                PersonRole::Guest
            }
            LabLoad(_) | LabPurge(_) => PersonRole::Admin,
            _ => PersonRole::Member,
        }
    }

    /// Does its answer come with events, so that it needs a WebSocket?
    pub fn needs_socket(&self) -> bool {
        use Request::*;
        matches!(
            self,
            MatchStart(_) | AnalysisStart(_) | AnalysisSet(_) | ExperimentWatch(_) | ExperimentUnwatch(_)
        )
    }

    /// Is it refused to those who have used their time? Moves of agents are charged, but never refused.
    pub fn is_costly(&self) -> bool {
        use Request::*;
        matches!(
            self,
            MatchStart(_) | AnalysisStart(_) | AnalysisSet(_) | ExperimentStart(_) | ExperimentResume(_)
        ) || self.job() == Some(JobKind::Search)
    }

    /// The kind of the job that answers it; none if it is answered at once.
    pub fn job(&self) -> Option<JobKind> {
        use Request::*;
        match self {
            GameOpen(_) | GameClose(_) | GamePlay(_) | GameStep(_) | GameStop(_) | GameUndo(_)
            | GameBack(_) | GameRestart(_) | GameSwap(_) | GameSeats(_) | GameResign(_) | GameDelete(_)
            | GameExport(_) | MatchStart(_) | MatchStop(_) | AnalysisStart(_) | AnalysisSet(_)
            | AnalysisStop(_) | ExperimentWatch(_) | ExperimentUnwatch(_) | ExperimentStop(_) | Share(_) => {
                None
            }
            TreeRecord(_) | TreeOpen(_) | TreeWhy(_) | TreeCompare(_) => Some(JobKind::Search),
            TreeExport(_) | ExperimentList(_) | ExperimentCheck(_) | ExperimentStart(_)
            | ExperimentGames(_) | ExperimentReport(_) | ReplayImport(_) => Some(JobKind::Report),
            // Games of experiments may have to be played again to get their moves.
            ReplayOpen(ask) if ask.with.run.is_some() => Some(JobKind::Report),
            ReplayPositions(ask) if ask.with.run.is_some() => Some(JobKind::Report),
            _ => Some(JobKind::Lookup),
        }
    }

    /// The game that it changes: the answer waits until that is kept.
    pub fn game(&self) -> Option<&str> {
        use Request::*;
        match self {
            GamePlay(ask) => Some(&ask.with.game),
            GameUndo(ask) => Some(&ask.with.game),
            GameSwap(ask) => Some(&ask.with.game),
            GameBack(ask) => Some(&ask.with.game),
            GameRestart(ask) => Some(&ask.with.game),
            GameSeats(ask) => Some(&ask.with.game),
            GameResign(ask) => Some(&ask.with.game),
            Share(ask) => ask.with.game.as_deref(),
            _ => None,
        }
    }
}

/// Reads nothing: it only learns the names of the variants.
struct VariantNames<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for VariantNames<'_> {
    type Error = value::Error;

    fn deserialize_any<V: serde::de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, value::Error> {
        visitor.visit_unit()
    }

    fn deserialize_enum<V: serde::de::Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, value::Error> {
        *self.0 = variants;
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
