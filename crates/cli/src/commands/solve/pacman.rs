//! Solves Pac-Man: the shortest walk to all food, an upper bound on the score, and the exact chances of an agent.

use plylab_core::{
    AgentId, AnyGame, InputError, Message, Name, Playable, Registry, ScoreBound, Scored, Seed, Spec,
    StopFlag, message, typed_agent,
};
use plylab_games::pacman::{Pacman, PacmanRules};
use plylab_solve::chances::{NoChances, chances};
use plylab_solve::pacman::covering_walk;
use serde::Serialize;

use super::SolveArgs;
use crate::failure::Failure;
use crate::interrupt::stop_on_interrupt;
use crate::language::say;
use crate::output::Output;

/// A solved maze.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PacmanAnswer {
    /// The game.
    game: String,
    /// Null if some food cannot be reached.
    walk: Option<ShortestWalk>,
    /// The highest scores that are possible; null if some food cannot be reached.
    most: Option<Most>,
    /// With `--agent`.
    #[serde(skip_serializing_if = "Option::is_none")]
    chances: Option<AgentChances>,
}

/// The shortest walk that eats everything, ignoring ghosts.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ShortestWalk {
    /// Its moves.
    moves: usize,
    /// No walk has fewer moves.
    at_least: usize,
    /// Is it proven that none is shorter?
    shortest: bool,
}

/// Upper bounds on the score.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Most {
    /// If no ghost is eaten.
    without_ghosts: i32,
    /// If every ghost is eaten after every capsule.
    with_ghosts: i32,
}

/// The exact chances of an agent.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct AgentChances {
    /// The agent.
    agent: String,
    /// The agent of the ghosts.
    ghosts: String,
    /// The chance to win.
    win: f64,
    /// The chance to lose.
    loss: f64,
    /// The chance that the game never ends.
    endless: f64,
    /// The chances are at most this much too small.
    error: f64,
    /// The mean score.
    score: Option<f64>,
    /// The score is off by at most this much.
    score_error: Option<f64>,
    /// The mean score as a share of the upper bound.
    share: Option<f64>,
    /// The upper bound, if the search for it was not finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<f64>,
    /// Positions followed.
    positions: usize,
}

/// The default limit of positions.
const POSITIONS: u64 = 1_000_000;

impl SolveArgs {
    /// Solves `game`, which `spec` names and which is `maze` as a typed game.
    pub(super) fn pacman<R: PacmanRules>(
        &self,
        registry: &Registry,
        spec: &Spec,
        game: &dyn AnyGame,
        maze: &Pacman<R>,
        out: &mut Output,
    ) -> Result<(), Failure>
    where
        Pacman<R>: Playable,
    {
        self.refuse("Pac-Man", &[self.for_connect_four(), vec![("--all", self.all)]].concat())?;
        if self.position.is_some() {
            return Err(InputError::new(message!("solved-from-start", "Pac-Man is solved from its start"))
                .expected(message!("leave-position", "leave the position out"))
                .into());
        }
        let stop = stop_on_interrupt();
        let walk = covering_walk(maze, &stop);
        if stop.is_stopped() {
            return Err(Failure::Interrupted);
        }
        let most = walk.as_ref().map(|walk| maze.most_points(walk.at_least));
        let answer = PacmanAnswer {
            game: spec.to_string(),
            walk: walk.as_ref().map(|walk| ShortestWalk {
                moves: walk.moves(),
                at_least: walk.at_least,
                shortest: walk.is_shortest(),
            }),
            most: most.map(|[without_ghosts, with_ghosts]| Most { without_ghosts, with_ghosts }),
            chances: match &self.agent {
                Some(agent) => {
                    let score_bound = registry.score_bound(game, &stop);
                    Some(self.expected(game, maze, agent, score_bound.as_ref(), &stop)?)
                }
                None => None,
            },
        };
        if self.json {
            return out.json(&answer);
        }
        for line in answer.lines() {
            out.line(say(&line))?;
        }
        Ok(())
    }

    fn expected<G: Playable + Scored>(
        &self,
        game: &dyn AnyGame,
        maze: &G,
        agent: &str,
        score_bound: Option<&ScoreBound>,
        stop: &StopFlag,
    ) -> Result<AgentChances, Failure> {
        let ghosts = self.ghosts.as_deref().unwrap_or("random");
        let mut specs: Vec<Spec> = vec![agent.parse()?];
        specs.resize(game.info().agents.len(), ghosts.parse()?);
        let mut agents = Vec::new();
        for (seat, agent) in (0..).map(AgentId).zip(game.seat(&specs)?) {
            if let Some(mut agent) = typed_agent::<G>(game, agent) {
                agent.begin(maze, seat, Seed::default());
                agents.push(agent);
            }
        }
        let limit = usize::try_from(self.positions.unwrap_or(POSITIONS)).unwrap_or(usize::MAX);
        let start = maze.initial(Seed::default());
        let found = chances(maze, &start, &mut agents, limit, stop).map_err(|none| match none {
            NoChances::Stopped => Failure::Interrupted,
            NoChances::TooMany { most } => {
                let wrong = message!("reach-most", "more than {most} positions can be reached");
                let right =
                    message!("reach-less", "use a smaller maze, fewer ghosts or a larger --positions");
                InputError::new(wrong).expected(right).into()
            }
            NoChances::Agent { agent, failure } => {
                let spec = specs.get(agent.index()).map(Spec::to_string).unwrap_or_default();
                let why = failure.0.message();
                let wrong = message!("chances-unknown", "its chances cannot be computed: {why}");
                let right = message!("use-plain-agent", "use an agent that decides by the position alone");
                InputError::new(wrong).expected(right).at(Message::quoted(spec)).into()
            }
        })?;
        let score = found.points.map(|points| points.mean);
        Ok(AgentChances {
            agent: agent.to_owned(),
            ghosts: ghosts.to_owned(),
            win: found.win,
            loss: found.loss,
            endless: found.endless,
            error: found.error,
            score,
            score_error: found.points.map(|points| points.error),
            share: score_bound.zip(score).and_then(|(score_bound, score)| score_bound.share(score)),
            at_most: score_bound.filter(|bound| !bound.finished).map(|bound| bound.most),
            positions: found.positions,
        })
    }
}

impl AgentChances {
    fn lines(&self) -> Vec<Message> {
        let (agent, ghosts) = (self.agent.as_str(), self.ghosts.as_str());
        let mut lines = vec![message!("agent-against", "{agent} against {ghosts}:")];
        let chance = exact(self.win, self.error);
        lines.push(message!("chance-to-win", "  chance to win: {chance}"));
        if self.endless > 0.0 {
            let chance = exact(self.endless, self.error);
            lines.push(message!("chance-endless", "  chance that the game never ends: {chance}"));
        }
        if let (Some(score), Some(error)) = (self.score, self.score_error) {
            let score = exact(score, error);
            let share = self.share.map(|share| Name::of(format!("{:.1}", 100.0 * share)));
            lines.push(match (share, self.at_most) {
                (Some(share), None) => {
                    message!("mean-score-share", "  mean score: {score}, {share} % of maximum")
                }
                (Some(share), Some(most)) => {
                    let most = Name::of(most.to_string());
                    message!("mean-score-share-at-most", "  mean score: {score}, {share} % of at most {most}")
                }
                (None, _) => message!("mean-score", "  mean score: {score}"),
            });
        }
        lines.push(message!(
            "every-game-followed",
            "  every possible game was followed, through {n} {n|position|positions}",
            n = self.positions
        ));
        lines
    }
}

impl PacmanAnswer {
    fn lines(&self) -> Vec<Message> {
        let mut lines = vec![match self.walk {
            None => message!("food-out-of-reach", "some food cannot be reached: the game cannot be won"),
            Some(ShortestWalk { moves: n, shortest: true, .. }) => message!(
                "shortest-walk",
                "shortest walk that eats everything, ignoring ghosts: {n} {n|move|moves}"
            ),
            Some(ShortestWalk { moves, at_least: least, .. }) => message!(
                "some-walk",
                "a walk that eats everything, ignoring ghosts: {moves} moves; none has fewer than {least}"
            ),
        }];
        if let Some(Most { without_ghosts: plain, with_ghosts: most }) = self.most {
            lines.push(if most == plain {
                message!("score-at-most", "score at most {most}")
            } else {
                message!(
                    "score-at-most-ghosts",
                    "score at most {plain} without eating ghosts, {most} with all of them"
                )
            });
        }
        lines.extend(self.chances.iter().flat_map(AgentChances::lines));
        lines
    }
}

/// A number with as many decimals as are certain, at most nine.
fn exact(value: f64, error: f64) -> Message {
    let decimals = [(9, 1e-9), (6, 1e-6), (3, 1e-3)].into_iter().find(|(_, unit)| error <= *unit);
    let Some((decimals, _)) = decimals else {
        let (n, error) = (Name::of(format!("{value:.3}")), format!("{error:.1e}"));
        return message!("number-off", "{n} (at most {error} off)");
    };
    let text = format!("{value:.decimals$}");
    message!("named", "{name}", name = Name::of(text.trim_end_matches('0').trim_end_matches('.')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_certain_decimals_are_written() {
        assert_eq!(exact(0.5, 1e-16).to_string(), "0.5");
        assert_eq!(exact(-501.0, 0.0).to_string(), "-501");
        assert_eq!(exact(0.0, 0.0).to_string(), "0");
        assert_eq!(exact(1.0 / 3.0, 1e-10).to_string(), "0.333333333");
        assert_eq!(exact(1.0 / 3.0, 1e-5).to_string(), "0.333");
        assert_eq!(exact(0.25, 0.01).to_string(), "0.250 (at most 1.0e-2 off)");
    }
}
