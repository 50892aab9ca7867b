//! Puts a decision into words: the move, its cost, the principal variation, its end, and why not the other moves.

use plylab_core::{
    AgentId, AnyGame, AnyPosition, Certainty, Field, InputError, Message, Name, Outcome, ResultKind, Role,
    RootMove, Text, Thought, Turn, Value, Worth, message, total,
};

use super::observers::{Roles, Visits};
use super::truth::Truth;
use super::{Captioned, LineEnd, LineStep, MoveTerms};
use crate::words::{self, distinct, listed, name_of, number, time_text};

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
    /// What is known for certain.
    pub truth: Option<&'a Truth>,
}

/// Does the agent estimate values? Then its exact values are proven.
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
        let listing = listings.iter().find(|listing| listing.name == self.thought.agent.name);
        listing.map(|listing| listing.about.clone()).unwrap_or_default()
    }

    /// The move, its value, equally good moves, and the cost.
    pub fn decision(&self) -> Vec<Message> {
        let Thought { agent, decision, .. } = self.thought;
        let about = Name::of(self.about());
        let Some(value) = decision.value else {
            let agent = agent.to_string();
            let why =
                message!("no-reasons", "{agent} evaluates no moves ({about}), so it has no reasons to give.");
            return vec![message!("remark", "{text}.", text = self.plays()), why];
        };
        let mut said = vec![self.verdict(&value)];
        let visited = self.visits.of(&decision.action);
        said.extend(visited.map(|visited| message!("was-visited", "It was {visited}.")));
        if self.root.actions().len() == 1 {
            said.push(message!("only-move", "It is the only legal move."));
        }
        if decision.moves.is_empty() && !self.is_outside() {
            said.push(message!(
                "no-move-evaluated",
                "It evaluated no move, because depth or budget was too small: it takes the first, and the value is that \
                 of the position itself."
            ));
        }
        match self.equals().as_slice() {
            [] => {}
            [one] => {
                let action = Name::of(one);
                said.push(message!("worth-as-much", "{action} is worth just as much."));
            }
            many => {
                let n = many.len();
                said.push(message!("others-worth-as-much", "{n} other moves are worth just as much."));
            }
        }
        let better = decision.moves.iter().filter(|root_move| {
            let found = root_move.value;
            root_move.action != decision.action && found.is_exact() && found.rank() > value.rank()
        });
        if let Some(best) = better.max_by(|one, other| one.value.rank().total_cmp(&other.value.rank())) {
            said.push(message!(
                "higher-not-taken",
                "{action} has a higher value, {value}, but {agent}: it {about}.",
                action = Name::of(best.action.as_str()),
                value = words::worth(best.value.worth),
                agent = agent.name.as_str()
            ));
        }
        said.extend(self.truth.and_then(|truth| truth.about(decision, agent)));
        if decision.stats.nodes > 0 {
            said.push(self.cost());
        }
        said
    }

    /// `Yellow plays 4`.
    fn plays(&self) -> Message {
        let action = Name::of(self.thought.decision.action.as_str());
        message!("plays", "{player} plays {action}", player = Name::of(self.player()))
    }

    /// The move and its value in one sentence.
    fn verdict(&self, value: &Value) -> Message {
        let (plays, agent) = (self.plays(), self.thought.agent.to_string());
        match value.worth {
            Worth::Win { plies: Some(plies) } => {
                message!("sees-win", "{plays}: {agent} sees a forced win in {plies} {plies|move|moves}.")
            }
            Worth::Loss { plies: Some(plies) } => {
                message!("sees-loss", "{plays}: {agent} sees a forced loss in {plies} {plies|move|moves}.")
            }
            Worth::Win { plies: None } | Worth::Draw | Worth::Loss { plies: None } => message!(
                "proven-result",
                "{plays}, which {agent} has proven to be a {result}.",
                result = words::worth(value.worth)
            ),
            Worth::Score { score } => {
                let is_estimate = value.certainty == Certainty::Estimate;
                let value = number(score);
                if is_estimate && self.visits.is_any() {
                    message!(
                        "valued-about",
                        "{plays}, which {agent} values at about {value}, the mean of its simulations."
                    )
                } else if is_estimate {
                    message!("valued-roughly", "{plays}, which {agent} values at about {value}.")
                } else if estimates(self.thought) {
                    message!("proven-worth", "{plays}, which {agent} has proven to be worth {value}.")
                } else {
                    message!("valued-at", "{plays}, which {agent} values at {value}.")
                }
            }
        }
    }

    /// The nodes, leaves, cutoffs or simulations, and the time.
    fn cost(&self) -> Message {
        let stats = &self.thought.decision.stats;
        let (nodes, leaves, depth, time) = (stats.nodes, stats.leaves, stats.depth, time_text(stats.time));
        // We have only its word for it, and it need not say everything.
        if self.is_outside() {
            return if depth == 0 {
                message!(
                    "says-nodes",
                    "It answered in {time}, and says that it visited {nodes} {nodes|node|nodes}."
                )
            } else {
                message!(
                    "says-nodes-and-depth",
                    "It answered in {time}, and says that it visited {nodes} {nodes|node|nodes} to depth {depth}."
                )
            };
        }
        if self.visits.is_any() {
            let n = self.visits.simulations;
            // An agent may count states instead.
            return if nodes == n {
                message!(
                    "ran-simulations",
                    "It ran {n} {n|simulation|simulations} ({leaves} {leaves|playout|playouts}), {depth} \
                     {depth|move|moves} deep, in {time}."
                )
            } else {
                message!(
                    "ran-simulations-states",
                    "It ran {n} {n|simulation|simulations} ({leaves} {leaves|playout|playouts}) through {states} states, \
                     {depth} {depth|move|moves} deep, in {time}.",
                    states = nodes
                )
            };
        }
        // A solver has no depth of its own.
        if depth == 0 && leaves == 0 {
            return message!("solved-nodes", "It searched {nodes} {nodes|node|nodes} in {time}.");
        }
        let mut parts = vec![message!("n-leaves", "{n} {n|leaf|leaves}", n = leaves)];
        if stats.cuts > 0 {
            parts.push(message!("n-cutoffs", "{n} {n|cutoff|cutoffs}", n = stats.cuts));
        }
        if stats.table_hits > 0 {
            parts.push(message!("n-table-hits", "{n} {n|table hit|table hits}", n = stats.table_hits));
        }
        message!(
            "searched-nodes",
            "It searched {nodes} {nodes|node|nodes} below the root to depth {depth} ({parts}) in {time}."
        )
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

    /// Is it an agent from outside?
    fn is_outside(&self) -> bool {
        self.game.resolve(&self.thought.agent).is_ok_and(|agent| agent.outside)
    }

    /// The principal variation, and its positions with captions, the root first. It ends at a move that is not legal,
    /// which a search by other rules may expect.
    pub fn steps(&self) -> (Vec<LineStep>, Vec<Captioned>) {
        let mut at = self.root.boxed_clone();
        let mut frames = vec![(message!("now", "now"), at.boxed_clone())];
        let mut steps = Vec::new();
        for action in &self.thought.decision.line {
            let turn = at.turn();
            let Ok(action) = at.play(action) else { break };
            let player = name_of(self.game, turn);
            let caption = message!(
                "frame-caption",
                "{n}. {player} {action}",
                n = frames.len(),
                player = Name::of(player.as_str()),
                action = Name::of(action.as_str())
            );
            frames.push((caption, at.boxed_clone()));
            steps.push(LineStep { turn, player, action, position: at.text() });
        }
        (steps, frames)
    }

    /// Who moves by chance in the line, if anyone does.
    fn by_chance(&self, steps: &[LineStep]) -> Option<Field> {
        let by_chance = steps.iter().filter(|step| self.roles.at(step.turn) == Some(Role::Mean));
        let names = distinct(by_chance.map(|step| step.player.as_str()));
        (!names.is_empty()).then(|| listed(names.into_iter().map(Name::of)))
    }

    /// The line in a sentence; none if there is no line.
    pub fn outlook(&self, steps: &[LineStep]) -> Option<Message> {
        if steps.len() < 2 {
            return None;
        }
        let step = |step: &LineStep| {
            let (player, action) = (Name::of(step.player.as_str()), Name::of(step.action.as_str()));
            message!("step", "{player} {action}")
        };
        let moves: Vec<Message> = steps.iter().map(step).collect();
        Some(match self.by_chance(steps) {
            None => message!("expects-line", "It expects {moves}."),
            Some(names) => message!(
                "treats-as-chance",
                "It treats the moves of {names} as chance. The most likely line, or the first of equals: {moves}."
            ),
        })
    }

    /// The evaluation of the end of the line; none if there is no line.
    pub fn end(
        &self,
        steps: &[LineStep],
        last: Option<&dyn AnyPosition>,
    ) -> Result<Option<LineEnd>, InputError> {
        let (Some(last), Some(value)) = (last.filter(|_| !steps.is_empty()), self.thought.decision.value)
        else {
            return Ok(None);
        };
        // Where results are numbers, none of them is a win.
        let by_value = self.game.info().result == ResultKind::Value;
        let over = last.outcome(self.me);
        let outcome = over.filter(|_| !by_value);
        let mut remarks = Vec::new();
        if let Some(over) = over {
            let player = Name::of(self.player());
            remarks.push(match over {
                _ if by_value => message!("over-there", "There the game is over."),
                Outcome::Win => message!("won-there", "There the game is over: {player} has won."),
                Outcome::Loss => message!("lost-there", "There the game is over: {player} has lost."),
                Outcome::Draw => message!("drawn-there", "There the game is over: a draw."),
            });
        }
        // A forced win is valued by its distance, and a mean of simulations has no single end.
        let score = value.as_score().filter(|_| !estimates(self.thought));
        let eval = self.thought.eval.clone().filter(|_| score.is_some());
        let terms = match &eval {
            Some(eval) => last.explain(eval, self.me)?,
            None => Vec::new(),
        };
        let sum = total(&terms);
        if let (Some(_), Some(value)) = (&eval, score.filter(|&score| !same(sum, score))) {
            let value = number(value);
            remarks.push(if let Some(names) = self.by_chance(steps) {
                message!(
                    "value-is-mean",
                    "The move's value, {value}, is not the value of this line but the mean over all moves of {names}."
                )
            } else if self.searches_by_other_rules() {
                message!(
                    "value-by-report-rules",
                    "By the report's rules, which it searched with, the line is worth {value}."
                )
            } else {
                message!(
                    "value-from-deeper",
                    "The move's value, {value}, comes from deeper in the tree: the line is not complete."
                )
            });
        }
        Ok(Some(LineEnd { outcome, eval, terms, total: sum, remarks }))
    }

    /// Does the agent search with other rules than the game's?
    fn searches_by_other_rules(&self) -> bool {
        let resolved = self.game.resolve(&self.thought.agent);
        resolved.is_ok_and(|resolved| resolved.spec.setting("rules") == Some("report"))
    }

    /// For agents that evaluate every move by itself: the terms of each. Empty for agents that search deeper.
    pub fn judged(&self) -> Result<Vec<MoveTerms>, InputError> {
        let decision = &self.thought.decision;
        if let Some(eval) = &self.thought.action_eval {
            let moves = self.root.explain_actions(eval)?;
            return Ok(moves
                .into_iter()
                .map(|(action, terms)| MoveTerms { action, total: total(&terms), terms })
                .collect());
        }
        let (Some(eval), 1) = (&self.thought.eval, decision.line.len()) else { return Ok(Vec::new()) };
        let mut judged = Vec::new();
        for root_move in &decision.moves {
            let Ok(after) = self.root.after(&root_move.action) else { return Ok(Vec::new()) };
            let terms = after.explain(eval, self.me)?;
            let total = total(&terms);
            if !root_move.value.as_score().is_some_and(|score| same(total, score)) {
                return Ok(Vec::new());
            }
            judged.push(MoveTerms { action: root_move.action.clone(), total, terms });
        }
        Ok(judged)
    }

    /// Why not the other moves, in the game's order.
    pub fn others(&self) -> Vec<Message> {
        let decision = &self.thought.decision;
        if decision.moves.is_empty() {
            return Vec::new();
        }
        let equals = self.equals();
        let mut said = Vec::new();
        if let (false, Some(value)) = (equals.is_empty(), decision.value) {
            let (actions, value) = (listed(equals.iter().map(Name::of)), words::worth(value.worth));
            said.push(message!("just-as-good", "{actions}: {value}, just as good"));
        }
        for action in self.root.actions() {
            if action == decision.action || equals.contains(&action) {
                continue;
            }
            let root_move = decision.moves.iter().find(|root_move| root_move.action == action);
            let why = match root_move {
                Some(root_move) => self.rejected(root_move),
                None => message!("not-searched", "not searched"),
            };
            said.push(message!("why-not", "{action}: {why}", action = Name::of(action)));
        }
        said
    }

    fn rejected(&self, root_move: &RootMove<String>) -> Message {
        let value = match (root_move.value.certainty, root_move.value.outcome()) {
            (Certainty::AtMost, Some(_)) => {
                let value = words::worth(root_move.value.worth);
                message!("no-better-than", "no better than a {value}")
            }
            _ => words::value(&root_move.value),
        };
        let value = match self.visits.of(&root_move.action) {
            Some(visits) => message!("value-visited", "{value}, {visits}"),
            None => value,
        };
        let turn = self.root.after(&root_move.action).map_or(Turn::Over, |after| after.turn());
        let who = Name::of(name_of(self.game, turn));
        let reply = root_move.reply.as_deref().map(|reply| Field::from(Name::of(reply)));
        match (self.roles.at(turn), reply) {
            (Some(Role::Mean), _) => message!("on-average", "{value} on average"),
            (Some(Role::Min), Some(reply)) => {
                message!("because-answers", "{value}, because {who} answers {reply}")
            }
            (Some(Role::Max), Some(reply)) => {
                message!("if-continues", "{value}, if {who} continues with {reply}")
            }
            (None, Some(reply)) => message!("would-play", "{value}, and {who} would play {reply}"),
            (_, None) if turn == Turn::Over => message!("and-over", "{value}, and the game is over"),
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
