//! Puts a decision into words: the move, the principal variation, its end, and why not the other moves.

use plylab_core::{
    AgentId, AnyGame, AnyPosition, Certainty, InputError, Outcome, ResultKind, Role, RootMove, Text, Thought,
    Turn, Value, Worth, total,
};
use plylab_lab::words::{self, name_of, signed};

use super::super::thinking::{listed, plural, time_text};
use super::roles::Roles;
use super::visits::Visits;
use super::{Captioned, End, Judged, Step};

/// A decision and its context.
pub struct Case<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// The position.
    pub root: &'a dyn AnyPosition,
    /// The player to move.
    pub me: AgentId,
    /// The decision.
    pub thought: &'a Thought,
    /// The roles of the others in its search.
    pub roles: Roles,
    /// What its simulations found, if it has any.
    pub visits: &'a Visits,
}

/// Does the agent estimate values?
pub fn estimates(thought: &Thought) -> bool {
    let decision = &thought.decision;
    let mut values = decision.moves.iter().map(|root_move| root_move.value).chain(decision.value);
    values.any(|value| value.certainty == Certainty::Estimate)
}

/// Equal up to rounding.
fn same(one: f64, other: f64) -> bool {
    one == other || (one - other).abs() <= 1e-9 * one.abs().max(other.abs()).max(1.0)
}

impl Case<'_> {
    /// The name of the player to move.
    pub fn player(&self) -> String {
        name_of(self.game, Turn::Agent(self.me))
    }

    /// The description of the agent in the list of agents.
    fn about(&self) -> Text {
        let listings = self.game.agents();
        listings
            .iter()
            .find(|listing| listing.name == self.thought.agent.name)
            .map_or_else(Text::default, |listing| listing.about.clone())
    }

    /// The position after a move; none if it is not legal.
    fn after(&self, action: &str) -> Option<Box<dyn AnyPosition>> {
        let mut after = self.root.boxed_clone();
        after.play(action).ok().map(|_| after)
    }

    /// The move, its value, equally good moves, and the cost.
    pub fn decision(&self) -> Vec<String> {
        let Thought { agent, decision, .. } = self.thought;
        let (player, action) = (self.player(), &decision.action);
        let mut said = Vec::new();
        let only = self.root.actions().len() == 1;
        let Some(value) = decision.value else {
            said.push(format!("{player} plays {action}."));
            said.push(format!(
                "{agent} evaluates no moves ({}), so it has no reasons to give.",
                self.about()
            ));
            return said;
        };
        said.push(self.verdict(&value));
        if let Some(visits) = self.visits.of(action) {
            said.push(format!("It was {visits}."));
        }
        if only {
            said.push("It is the only legal move.".to_owned());
        }
        if decision.moves.is_empty() {
            said.push(
                "It evaluated no move, because depth or budget was too small: it takes the first, and the value is that \
                 of the position itself."
                    .to_owned(),
            );
        }
        let others = || {
            decision
                .moves
                .iter()
                .filter(|root_move| root_move.action != *action && root_move.value.is_exact())
        };
        match self.equals().as_slice() {
            [] => {}
            [one] => said.push(format!("{one} is worth just as much.")),
            many => said.push(format!("{} other moves are worth just as much.", many.len())),
        }
        let better = others().filter(|root_move| root_move.value.rank() > value.rank());
        if let Some(best) = better.max_by(|one, other| one.value.rank().total_cmp(&other.value.rank())) {
            said.push(format!(
                "{} has a higher value, {}, but {}: it {}.",
                best.action,
                words::worth(best.value.worth),
                agent.name,
                self.about()
            ));
        }
        if decision.stats.nodes > 0 {
            said.push(self.cost());
        }
        said
    }

    /// The move and its value in one sentence.
    fn verdict(&self, value: &Value) -> String {
        let Thought { agent, decision, .. } = self.thought;
        let plays = format!("{} plays {}", self.player(), decision.action);
        let moves = |plies: u32| plural(plies.into(), "move", "moves");
        match value.worth {
            Worth::Win { plies: Some(plies) } => {
                format!("{plays}: {agent} sees a forced win in {}.", moves(plies))
            }
            Worth::Loss { plies: Some(plies) } => {
                format!("{plays}: {agent} sees a forced loss in {}.", moves(plies))
            }
            Worth::Win { plies: None } | Worth::Draw | Worth::Loss { plies: None } => {
                format!("{plays}, which {agent} has proven to be a {}.", words::worth(value.worth))
            }
            Worth::Score { score } if value.certainty == Certainty::Estimate => format!(
                "{plays}, which {agent} values at about {}, the mean of its simulations.",
                signed(score)
            ),
            Worth::Score { score } if self.estimates() => {
                format!("{plays}, which {agent} has proven to be worth {}.", signed(score))
            }
            Worth::Score { score } => format!("{plays}, which {agent} values at {}.", signed(score)),
        }
    }

    /// Does the agent estimate values? Then its exact values are proven.
    fn estimates(&self) -> bool {
        estimates(self.thought)
    }

    /// The moves that are exactly as good as the chosen one, in the game's order.
    fn equals(&self) -> Vec<String> {
        let decision = &self.thought.decision;
        let equal = |action: &String| {
            decision.moves.iter().any(|root_move| {
                root_move.action == *action
                    && root_move.value.is_exact()
                    && Some(root_move.value) == decision.value
            })
        };
        self.root.actions().into_iter().filter(|action| *action != decision.action && equal(action)).collect()
    }

    fn cost(&self) -> String {
        let stats = &self.thought.decision.stats;
        if self.visits.is_any() {
            return format!(
                "It ran {} ({}), {} deep, in {}.",
                plural(stats.nodes, "simulation", "simulations"),
                plural(stats.leaves, "playout", "playouts"),
                plural(u64::from(stats.depth), "move", "moves"),
                time_text(stats.time)
            );
        }
        let mut parts = vec![plural(stats.leaves, "leaf", "leaves")];
        if stats.cuts > 0 {
            parts.push(plural(stats.cuts, "cutoff", "cutoffs"));
        }
        if stats.table_hits > 0 {
            parts.push(plural(stats.table_hits, "table hit", "table hits"));
        }
        format!(
            "It searched {} below the root to depth {} ({}) in {}.",
            plural(stats.nodes, "node", "nodes"),
            stats.depth,
            parts.join(", "),
            time_text(stats.time)
        )
    }

    /// The principal variation, and its positions with captions, the root first. It ends at a move that is not legal,
    /// which a search by other rules may expect.
    pub fn steps(&self) -> (Vec<Step>, Vec<Captioned>) {
        let mut at = self.root.boxed_clone();
        let mut frames = vec![("now".to_owned(), at.boxed_clone())];
        let mut steps = Vec::new();
        for action in &self.thought.decision.line {
            let turn = at.turn();
            let Ok(action) = at.play(action) else { break };
            let player = name_of(self.game, turn);
            frames.push((format!("{}. {player} {action}", frames.len()), at.boxed_clone()));
            steps.push(Step { turn, player, action, position: at.text() });
        }
        (steps, frames)
    }

    /// Who moves by chance in the line.
    fn by_chance<'s>(&self, steps: &'s [Step]) -> Vec<&'s str> {
        let mut names: Vec<&str> = Vec::new();
        for step in steps {
            if self.roles.at(step.turn) == Some(Role::Mean) && !names.contains(&step.player.as_str()) {
                names.push(&step.player);
            }
        }
        names
    }

    /// The line in a sentence; empty if there is none.
    pub fn outlook(&self, steps: &[Step]) -> String {
        if steps.len() < 2 {
            return String::new();
        }
        let moves: Vec<String> =
            steps.iter().map(|step| format!("{} {}", step.player, step.action)).collect();
        let moves = moves.join(", ");
        match self.by_chance(steps).as_slice() {
            [] => format!("It expects {moves}."),
            names => format!(
                "It treats the moves of {} as chance. The most likely line, or the first of equals: {moves}.",
                listed(names)
            ),
        }
    }

    /// The evaluation of the end of the line; none if there is no line.
    pub fn end(&self, steps: &[Step], last: Option<&dyn AnyPosition>) -> Result<Option<End>, InputError> {
        let (Some(last), Some(value)) = (last.filter(|_| !steps.is_empty()), self.thought.decision.value)
        else {
            return Ok(None);
        };
        let outcome = last.outcome(self.me);
        let mut remarks = Vec::new();
        if let Some(outcome) = outcome {
            let player = self.player();
            remarks.push(match outcome {
                _ if self.game.info().result == ResultKind::Value => "There the game is over.".to_owned(),
                Outcome::Win => format!("There the game is over: {player} has won."),
                Outcome::Loss => format!("There the game is over: {player} has lost."),
                Outcome::Draw => "There the game is over: a draw.".to_owned(),
            });
        }
        // A forced win is valued by its distance, and a mean of simulations has no single end.
        let score = value.as_score().filter(|_| !self.estimates());
        let eval = self.thought.eval.clone().filter(|_| score.is_some());
        let terms = match &eval {
            Some(eval) => last.explain(eval, self.me)?,
            None => Vec::new(),
        };
        let sum = total(&terms);
        let chance = self.by_chance(steps);
        if let (Some(_), Some(value)) = (&eval, score.filter(|&score| !same(sum, score))) {
            remarks.push(if !chance.is_empty() {
                format!(
                    "The move's value, {}, is not the value of this line but the mean over all moves of {}.",
                    signed(value),
                    listed(&chance)
                )
            } else if self.searches_by_other_rules() {
                format!("By the report's rules, which it searched with, the line is worth {}.", signed(value))
            } else {
                format!(
                    "The move's value, {}, comes from deeper in the tree: the line is not complete.",
                    signed(value)
                )
            });
        }
        Ok(Some(End { outcome, eval, terms, total: sum, remarks }))
    }

    /// Does the agent search with other rules than the game's?
    fn searches_by_other_rules(&self) -> bool {
        let resolved = self.game.resolve(&self.thought.agent);
        resolved.is_ok_and(|resolved| resolved.spec.setting("rules") == Some("report"))
    }

    /// For agents that evaluate every move by itself: the terms of each. Empty for agents that search deeper.
    pub fn judged(&self) -> Result<Vec<Judged>, InputError> {
        let decision = &self.thought.decision;
        if let Some(eval) = &self.thought.action_eval {
            let moves = self.root.explain_actions(eval)?;
            return Ok(moves
                .into_iter()
                .map(|(action, terms)| Judged { action, total: total(&terms), terms })
                .collect());
        }
        let (Some(eval), 1) = (&self.thought.eval, decision.line.len()) else { return Ok(Vec::new()) };
        let mut judged = Vec::new();
        for root_move in &decision.moves {
            let Some(after) = self.after(&root_move.action) else { return Ok(Vec::new()) };
            let terms = after.explain(eval, self.me)?;
            let total = total(&terms);
            if !root_move.value.as_score().is_some_and(|score| same(total, score)) {
                return Ok(Vec::new());
            }
            judged.push(Judged { action: root_move.action.clone(), total, terms });
        }
        Ok(judged)
    }

    /// Why not the other moves, in the game's order.
    pub fn others(&self) -> Vec<String> {
        let decision = &self.thought.decision;
        if decision.moves.is_empty() {
            return Vec::new();
        }
        let equals = self.equals();
        let mut said = Vec::new();
        if let (false, Some(value)) = (equals.is_empty(), decision.value) {
            let names: Vec<&str> = equals.iter().map(String::as_str).collect();
            said.push(format!("{}: {}, just as good", listed(&names), words::worth(value.worth)));
        }
        for action in self.root.actions() {
            if action == decision.action || equals.contains(&action) {
                continue;
            }
            let root_move = decision.moves.iter().find(|root_move| root_move.action == action);
            let why =
                root_move.map_or_else(|| "not searched".to_owned(), |root_move| self.rejected(root_move));
            said.push(format!("{action}: {why}"));
        }
        said
    }

    fn rejected(&self, root_move: &RootMove<String>) -> String {
        let value = match (root_move.value.certainty, root_move.value.outcome()) {
            (Certainty::AtMost, Some(_)) => {
                format!("no better than a {}", words::worth(root_move.value.worth))
            }
            _ => words::value(&root_move.value),
        };
        let value = match self.visits.of(&root_move.action) {
            Some(visits) => format!("{value}, {visits}"),
            None => value,
        };
        let turn = self.after(&root_move.action).map_or(Turn::Over, |after| after.turn());
        let who = name_of(self.game, turn);
        match (self.roles.at(turn), &root_move.reply) {
            (Some(Role::Mean), _) => format!("{value} on average"),
            (Some(Role::Min), Some(reply)) => format!("{value}, because {who} answers {reply}"),
            (Some(Role::Max), Some(reply)) => format!("{value}, if {who} continues with {reply}"),
            (None, Some(reply)) => format!("{value}, and {who} would play {reply}"),
            (_, None) if turn == Turn::Over => format!("{value}, and the game is over"),
            (_, None) => value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_makes_no_difference() {
        assert!(same(0.1 + 0.2, 0.3) && same(f64::INFINITY, f64::INFINITY) && same(1e9 + 0.1, 1e9 + 0.2));
        assert!(!same(-501.0, -502.0) && !same(0.0, 1e-6));
    }
}
