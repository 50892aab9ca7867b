//! What is known for certain about a position of a solved game, beside what an agent thinks of it.

use plylab_core::{
    AgentId, AnyGame, AnyPosition, Budget, InputError, Message, Name, Registry, RootMove, Seed, Spec, Turn,
    Value, Watch, Worth, message,
};
use plylab_lab::words;
use serde::Serialize;

/// The most nodes for a position: less than a second of search.
const ENOUGH: u64 = 2_000_000;

/// The exact value of every move.
#[derive(Serialize)]
pub struct Truth {
    /// Who solved it.
    #[serde(serialize_with = "as_text")]
    pub solver: Spec,
    /// The moves in the game's order, each with the best reply.
    pub moves: Vec<RootMove<String>>,
}

fn as_text<S: serde::Serializer>(spec: &Spec, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(spec)
}

/// The agent that judges positions best: the first analyst of the game for this board and seat.
pub fn best_judge(registry: &Registry, spec: &Spec, me: AgentId) -> Result<Option<Spec>, InputError> {
    let kind = registry.kind(&spec.name)?;
    let analyst = kind.analysts.iter().find(|analyst| analyst.fits(spec, &kind.keys, me));
    analyst.map(|analyst| analyst.spec.parse()).transpose()
}

impl Truth {
    /// Solves the position; none if the game is not solved, or this would take too long.
    pub fn of(
        registry: &Registry,
        game: &dyn AnyGame,
        spec: &Spec,
        position: &dyn AnyPosition,
        me: AgentId,
        seed: Seed,
    ) -> Result<Option<Truth>, InputError> {
        let solved = registry.kind(&spec.name)?.oracle.is_some();
        let Some(solver) = best_judge(registry, spec, me)?.filter(|_| solved) else { return Ok(None) };
        let budget = Budget { nodes: Some(ENOUGH), ..Budget::unlimited() };
        let mut moves = game.think(position, &solver, seed, &budget, Watch::Off)?.decision.moves;
        let known = |known: &RootMove<String>| known.value.is_exact() && known.value.outcome().is_some();
        if moves.is_empty() || !moves.iter().all(known) || moves.len() < position.actions().len() {
            return Ok(None);
        }
        for known in &mut moves {
            let mut after = position.boxed_clone();
            after.play(&known.action)?;
            if known.reply.is_none() && matches!(after.turn(), Turn::Agent(_)) {
                let answer = game.think(after.as_ref(), &solver, seed, &budget, Watch::Off)?.decision;
                known.reply = answer.value.map(|_| answer.action);
            }
        }
        Ok(Some(Truth { solver, moves }))
    }

    /// How the game goes on after a move if both sides play perfectly, as far as that is soon found out.
    pub fn line(
        &self,
        game: &dyn AnyGame,
        root: &dyn AnyPosition,
        action: &str,
        seed: Seed,
    ) -> Result<Vec<String>, InputError> {
        // Values of moves that are not the best do not matter here.
        let bounds = self.solver.clone().with("root", "bounds");
        let solver = if game.resolve(&bounds).is_ok() { &bounds } else { &self.solver };
        let mut at = root.boxed_clone();
        let mut line = vec![at.play(action)?];
        let mut left = ENOUGH;
        while left > 0 && matches!(at.turn(), Turn::Agent(_)) {
            let budget = Budget { nodes: Some(left), ..Budget::unlimited() };
            let next = game.think(at.as_ref(), solver, seed, &budget, Watch::Off)?.decision;
            if next.value.is_none() {
                break;
            }
            left = left.saturating_sub(next.stats.nodes);
            line.push(at.play(&next.action)?);
        }
        Ok(line)
    }

    /// Is this the agent that solved it?
    pub fn is_by(&self, agent: &Spec) -> bool {
        self.solver.name == agent.name
    }

    /// The best value.
    fn best(&self) -> Option<&RootMove<String>> {
        self.moves.iter().max_by(|one, other| one.value.rank().total_cmp(&other.value.rank()))
    }

    /// The truth about a move in a sentence.
    pub fn about(&self, action: &str, agent: &Spec) -> Option<Message> {
        let own = self.moves.iter().find(|known| known.action == action)?;
        let best = self.best()?;
        if let Worth::Loss { plies } = best.value.worth {
            return Some(lost(own, best, plies));
        }
        let is = |value: &Value| words::worth(value.worth);
        if self.is_by(agent) {
            return None;
        }
        let action = Name::of(action);
        Some(if own.value.rank() == best.value.rank() {
            message!(
                "truly-best",
                "In truth {action} is a {value}: no move is better.",
                action,
                value = is(&own.value)
            )
        } else {
            message!(
                "truly-worse",
                "In truth {action} is a {value}, and {best} would be a {best_value}.",
                action,
                value = is(&own.value),
                best = Name::of(best.action.as_str()),
                best_value = is(&best.value)
            )
        })
    }
}

/// Every move loses: which one loses last?
fn lost(own: &RootMove<String>, best: &RootMove<String>, plies: Option<u32>) -> Message {
    let longest = Name::of(best.action.as_str());
    match plies {
        Some(plies) if own.value.rank() == best.value.rank() => message!(
            "lost-anyway-longest",
            "The position is lost anyway; no move holds out longer than {action}, {plies} {plies|ply|plies}.",
            action = Name::of(own.action.as_str()),
            plies
        ),
        Some(plies) => message!(
            "lost-anyway-other",
            "The position is lost anyway; {longest} holds out longest, {plies} {plies|ply|plies}.",
            longest,
            plies
        ),
        None => message!("lost-anyway", "The position is lost anyway."),
    }
}
