//! A recorded search in sentences, for the terminal and for the pages.

use plylab_core::{Field, Message, MissingContext, Name, SimulationEnd, Worth, message};
use plylab_search::record::{
    CutFacts, CutKind, NodeFacts, NodePhase, NodeRole, RecordedNumber, RecordedWindow, StepEvent, TreeBound,
    short,
};

use super::Explorer;
use super::facts::{
    BoundFrom, CutReason, DrawnNow, ExplorerNode, Refutation, SamplesCompared, TreeEnd, TreeNodeKind,
    TreeNow, TreeOpened, TreeQuestion, TreeSamples,
};
use super::step::TreeEvent;
use super::view::now;
use crate::words;

/// Half the width of a 95 % interval, in standard errors.
pub(super) const CONFIDENCE: f64 = 1.96;

/// How many moves name a node.
const NAMED: usize = 3;

/// The most choices of a question.
const CHOICES: usize = 9;

/// How the numbers of a search are written: where it counts wins by their length, as wins and losses.
#[derive(Clone, Copy)]
pub struct NumberStyle {
    /// The number of a win at once.
    wins_at: Option<f64>,
}

impl NumberStyle {
    /// A number of the search.
    pub fn write(self, value: f64) -> Message {
        match self.wins_at {
            _ if value == f64::INFINITY => message!("infinite", "inf"),
            _ if value == f64::NEG_INFINITY => message!("minus-infinite", "-inf"),
            Some(win) if value.abs() > win / 2.0 => {
                let plies = Some((win - value.abs()).round().max(0.0) as u32);
                words::worth(if value > 0.0 { Worth::Win { plies } } else { Worth::Loss { plies } })
            }
            _ => message!("worth-score", "{score}", score = Name::of(short(value))),
        }
    }

    /// The window of a node.
    pub fn window(self, window: RecordedWindow) -> Message {
        let [alpha, beta] = [window.alpha, window.beta].map(|bound| self.write(bound));
        message!("window-pair", "({alpha}, {beta})")
    }

    fn known(self, value: Option<RecordedNumber>) -> Message {
        value.map_or_else(|| Message::verbatim("-"), |RecordedNumber(value)| self.write(value))
    }
}

/// A move in quotes, so that it cannot be taken for a value.
fn quoted(action: &str) -> Message {
    message!("move-quoted", "'{action}'", action = Name::of(action))
}

/// A mean reward.
fn mean(value: Option<RecordedNumber>) -> Name {
    match value {
        // Zero is written without a minus sign.
        Some(RecordedNumber(mean)) => Name::of(format!("{:+.2}", (100.0 * mean).round() / 100.0 + 0.0)),
        None => Name::of("-"),
    }
}

/// A mean with its 95 % interval; without one where all simulations ended alike, which does not make it certain.
fn interval(samples: &TreeSamples) -> Message {
    let mean = mean(samples.mean);
    match samples.error.filter(|&error| error > 0.0) {
        Some(error) => {
            let reach = Name::of(format!("{:.2}", CONFIDENCE * error));
            message!("mean-within", "{mean} +- {reach}")
        }
        None => message!("named", "{name}", name = mean),
    }
}

/// How many nodes: `12 nodes`.
pub fn nodes(n: u64) -> Message {
    message!("n-nodes", "{n} {n|node|nodes}")
}

/// How a node combines its children, as a word.
pub fn kind(kind: TreeNodeKind) -> Message {
    match kind {
        TreeNodeKind::Max => message!("role-max", "max"),
        TreeNodeKind::Min => message!("role-min", "min"),
        TreeNodeKind::Chance => message!("role-chance", "chance"),
        TreeNodeKind::Leaf => message!("role-leaf", "leaf"),
    }
}

impl Explorer {
    /// How its numbers are written.
    pub fn numbers(&self) -> NumberStyle {
        NumberStyle { wins_at: self.recording.wins_at() }
    }

    /// A node by the last moves that lead to it.
    pub fn name(&self, node: usize) -> Message {
        let moves = self.moves(node);
        let last = &moves[moves.len().saturating_sub(NAMED)..];
        let Some((first, rest)) = last.split_first() else { return message!("the-root", "the root") };
        let first = message!("named", "{name}", name = Name::of(first.as_str()));
        let path = rest.iter().fold(first, |path, action| {
            message!("path-then", "{path} > {action}", action = Name::of(action.as_str()))
        });
        match moves.len() > NAMED {
            true => message!("path-tail", "'... {path}'"),
            false => message!("path-quoted", "'{path}'"),
        }
    }

    /// Who decides at a node.
    fn mover(&self, facts: &NodeFacts<'_>) -> Message {
        let role = match facts.role {
            Some(NodeRole::Min) => message!("player-min", "Min"),
            Some(NodeRole::Mean) => message!("player-chance", "Chance"),
            _ => message!("player-max", "Max"),
        };
        let name = facts.actor.and_then(|actor| self.game.info().agents.get(actor.index()));
        match name.filter(|name| !["max", "min"].contains(&name.as_str())) {
            Some(name) => message!("player-role", "{role} ({name})", name = Name::of(name.as_str())),
            None => role,
        }
    }

    /// Why the rest below a node was pruned, by the numbers of the node itself.
    fn cut_words(&self, node: usize, cut: &CutFacts) -> Message {
        let name = self.name(node);
        let [value, limit] =
            [cut.value, cut.limit].map(|number| self.numbers().known(number.map(RecordedNumber)));
        let reason = match cut.kind {
            CutKind::Alpha => message!(
                "step-cut-alpha",
                "Cutoff: Min can already hold {name} to {value}, but Max is sure of {limit} elsewhere and will not choose this."
            ),
            CutKind::Beta => message!(
                "step-cut-beta",
                "Cutoff: Max can already get {value} at {name}, but Min is sure of {limit} elsewhere and will not allow this."
            ),
            CutKind::ChanceLow => message!(
                "step-cut-chance-low",
                "Cutoff: even with the best luck {name} is worth at most {value}, and Max is sure of {limit} elsewhere."
            ),
            CutKind::ChanceHigh => message!(
                "step-cut-chance-high",
                "Cutoff: even with the worst luck {name} is worth at least {value}, and Min is sure of {limit} elsewhere."
            ),
            CutKind::Table => {
                return message!("step-table", "The transposition table already had the value of {name}.");
            }
        };
        match cut.skipped {
            0 => reason,
            n => message!("step-cut-rest", "{reason} So {n} more {n|move|moves} here need not be searched."),
        }
    }

    /// What happened at a step, in a sentence.
    pub(super) fn step_words(&self, event: &TreeEvent) -> Message {
        match event {
            TreeEvent::Entered { node } => self.entered(*node),
            TreeEvent::Cut { node } => self
                .facts(*node)
                .and_then(|facts| facts.cut)
                .map_or_else(|| self.entered(*node), |cut| self.cut_words(*node, &cut)),
            TreeEvent::Left { node } => self.left(*node),
            TreeEvent::Inside { node } => {
                let nodes = nodes(self.facts(*node).map_or(0, |facts| facts.unkept));
                let name = self.name(*node);
                message!(
                    "step-inside",
                    "This step happens in a branch below {name} that was not kept ({nodes})."
                )
            }
            TreeEvent::Simulation { number, moves, playout, ended, rewards, .. } => {
                let agents = &self.game.info().agents;
                let reward = |(agent, reward): (&String, &RecordedNumber)| {
                    let reward = mean(Some(*reward));
                    message!("reward-of", "{player} {reward}", player = Name::of(agent.as_str()))
                };
                let rewards: Vec<Message> = agents.iter().zip(rewards).map(reward).collect();
                let n = *number;
                let moves = match moves.as_slice() {
                    [] => message!("the-root", "the root"),
                    moves => message!("moves-row", "{moves}", moves = Field::row(moves)),
                };
                match ended {
                    SimulationEnd::Playout => message!(
                        "step-playout",
                        "Simulation {n}: selects {moves}, plays {plies} random {plies|move|moves}, and ends with {rewards}.",
                        plies = playout.as_ref().map_or(0, Vec::len)
                    ),
                    SimulationEnd::Over => message!(
                        "step-game-over",
                        "Simulation {n}: selects {moves}, where the game is over: {rewards}."
                    ),
                    SimulationEnd::Proven => message!(
                        "step-proven",
                        "Simulation {n}: selects {moves}, whose value is proven: {rewards}."
                    ),
                }
            }
            TreeEvent::None if self.recording.samples().is_some() => {
                message!("step-nothing", "Before the first simulation: nothing is known.")
            }
            TreeEvent::None => message!("step-unknown", "Nothing was recorded of this step."),
        }
    }

    fn entered(&self, node: usize) -> Message {
        let name = self.name(node);
        let Some(facts) = self.facts(node) else { return name };
        if facts.role == Some(NodeRole::Leaf) {
            return message!("step-leaf-entered", "The search reaches the leaf {name}.");
        }
        let who = self.mover(&facts);
        match facts.window.filter(|_| self.recording.prunes()) {
            Some(window) => {
                let [alpha, beta] = [window.alpha, window.beta].map(|bound| self.numbers().write(bound));
                message!(
                    "step-entered",
                    "{who} is to move at {name}. Only values between {alpha} and {beta} matter here."
                )
            }
            None => message!("step-entered-free", "{who} is to move at {name}."),
        }
    }

    fn left(&self, node: usize) -> Message {
        let name = self.name(node);
        let Some(facts) = self.facts(node) else { return name };
        let value = self.numbers().known(facts.value.map(RecordedNumber));
        match (facts.role, facts.bound) {
            _ if facts.parent.is_none() => {
                message!("step-over", "The search is over: the root is worth {value}.")
            }
            (Some(NodeRole::Leaf), _) => message!("step-leaf-left", "The leaf {name} is worth {value}."),
            (_, Some(TreeBound::AtMost)) => message!(
                "step-at-most",
                "The search leaves {name}. It is worth at most {value}; how much exactly does not matter."
            ),
            (_, Some(TreeBound::AtLeast)) => message!(
                "step-at-least",
                "The search leaves {name}. It is worth at least {value}; how much exactly does not matter."
            ),
            (Some(NodeRole::Min), None) => {
                message!("step-min-left", "Min takes the smallest: {name} is worth {value}.")
            }
            (Some(NodeRole::Mean), None) => {
                message!("step-mean-left", "The mean of its children: {name} is worth {value}.")
            }
            _ => message!("step-max-left", "Max takes the largest: {name} is worth {value}."),
        }
    }

    /// What is known of nodes of a picture at a step, each with its accessible name.
    pub fn drawn(&mut self, drawn: &[usize], step: u64) -> Vec<DrawnNow> {
        self.set_moment(Some(step));
        let event = self.recording.event(step).map(StepEvent::node);
        drawn.iter().map(|&node| self.drawn_now(node, step, event == Some(node))).collect()
    }

    fn drawn_now(&self, node: usize, step: u64, current: bool) -> DrawnNow {
        let ahead = || message!("not-visited", "not visited yet");
        let sampled = self.sampled(node);
        let visits = sampled.map(|sampled| sampled.visits);
        let known = self.recording.known(node, step).map(|known| now(known, current));
        let (Some(mut now), Some(facts)) = (known, self.facts(node)) else {
            let now = TreeNow {
                phase: NodePhase::Ahead,
                value: None,
                alpha: None,
                beta: None,
                cut: false,
                current: false,
            };
            return DrawnNow { now, bound: None, visits, words: ahead() };
        };
        if let Some(sampled) = sampled {
            now.phase = if sampled.visits > 0 { NodePhase::Done } else { NodePhase::Ahead };
            now.value = sampled.mean.map(RecordedNumber);
        }
        let bound = facts.bound.filter(|_| now.phase == NodePhase::Done);
        let value = now.value.map(|RecordedNumber(value)| self.numbers().write(value));
        let mut parts: Vec<Message> = Vec::new();
        parts.extend(facts.parent.is_some().then(|| self.name(node)));
        match now.phase {
            NodePhase::Ahead => parts.push(ahead()),
            NodePhase::Pruned => parts.push(never_searched()),
            NodePhase::Open | NodePhase::Done => {
                parts.push(match facts.role {
                    Some(NodeRole::Leaf) => kind(TreeNodeKind::Leaf),
                    _ => self.mover(&facts),
                });
                parts.push(match (value, bound, now.phase) {
                    (None, _, _) => message!("no-value", "no value yet"),
                    (Some(n), Some(TreeBound::AtMost), _) => message!("at-most", "at most {n}"),
                    (Some(n), Some(TreeBound::AtLeast), _) => message!("at-least", "at least {n}"),
                    (Some(value), None, NodePhase::Done) => message!("is-worth", "worth {value}"),
                    (Some(value), None, _) => message!("so-far", "{value} so far"),
                });
                let inner = facts.role != Some(NodeRole::Leaf) && self.recording.prunes();
                parts.extend(now.alpha.zip(now.beta).filter(|_| inner).map(|(alpha, beta)| {
                    let [alpha, beta] = [alpha, beta].map(|bound| self.numbers().known(Some(bound)));
                    message!("window-from-to", "window from {alpha} to {beta}")
                }));
                parts.extend(facts.cut.filter(|_| now.cut).map(|cut| self.cut_words(node, &cut)));
            }
        }
        parts.extend(visits.map(|n| message!("n-visits", "{n} {n|visit|visits}")));
        parts.extend(facts.weight.map(|weight| {
            let share = Name::of(short((weight * 1000.0).round() / 10.0));
            message!("probability", "probability {share} %")
        }));
        DrawnNow { now, bound, visits, words: message!("listed", "{parts}") }
    }

    /// Why a node has no more children, or how far the search is with it, in a few words; none if it was searched to its end.
    pub(super) fn ended(&self, node: &ExplorerNode) -> Option<Message> {
        let numbers = self.numbers();
        let phase = node.now.map(|now| now.phase);
        let end = match &node.end {
            _ if phase == Some(NodePhase::Ahead) => Some(message!("not-visited", "not visited yet")),
            TreeEnd::Pruned => Some(match node.unseen {
                Some(RecordedNumber(unseen)) => {
                    let value = numbers.write(unseen);
                    message!("never-searched-worth", "never searched, worth {value} in the game")
                }
                None => never_searched(),
            }),
            _ if node.samples.is_some_and(|samples| samples.visits == 0) => {
                Some(message!("not-visited", "not visited yet"))
            }
            _ if phase == Some(NodePhase::Open) && node.now.is_some_and(|now| !now.cut) => {
                Some(message!("being-searched", "being searched"))
            }
            TreeEnd::Cut { by, value: RecordedNumber(value), limit: RecordedNumber(limit), pruned } => {
                let low = matches!(by, CutKind::Alpha | CutKind::ChanceLow);
                let sign = match (low, value == limit) {
                    (true, false) => message!("less", "<"),
                    (true, true) => message!("less-or-equal", "<="),
                    (false, false) => message!("more", ">"),
                    (false, true) => message!("more-or-equal", ">="),
                };
                let bound = match low {
                    true => message!("bound-alpha", "alpha"),
                    false => message!("bound-beta", "beta"),
                };
                let ([value, limit], n) = ([*value, *limit].map(|value| numbers.write(value)), pruned.len());
                Some(message!(
                    "cut-here",
                    "cut here: {value} {sign} {bound} {limit}, {n} {n|move|moves} never searched"
                ))
            }
            TreeEnd::Searched => None,
            TreeEnd::Over => Some(message!("game-over", "the game is over")),
            TreeEnd::Depth => Some(message!("depth-limit", "depth limit")),
            TreeEnd::Table => Some(message!("cut-table", "from the transposition table")),
            TreeEnd::Stopped => Some(message!("not-finished", "not finished")),
            TreeEnd::Proven => Some(message!("proven", "proven")),
            TreeEnd::New => Some(message!("visited-once", "visited once")),
        };
        let unkept = (node.unkept > 0 && phase != Some(NodePhase::Ahead))
            .then(|| message!("nodes-not-kept", "{nodes} not kept", nodes = nodes(node.unkept)));
        [end, unkept].into_iter().flatten().reduce(words::joined)
    }

    /// How a branch that was searched again compares with what it had.
    pub(super) fn opened_words(&self, again: &TreeOpened) -> Message {
        let numbers = self.numbers();
        let (value, nodes) = (numbers.known(Some(again.value)), nodes(again.nodes));
        if again.same {
            return message!(
                "searched-again-same",
                "It was not kept whole and has been searched again: {nodes}, the same value."
            );
        }
        let because = match again.because {
            Some(MissingContext::Table) => {
                message!("lack-table", "because the transposition table then had entries from other branches")
            }
            Some(MissingContext::Ordering) => message!(
                "lack-ordering",
                "because killer moves and history from other branches then changed the order of moves"
            ),
            Some(MissingContext::Probe) => message!("lack-probe", "because it was only probed then"),
            None => message!("lack-stopped", "because that search was stopped"),
        };
        message!(
            "searched-again",
            "It was not kept whole and has been searched again: value {value} and {nodes} instead of {had} and {before}, \
             {because}.",
            had = numbers.known(Some(again.had)),
            before = again.had_nodes
        )
    }

    /// Why the rest of a node was pruned, with the node that set the bound.
    pub(super) fn reason_words(&self, cut: &CutReason) -> Message {
        let name = self.name(cut.at.node);
        let [value, limit] = [cut.value, cut.limit].map(|number| self.numbers().known(number));
        let crossed = cut.crossed.as_ref().map_or_else(|| name.clone(), |crossed| self.name(crossed.node));
        let n = cut.pruned.len();
        let set = cut.set.as_ref().map(|set| self.name(set.node));
        match (cut.by, cut.from, set) {
            (CutKind::Table, ..) => {
                message!("step-table", "The transposition table already had the value of {name}.")
            }
            (CutKind::Alpha | CutKind::ChanceLow, Some(BoundFrom::Node), Some(set)) => message!(
                "why-low-node",
                "{crossed} brings {name} down to {value}, but Max already has {limit} at {set}: Max will not choose this, so \
                 {n} more {n|move|moves} here {n|was|were} pruned."
            ),
            (CutKind::Alpha | CutKind::ChanceLow, Some(BoundFrom::Window), _) => message!(
                "why-low-window",
                "{crossed} brings {name} down to {value}, below {limit}, where the search began its window, so {n} more \
                 {n|move|moves} here {n|was|were} pruned."
            ),
            (CutKind::Alpha | CutKind::ChanceLow, ..) => message!(
                "why-low-above",
                "{crossed} brings {name} down to {value}, but {limit} is already sure above, so {n} more {n|move|moves} here \
                 {n|was|were} pruned."
            ),
            (CutKind::Beta | CutKind::ChanceHigh, Some(BoundFrom::Node), Some(set)) => message!(
                "why-high-node",
                "{crossed} brings {name} up to {value}, but Min already has {limit} at {set}: Min will not allow this, so {n} \
                 more {n|move|moves} here {n|was|were} pruned."
            ),
            (CutKind::Beta | CutKind::ChanceHigh, Some(BoundFrom::Window), _) => message!(
                "why-high-window",
                "{crossed} brings {name} up to {value}, above {limit}, where the search began its window, so {n} more \
                 {n|move|moves} here {n|was|were} pruned."
            ),
            (CutKind::Beta | CutKind::ChanceHigh, ..) => message!(
                "why-high-above",
                "{crossed} brings {name} up to {value}, but {limit} is already sure above, so {n} more {n|move|moves} here \
                 {n|was|were} pruned."
            ),
        }
    }

    /// What happens at the next step, asked beforehand; none where there is nothing to think about.
    pub(super) fn question(&self, next: u64) -> Option<TreeQuestion> {
        if self.recording.samples().is_some() {
            let TreeEvent::Simulation { moves, number, .. } = self.simulation(next) else { return None };
            let words = message!("ask-selection", "Which move does simulation {n} try first?", n = number);
            return choose(words, &self.root.actions(), moves.first()?);
        }
        match self.recording.event(next)? {
            StepEvent::Cut(node) if self.facts(node)?.cut?.kind != CutKind::Table => {
                Some(self.cut_question(node, true))
            }
            StepEvent::Entered(node) => {
                let parent = self.facts(node)?.parent?;
                let (facts, known) = (self.facts(parent)?, self.recording.known(parent, next)?);
                let window = facts.window.filter(|_| known.value.is_some())?;
                let bound = match facts.role? {
                    NodeRole::Max => window.beta,
                    NodeRole::Min => window.alpha,
                    NodeRole::Mean | NodeRole::Leaf => return None,
                };
                bound.is_finite().then(|| self.cut_question(parent, false))
            }
            StepEvent::Left(node) => {
                let facts = self.facts(node).filter(|facts| facts.role != Some(NodeRole::Leaf))?;
                if facts.parent.is_none() {
                    let action = |child| {
                        self.facts(child).and_then(|facts| facts.action).unwrap_or_default().to_owned()
                    };
                    let actions: Vec<String> = self.children(0).into_iter().map(action).collect();
                    let words = message!("ask-move", "Which move does the search choose?");
                    return choose(words, &actions, &action(facts.best?));
                }
                let value = facts.value.filter(|_| facts.bound.is_none())?;
                let values = self.children(node).into_iter().filter_map(|child| self.facts(child)?.value);
                let mut values: Vec<f64> = values.chain([value]).collect();
                values.sort_by(f64::total_cmp);
                values.dedup();
                let texts: Vec<Message> = values.iter().map(|&value| self.numbers().write(value)).collect();
                let right = values.iter().position(|&other| other == value)?;
                let words = message!("ask-value", "What is {name} worth?", name = self.name(node));
                (2..=CHOICES).contains(&texts.len()).then_some(TreeQuestion { words, choices: texts, right })
            }
            StepEvent::Cut(_) | StepEvent::Inside(_) => None,
        }
    }

    fn cut_question(&self, node: usize, cut: bool) -> TreeQuestion {
        let name = self.name(node);
        TreeQuestion {
            words: message!(
                "ask-cut",
                "What happens at {name} next: is the rest cut, or is the next move searched?"
            ),
            choices: vec![
                message!("answer-cut", "The rest is cut"),
                message!("answer-search", "The next move is searched"),
            ],
            right: usize::from(!cut),
        }
    }
}

fn never_searched() -> Message {
    message!("never-searched", "never searched")
}

/// A question whose choices are moves.
fn choose(words: Message, actions: &[String], right: &str) -> Option<TreeQuestion> {
    let right = actions.iter().position(|action| action == right)?;
    let choices: Vec<Message> = actions.iter().map(|action| quoted(action)).collect();
    ((2..=CHOICES).contains(&choices.len())).then_some(TreeQuestion { words, choices, right })
}

/// Why a move was not taken.
pub(super) fn refuted(refutation: &Refutation, compared: Option<&SamplesCompared>) -> Message {
    let action = quoted(&refutation.action);
    let instead = quoted(refutation.instead.action.as_deref().unwrap_or_default());
    if let Some(compared) = compared {
        let (visits, more) = (compared.action.visits, compared.instead.visits);
        let [mean, better] = [&compared.action, &compared.instead].map(interval);
        return match compared.overlap {
            true => message!(
                "why-not-unsure",
                "{action} was visited {visits} {visits|time|times} with a mean of {mean}, {instead} {more} times with {better}. \
                 The 95 % intervals overlap: more simulations could change it."
            ),
            false => message!(
                "why-not-sure",
                "{action} was visited {visits} {visits|time|times} with a mean of {mean}, {instead} {more} times with {better}. \
                 The 95 % intervals do not overlap."
            ),
        };
    }
    let Some(value) = refutation.value.as_ref().map(words::value) else {
        return message!(
            "why-not-never",
            "The move {action} was never searched: {instead} was already enough to end the search here."
        );
    };
    if refutation.equal {
        return message!(
            "why-not-equal",
            "The move {action} is worth {value}, just as much as {instead}, which was found first."
        );
    }
    let better = refutation.instead.value.as_ref().map_or_else(|| Message::verbatim("-"), words::value);
    match refutation.line.get(1) {
        Some(reply) => message!(
            "why-not-refuted",
            "The move {action} is worth {value}, but {instead}, which was taken, is worth {better}. The answer to {action} is \
             {reply}.",
            reply = quoted(&reply.action)
        ),
        None => message!(
            "why-not-worse",
            "The move {action} is worth {value}, but {instead}, which was taken, is worth {better}."
        ),
    }
}
