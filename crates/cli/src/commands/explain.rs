//! `plylab explain`.

use clap::Args;
use plylab_core::{
    AgentId, AnyGame, AnyPosition, Budget, Depth, InputError, Observer, Outcome, Role, RootMove, Seed, Spec,
    Term, Thought, Turn, Visit, total,
};
use serde::Serialize;

use super::thinking::{BudgetArgs, decider, forced, listed, name_of, plural, time_text, worth};
use super::{GameArgs, SeedArgs};
use crate::failure::Failure;
use crate::output::Output;
use crate::terminal::{Frame, Style, fold, gallery, picture, signed, terms_table};

/// Say why an agent chooses the move it chooses.
///
/// Tells the move and what it is worth, how the agent expects the game to go on, with the first and the last position
/// of that, what its evaluation sees at the end of it, and why not the other moves. All values are values for the
/// player to move.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab explain connect4 4453 --agent alphabeta:depth=6,eval=tuned
  plylab explain pacman --layout trap --agent expectimax:depth=3 --full
  plylab explain pacman --agent reflex:eval=report-b
  plylab explain tree:file=dice --agent expectimax --json")]
pub struct ExplainArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The position in the game's notation; '-' reads standard input; the start if left out.
    position: Option<String>,

    /// Who thinks: name or name:key=value,key=value (see 'plylab agents').
    #[arg(long, value_name = "SPEC")]
    agent: String,

    /// Draw every position of the expected line, not only the first and the last.
    #[arg(long)]
    full: bool,

    #[command(flatten)]
    seed: SeedArgs,

    #[command(flatten)]
    budget: BudgetArgs,

    /// Answer in JSON: the decision, the line with its positions, the terms and the sentences.
    #[arg(long)]
    json: bool,
}

/// The longest line.
const WIDTH: usize = 80;

#[derive(Serialize)]
struct Explanation {
    game: String,
    position: String,
    turn: Turn,
    player: String,
    #[serde(flatten)]
    thought: Thought,
    /// The decision in sentences.
    decision: Vec<String>,
    steps: Vec<Step>,
    /// How the line is to be understood; empty if there is none.
    outlook: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<End>,
    /// For agents that look no further than their own move: what each is worth, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    judged: Vec<Judged>,
    /// A sentence for each move that was not chosen.
    others: Vec<String>,
    #[serde(skip)]
    frames: Vec<Captioned>,
}

/// A position with a line above it.
type Captioned = (String, Box<dyn AnyPosition>);

/// A move of the expected line.
#[derive(Serialize)]
struct Step {
    turn: Turn,
    player: String,
    action: String,
    /// The position after it.
    position: String,
}

/// What is at the end of the expected line.
#[derive(Serialize)]
struct End {
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
    eval: Option<&'static str>,
    terms: Vec<Term>,
    total: f64,
    /// What else there is to say of it.
    remarks: Vec<String>,
}

/// A move with the terms of its value.
#[derive(Serialize)]
struct Judged {
    action: String,
    total: f64,
    terms: Vec<Term>,
}

impl ExplainArgs {
    /// Explains.
    pub fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let game = self.game.open()?;
        let spec: Spec = self.agent.parse().map_err(|error: InputError| error.at("--agent"))?;
        let position = self.seed.position(game.as_ref(), self.position.as_deref())?;
        let me = decider(position.as_ref())?;
        let seed = self.seed.seed().child("agent");
        let thought = position.think(&spec, seed, &self.budget.budget(), None)?;
        let roles = Roles::of(game.as_ref(), position.as_ref(), &thought, seed)?;
        let case = Case { game: game.as_ref(), root: position.as_ref(), me, thought: &thought, roles };
        let (steps, frames) = case.steps();
        let judged = case.judged()?;
        let explanation = Explanation {
            game: self.game.spec()?.to_string(),
            position: position.text(),
            turn: position.turn(),
            player: case.player(),
            decision: case.decision(),
            outlook: case.outlook(&steps),
            end: case.end(&steps, frames.last().map(|(_, last)| last.as_ref()))?,
            others: if judged.is_empty() { case.others() } else { Vec::new() },
            judged,
            steps,
            frames,
            thought: thought.clone(),
        };
        if self.json { out.json(&explanation) } else { out.line(explanation.text(self.full, out.style)) }
    }
}

/// What the agent believes of the others.
#[derive(Default)]
struct Roles(Vec<(AgentId, Role)>);

/// States to look at to find out; far more than one move of everybody takes in most games.
const ENOUGH: u64 = 20_000;

impl Roles {
    /// Watches the agent look one move of everybody ahead: who answers it by choice, and who by chance.
    fn of(
        game: &dyn AnyGame,
        position: &dyn AnyPosition,
        thought: &Thought,
        seed: Seed,
    ) -> Result<Roles, InputError> {
        let mut roles = Roles::default();
        if thought.decision.line.len() > 1
            || thought.decision.moves.iter().any(|weighed| weighed.reply.is_some())
        {
            let agents = u32::try_from(game.info().agents.len()).unwrap_or(u32::MAX);
            let budget =
                Budget { depth: Some(Depth::plies(agents)), nodes: Some(ENOUGH), ..Budget::unlimited() };
            position.think(&thought.agent, seed, &budget, Some(&mut roles))?;
        }
        Ok(roles)
    }

    /// How whoever's turn it is chooses; none if that is not known.
    fn at(&self, turn: Turn) -> Option<Role> {
        match turn {
            Turn::Agent(agent) => self.0.iter().find(|(other, _)| *other == agent).map(|&(_, role)| role),
            Turn::Chance => Some(Role::Mean),
            Turn::Over => None,
        }
    }
}

impl Observer<String> for Roles {
    fn enter(&mut self, visit: &Visit<String>) {
        if let (Some(actor), Some(role)) = (visit.actor, visit.role)
            && !self.0.iter().any(|(other, _)| *other == actor)
        {
            self.0.push((actor, role));
        }
    }
}

/// A decision and everything that is known of it.
struct Case<'a> {
    game: &'a dyn AnyGame,
    root: &'a dyn AnyPosition,
    me: AgentId,
    thought: &'a Thought,
    roles: Roles,
}

/// Equal but for rounding.
fn same(one: f64, other: f64) -> bool {
    one == other || (one - other).abs() <= 1e-9 * one.abs().max(other.abs()).max(1.0)
}

impl Case<'_> {
    fn player(&self) -> String {
        name_of(self.game, Turn::Agent(self.me))
    }

    /// What the agent is said to do, in the list of agents.
    fn about(&self) -> &'static str {
        let listings = self.game.agents();
        listings
            .iter()
            .find(|listing| listing.name == self.thought.agent.name)
            .map_or("", |listing| listing.about)
    }

    /// The position after a move; none if the move cannot be played.
    fn after(&self, action: &str) -> Option<Box<dyn AnyPosition>> {
        let mut after = self.root.boxed_clone();
        after.play(action).ok().map(|_| after)
    }

    /// The move, its value, its equals, and what it cost.
    fn decision(&self) -> Vec<String> {
        let Thought { agent, decision, .. } = self.thought;
        let (player, action) = (self.player(), &decision.action);
        let mut said = Vec::new();
        let only = self.root.actions().len() == 1;
        let Some(value) = decision.value else {
            said.push(format!("{player} plays {action}."));
            said.push(format!("{agent} weighs no moves ({}), so it has no reasons to give.", self.about()));
            return said;
        };
        said.push(match forced(value) {
            Some(moves) if moves.is_sign_positive() => {
                format!("{player} plays {action}: {agent} sees a forced win in {moves} moves.")
            }
            Some(moves) => {
                format!("{player} plays {action}: {agent} sees a forced loss in {} moves.", -moves)
            }
            None if self.proven() => {
                format!("{player} plays {action}, which {agent} has proven to be worth {}.", signed(value))
            }
            None if self.thought.estimates => format!(
                "{player} plays {action}, which {agent} values at about {}, the mean of its simulations.",
                signed(value)
            ),
            None => format!("{player} plays {action}, which {agent} values at {}.", signed(value)),
        });
        if only {
            said.push("It is the only legal move.".to_owned());
        }
        if decision.moves.is_empty() {
            said.push(
                "It weighed no move, for want of depth or budget: it takes the first, and the value is that of the \
                 position itself."
                    .to_owned(),
            );
        }
        let others = || decision.moves.iter().filter(|weighed| weighed.action != *action && weighed.exact);
        match self.equals().as_slice() {
            [] => {}
            [one] => said.push(format!("{one} is worth just as much.")),
            many => said.push(format!("{} other moves are worth just as much.", many.len())),
        }
        let better = others().filter(|weighed| weighed.value > value);
        if let Some(best) = better.max_by(|one, other| one.value.total_cmp(&other.value)) {
            said.push(format!(
                "{} has a higher value, {}, but {}: it {}.",
                best.action,
                worth(best.value),
                agent.name,
                self.about()
            ));
        }
        if decision.stats.nodes > 0 {
            said.push(self.cost());
        }
        said
    }

    /// The moves that are known to be worth as much as the one that was chosen, in the game's order.
    fn equals(&self) -> Vec<String> {
        let decision = &self.thought.decision;
        let equal = |action: &String| {
            decision.moves.iter().any(|weighed| {
                weighed.action == *action && weighed.exact && Some(weighed.value) == decision.value
            })
        };
        self.root.actions().into_iter().filter(|action| *action != decision.action && equal(action)).collect()
    }

    /// Is the value of the chosen move certain although the agent is one that estimates?
    fn proven(&self) -> bool {
        let decision = &self.thought.decision;
        let chosen = decision.moves.iter().find(|weighed| weighed.action == decision.action);
        self.thought.estimates && chosen.is_some_and(|weighed| weighed.exact)
    }

    fn cost(&self) -> String {
        let stats = &self.thought.decision.stats;
        let mut parts = vec![plural(stats.leaves, "leaf", "leaves")];
        if stats.cuts > 0 {
            parts.push(plural(stats.cuts, "cut", "cuts"));
        }
        if stats.table_hits > 0 {
            parts.push(plural(stats.table_hits, "table hit", "table hits"));
        }
        format!(
            "It looked at {} to depth {} ({}) in {}.",
            plural(stats.nodes, "state", "states"),
            stats.depth,
            parts.join(", "),
            time_text(stats.time)
        )
    }

    /// The expected line, and the positions along it with a caption each, the root first. Moves that the rules do not
    /// allow, which a search by other rules may expect, end it.
    fn steps(&self) -> (Vec<Step>, Vec<Captioned>) {
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

    /// Who, of those who move in the line, moves by chance.
    fn by_chance<'s>(&self, steps: &'s [Step]) -> Vec<&'s str> {
        let mut names: Vec<&str> = Vec::new();
        for step in steps {
            if self.roles.at(step.turn) == Some(Role::Mean) && !names.contains(&step.player.as_str()) {
                names.push(&step.player);
            }
        }
        names
    }

    fn outlook(&self, steps: &[Step]) -> String {
        if steps.len() < 2 {
            return String::new();
        }
        let moves: Vec<String> =
            steps.iter().map(|step| format!("{} {}", step.player, step.action)).collect();
        let moves = moves.join(", ");
        match self.by_chance(steps).as_slice() {
            [] => format!("It expects {moves}."),
            names => format!(
                "It takes what {} may do as chance. The likeliest line, or the first of equals: {moves}.",
                listed(names)
            ),
        }
    }

    /// What the evaluation says of the end of the line; none if there is no line.
    fn end(&self, steps: &[Step], last: Option<&dyn AnyPosition>) -> Result<Option<End>, InputError> {
        let (Some(last), Some(value)) = (last.filter(|_| !steps.is_empty()), self.thought.decision.value)
        else {
            return Ok(None);
        };
        let outcome = last.outcome(self.me);
        let mut remarks = Vec::new();
        if let Some(outcome) = outcome {
            let player = self.player();
            remarks.push(match outcome {
                Outcome::Win => format!("There the game is over: {player} has won."),
                Outcome::Loss => format!("There the game is over: {player} has lost."),
                Outcome::Draw => "There the game is over: nobody has won.".to_owned(),
            });
        }
        // A forced win is valued by how soon it comes, and a mean of simulations not by any one end.
        let eval = self.thought.eval.filter(|_| forced(value).is_none() && !self.thought.estimates);
        let terms = match eval {
            Some(eval) => last.explain(eval, self.me)?,
            None => Vec::new(),
        };
        let sum = total(&terms);
        let chance = self.by_chance(steps);
        if eval.is_some() && !same(sum, value) {
            remarks.push(if !chance.is_empty() {
                format!(
                    "The move's value, {}, is not that of this one line but the mean over all that {} may do.",
                    signed(value),
                    listed(&chance)
                )
            } else if self.settings().contains("rules=report") {
                format!("By the report's rules, as it was searched, the line is worth {}.", signed(value))
            } else {
                format!(
                    "The move's value, {}, comes from further on: the line was not kept to its end.",
                    signed(value)
                )
            });
        }
        Ok(Some(End { outcome, eval, terms, total: sum, remarks }))
    }

    /// The agent's settings with those of the preset that it may be.
    fn settings(&self) -> String {
        let listings = self.game.agents();
        let preset = listings.iter().find(|listing| listing.name == self.thought.agent.name);
        let stands_for = preset.and_then(|listing| listing.stands_for).unwrap_or_default();
        format!("{} {stands_for}", self.thought.agent)
    }

    /// For agents that judge every move by itself: the terms of each. Empty for those that look further.
    fn judged(&self) -> Result<Vec<Judged>, InputError> {
        let decision = &self.thought.decision;
        if let Some(eval) = self.thought.action_eval {
            let moves = self.root.explain_actions(eval)?;
            return Ok(moves
                .into_iter()
                .map(|(action, terms)| Judged { action, total: total(&terms), terms })
                .collect());
        }
        let (Some(eval), 1) = (self.thought.eval, decision.line.len()) else { return Ok(Vec::new()) };
        let mut judged = Vec::new();
        for weighed in &decision.moves {
            let Some(after) = self.after(&weighed.action) else { return Ok(Vec::new()) };
            let terms = after.explain(eval, self.me)?;
            let total = total(&terms);
            if !same(total, weighed.value) {
                return Ok(Vec::new());
            }
            judged.push(Judged { action: weighed.action.clone(), total, terms });
        }
        Ok(judged)
    }

    /// Why not the other moves, in the game's order.
    fn others(&self) -> Vec<String> {
        let decision = &self.thought.decision;
        if decision.moves.is_empty() {
            return Vec::new();
        }
        let equals = self.equals();
        let mut said = Vec::new();
        if let (false, Some(value)) = (equals.is_empty(), decision.value) {
            let names: Vec<&str> = equals.iter().map(String::as_str).collect();
            said.push(format!("{}: {}, just as good", listed(&names), worth(value)));
        }
        for action in self.root.actions() {
            if action == decision.action || equals.contains(&action) {
                continue;
            }
            let weighed = decision.moves.iter().find(|weighed| weighed.action == action);
            let why = weighed.map_or_else(|| "not looked at".to_owned(), |weighed| self.rejected(weighed));
            said.push(format!("{action}: {why}"));
        }
        said
    }

    fn rejected(&self, weighed: &RootMove<String>) -> String {
        let value = worth(weighed.value);
        let value = match (weighed.exact, forced(weighed.value)) {
            (true, _) => value,
            (false, _) if self.thought.estimates => format!("about {value}"),
            (false, None) => format!("at most {value}"),
            (false, Some(_)) => format!("no better than a {value}"),
        };
        let turn = self.after(&weighed.action).map_or(Turn::Over, |after| after.turn());
        let who = name_of(self.game, turn);
        match (self.roles.at(turn), &weighed.reply) {
            (Some(Role::Mean), _) => format!("{value} on average"),
            (Some(Role::Min), Some(reply)) => format!("{value}, because {who} answers {reply}"),
            (Some(Role::Max), Some(reply)) => format!("{value}, if {who} goes on with {reply}"),
            (None, Some(reply)) => format!("{value}, and {who} would play {reply}"),
            (_, None) if turn == Turn::Over => format!("{value}, and the game is over"),
            (_, None) => value,
        }
    }
}

impl Explanation {
    fn text(&self, full: bool, style: Style) -> String {
        let mut blocks = Vec::new();
        if let Some((first, rest)) = self.decision.split_first() {
            // The first sentence is the answer.
            let mut lines = fold(first, 0, 0, WIDTH);
            lines.iter_mut().for_each(|line| *line = style.strong(&line));
            lines.extend(rest.iter().flat_map(|sentence| fold(sentence, 0, 0, WIDTH)));
            blocks.push(lines.join("\n"));
        }
        if !self.outlook.is_empty() {
            blocks.push(fold(&self.outlook, 0, 0, WIDTH).join("\n"));
        }
        blocks.push(self.pictures(full, style).join("\n"));
        if !self.judged.is_empty() {
            let name = self.thought.action_eval.or(self.thought.eval).unwrap_or("evaluation");
            let title = format!("{name}: what each move is worth to {}", self.player);
            let columns: Vec<(String, Vec<Term>)> =
                self.judged.iter().map(|judged| (judged.action.clone(), judged.terms.clone())).collect();
            blocks.push(format!("{}\n{}", style.strong(title), terms_table(&columns, style, WIDTH)));
        } else if let Some(end) = &self.end {
            blocks.extend(end.text(self.steps.len(), &self.player, style));
        }
        if !self.others.is_empty() {
            let mut lines = vec![style.strong("Why not another move")];
            lines.extend(self.others.iter().flat_map(|other| fold(other, 2, 4, WIDTH)));
            blocks.push(lines.join("\n"));
        }
        blocks.join("\n\n")
    }

    fn pictures(&self, full: bool, style: Style) -> Vec<String> {
        let last = self.frames.len().saturating_sub(1);
        let frames: Vec<Frame> = self
            .frames
            .iter()
            .enumerate()
            .filter(|(place, _)| full || *place == 0 || *place == last)
            .map(|(place, (caption, position))| Frame {
                caption: style.quiet(if full || place < 2 {
                    caption.clone()
                } else {
                    format!("after {place} moves")
                }),
                lines: picture(&position.scene(), style),
            })
            .collect();
        gallery(&frames, WIDTH)
    }
}

impl End {
    fn text(&self, moves: usize, player: &str, style: Style) -> Vec<String> {
        let mut blocks = Vec::new();
        if let Some(eval) = self.eval {
            let place =
                if moves == 1 { "after that move".to_owned() } else { format!("after those {moves} moves") };
            let title = format!("{eval}: what the position {place} is worth to {player}");
            let column = [(String::new(), self.terms.clone())];
            // The only column needs no head, and the table's first line is its heads.
            let table = terms_table(&column, style, WIDTH);
            let table = table.split_once('\n').map_or(table.as_str(), |(_, rows)| rows);
            blocks.push(format!("{}\n{table}", style.strong(title)));
        }
        if !self.remarks.is_empty() {
            blocks.push(fold(&self.remarks.join(" "), 0, 0, WIDTH).join("\n"));
        }
        blocks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_role_that_is_seen_counts() {
        let mut roles = Roles::default();
        let visit = |actor, role| Visit {
            action: None,
            weight: None,
            actor: Some(AgentId(actor)),
            role: Some(role),
            window: plylab_core::Window::FULL,
        };
        roles.enter(&visit(0, Role::Max));
        roles.enter(&visit(1, Role::Min));
        roles.enter(&visit(1, Role::Mean));
        let turns = [Turn::Agent(AgentId(0)), Turn::Agent(AgentId(1)), Turn::Agent(AgentId(2)), Turn::Chance];
        assert_eq!(
            turns.map(|turn| roles.at(turn)),
            [Some(Role::Max), Some(Role::Min), None, Some(Role::Mean)]
        );
    }

    #[test]
    fn rounding_makes_no_difference() {
        assert!(same(0.1 + 0.2, 0.3) && same(f64::INFINITY, f64::INFINITY) && same(1e9 + 0.1, 1e9 + 0.2));
        assert!(!same(-501.0, -502.0) && !same(0.0, 1e-6));
    }
}
