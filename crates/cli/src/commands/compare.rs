//! `plylab compare`.

use clap::Args;
use plylab_core::{
    AnyGame, Certainty, DepthUnit, GameInfo, InputError, Message, Name, Registry, SearchStats, Spec, Thought,
    Value, message,
};
use plylab_lab::compare::{self, Comparison};
use plylab_lab::words::{self, joined, time_text};

use super::{BudgetArgs, GameArgs, SeedArgs};
use crate::failure::Failure;
use crate::language::{as_typed, named, say};
use crate::output::Output;
use crate::terminal::{Style, fold, table, width};

/// Compare what several agents think of one position.
///
/// Shows for each agent the value of every move, the move it takes, and the cost. All values are for the player to
/// move. A value with <= is a bound: the move is not better than that, and the search did not need to know more. The
/// evaluation of most games is that of a report by default; eval=tuned is stronger.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab compare connect4 4453
  plylab compare pacman --layout trap --agents 'alphabeta:depth=3;expectimax:depth=3'
  plylab compare sim --agents 'alphabeta:depth=4;alphabeta:depth=4,order=eval'
  plylab compare connect4 --agents 'minimax:depth=8;alphabeta:engine=on' --time 500")]
pub struct CompareArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The position in the game's notation; '-' reads standard input; the start by default.
    position: Option<String>,

    /// The agents, up to eight, separated by ; (see 'plylab agents'); by default minimax, alphabeta and expectimax.
    #[arg(long, value_name = "SPEC;SPEC;..")]
    agents: Option<String>,

    #[command(flatten)]
    seed: SeedArgs,

    #[command(flatten)]
    budget: BudgetArgs,

    /// Answer in JSON: the position and what each agent thinks of it.
    #[arg(long)]
    json: bool,
}

/// The default agents, as far as the game has them.
const DEFAULT_AGENTS: [&str; 3] = ["minimax", "alphabeta", "expectimax"];

/// The maximum number of agents: more columns do not fit on a screen.
const MAX_AGENTS: usize = 8;

/// The widest table.
const WIDTH: usize = 100;

impl CompareArgs {
    /// Compares.
    pub fn run(&self, registry: &Registry, out: &mut Output) -> Result<(), Failure> {
        let game = self.game.open(registry)?;
        let specs = self.specs(game.as_ref())?;
        let position = self.seed.position(game.as_ref(), self.position.as_deref())?;
        let (spec, seed) = (self.game.spec()?, self.seed.seed().of_search());
        let comparison =
            compare::compare(game.as_ref(), &spec, position.as_ref(), &specs, seed, &self.budget.budget())?;
        if self.json {
            return out.json(&comparison);
        }
        out.line(ComparisonText { of: &comparison, info: game.info() }.text(out.style))
    }

    fn specs(&self, game: &dyn AnyGame) -> Result<Vec<Spec>, InputError> {
        let Some(text) = &self.agents else {
            let there = game.agents();
            let is_there = |name: &&str| there.iter().any(|listing| listing.name == *name);
            let specs: Vec<Spec> = DEFAULT_AGENTS.into_iter().filter(is_there).map(Spec::new).collect();
            if specs.is_empty() {
                let wrong = message!("no-default-agents", "the game has none of the default agents");
                let right = message!("name-agents", "name others with --agents");
                return Err(InputError::new(wrong).expected(right));
            }
            return Ok(specs);
        };
        let read = |text: &str| text.split(';').map(str::parse).collect::<Result<Vec<Spec>, InputError>>();
        let specs = read(text).map_err(|error| {
            // Agents are often separated by commas or blanks.
            let likely =
                text.split([',', ' ']).filter(|part| !part.is_empty()).collect::<Vec<&str>>().join(";");
            let names = likely.split(';').map(str::parse::<Spec>);
            let known = |spec: Result<Spec, InputError>| spec.is_ok_and(|spec| game.resolve(&spec).is_ok());
            let error = if likely != *text && names.into_iter().all(known) {
                let wrong = message!("agents-not-apart", "'{text}' is not one agent", text = text.as_str());
                let right = message!("did-you-mean", "did you mean {likely}?");
                InputError::new(wrong).expected(right)
            } else {
                error
            };
            error.at(Message::verbatim("--agents"))
        })?;
        let agents = specs.len();
        if agents > MAX_AGENTS {
            let wrong = message!("agents-too-many", "{agents} agents are too many to compare");
            let right = message!("name-at-most", "name at most {most}", most = MAX_AGENTS);
            return Err(InputError::new(wrong).expected(right).at(Message::verbatim("--agents")));
        }
        Ok(specs)
    }
}

/// A comparison as text.
struct ComparisonText<'a> {
    of: &'a Comparison,
    info: &'a GameInfo,
}

impl ComparisonText<'_> {
    fn text(&self, style: Style) -> String {
        let [game, player] = [self.info.title.as_ref(), self.of.player.as_str()].map(Name::of);
        let title = message!("moves-worth", "{game}: what {player}'s moves are worth to {player}");
        let position = style.quiet(say(&message!("position-head", "position:")));
        let mut lines = vec![
            style.strong(say(&title)),
            format!("{position} {}", as_typed(&self.of.position)),
            String::new(),
        ];
        let names: Vec<String> = self.of.agents.iter().map(|thought| thought.agent.to_string()).collect();
        let mut rows = self.rows(&names);
        let mut remarks = self.of.remarks.clone();
        // If long names make the columns wider than the screen, letters stand for them.
        if table(&rows, 1).iter().any(|line| width(line) > WIDTH) {
            let letters: Vec<String> = ('A'..).take(names.len()).map(String::from).collect();
            rows = self.rows(&letters);
            remarks = compare::remarks(&self.of.agents, &letters);
            let named = letters.iter().zip(&names);
            lines.extend(named.map(|(letter, name)| format!("{letter}  {}", as_typed(name))));
            lines.push(String::new());
        }
        let values = 1 + self.of.legal.len();
        let mut rows = table(&rows, 1);
        rows[0] = style.strong(&rows[0]);
        rows.insert(values, String::new());
        lines.extend(rows);
        lines.extend([String::new(), style.quiet(self.legend()), String::new()]);
        lines.extend(remarks.iter().flat_map(|remark| fold(&say(remark), 0, 0, WIDTH)));
        lines.join("\n")
    }

    /// A column per agent: the value of each move, then the decision and its cost.
    fn rows(&self, heads: &[String]) -> Vec<Vec<String>> {
        let row = |head: String, cell: &dyn Fn(&Thought) -> String| {
            std::iter::once(head).chain(self.of.agents.iter().map(cell)).collect::<Vec<String>>()
        };
        let count = |head: &Message, count: fn(&SearchStats) -> u64| {
            row(say(head), &|thought| named(&count(&thought.decision.stats).to_string()))
        };
        let mut rows =
            vec![std::iter::once(String::new()).chain(heads.iter().map(|head| as_typed(head))).collect()];
        rows.extend(self.of.legal.iter().map(|action| row(named(action), &|thought| cell(thought, action))));
        rows.push(row(say(&message!("takes-head", "takes")), &|thought| named(&thought.decision.action)));
        rows.push(row(say(&message!("value-head", "value")), &|thought| {
            thought.decision.value.as_ref().map_or_else(|| "-".to_owned(), worth)
        }));
        rows.push(count(&message!("nodes-head", "nodes"), |stats| stats.nodes));
        rows.push(count(&message!("leaves-head", "leaves"), |stats| stats.leaves));
        rows.push(count(&message!("cutoffs-head", "cutoffs"), |stats| stats.cuts));
        rows.push(count(&message!("table-hits-head", "table hits"), |stats| stats.table_hits));
        // An agent may count depth in another unit than the game.
        let depth = match self.info.depth_unit {
            _ if self.of.agents.iter().any(|thought| thought.agent.setting("unit").is_some()) => {
                message!("depth-head", "depth")
            }
            DepthUnit::Ply => message!("depth-plies-head", "depth (plies)"),
            DepthUnit::Round => message!("depth-rounds-head", "depth (rounds)"),
        };
        rows.push(count(&depth, |stats| stats.depth.into()));
        // Padded, so that the table has the same width for any time.
        rows.push(row(say(&message!("time-head", "time")), &|thought| {
            format!("{:>9}", say(&time_text(thought.decision.stats.time)))
        }));
        rows
    }

    /// The meaning of the signs in this table.
    fn legend(&self) -> String {
        let agents = &self.of.agents;
        let legal = self.of.legal.iter();
        let cells = legal.flat_map(|action| agents.iter().map(move |thought| cell(thought, action)));
        let cells: Vec<String> = cells.collect();
        let mut legend = joined(
            message!("sign-taken", "* the move it takes"),
            message!("nodes-below-root", "nodes: searched below the root"),
        );
        let any = |is_there: fn(&str) -> bool| cells.iter().any(|cell| is_there(cell));
        for (is_there, meaning) in [
            (any(|cell| cell.starts_with("= ")), message!("sign-equal", "= as good as that")),
            (any(|cell| cell.starts_with("<=")), message!("sign-at-most", "<= at most, the rest was pruned")),
            (any(|cell| cell.starts_with(">=")), message!("sign-at-least", ">= at least")),
            (any(|cell| cell.contains('~')), message!("sign-estimate", "~ an estimate")),
            (any(|cell| cell == "-"), message!("sign-unsearched", "- not searched")),
        ] {
            if is_there {
                legend = joined(legend, meaning);
            }
        }
        fold(&say(&legend), 0, 0, WIDTH).join("\n")
    }
}

/// The value of a move by an agent, with a sign before it.
fn cell(thought: &Thought, action: &str) -> String {
    let decision = &thought.decision;
    let chosen = decision.action == action;
    let Some(root_move) = decision.moves.iter().find(|root_move| root_move.action == action) else {
        return if chosen { "*".to_owned() } else { "-".to_owned() };
    };
    let value = worth(&root_move.value);
    match root_move.value.certainty {
        Certainty::Estimate if chosen => format!("* ~{value}"),
        Certainty::Estimate => format!("~{value}"),
        _ if chosen => format!("* {value}"),
        Certainty::Exact if Some(root_move.value) == decision.value => format!("= {value}"),
        Certainty::Exact => value,
        Certainty::AtMost => format!("<= {value}"),
        Certainty::AtLeast => format!(">= {value}"),
    }
}

/// The value without its certainty, which has a sign of its own here.
fn worth(value: &Value) -> String {
    say(&words::worth(value.worth))
}

#[cfg(test)]
mod tests {
    use plylab_core::{AgentId, Decision, RootMove};

    use super::*;

    const ME: AgentId = AgentId(0);

    fn thought(agent: &str, action: &str, value: f64, nodes: u64) -> Thought {
        judged(agent, action, Value::score(ME, value), nodes)
    }

    fn judged(agent: &str, action: &str, value: Value, nodes: u64) -> Thought {
        let root_move = |action: &str, value| RootMove { action: action.to_owned(), value, reply: None };
        let worse = Value::score(ME, value.rank() - 1.0);
        Thought {
            agent: agent.parse().unwrap(),
            eval: Some("score".into()),
            action_eval: None,
            decision: Decision {
                action: action.to_owned(),
                value: Some(value),
                moves: vec![
                    root_move(action, value),
                    root_move("tied", value.with(Certainty::Exact)),
                    root_move("bound", value.with(Certainty::AtMost)),
                    root_move("least", value.with(Certainty::AtLeast)),
                    root_move("guess", value.with(Certainty::Estimate)),
                    root_move("worse", worse),
                ],
                line: Vec::new(),
                wheel: None,
                stats: SearchStats { nodes, ..SearchStats::default() },
            },
            note: None,
            marks: Vec::new(),
        }
    }

    #[test]
    fn signs_tell_choice_ties_and_bounds() {
        let thought = thought("a", "East", -501.0, 9);
        let actions = ["East", "tied", "bound", "least", "guess", "worse", "new"];
        let cells = actions.map(|action| cell(&thought, action));
        assert_eq!(cells, ["* -501", "= -501", "<= -501", ">= -501", "~-501", "-502", "-"]);
        let guessed = judged("a", "East", Value::score(ME, -501.0).with(Certainty::Estimate), 9);
        assert_eq!(cell(&guessed, "East"), "* ~-501");
    }
}
