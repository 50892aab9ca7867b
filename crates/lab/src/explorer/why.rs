//! Why a node was cut: the two nodes that decide it. Why a move was not taken: its refutation.

use plylab_core::{Budget, InputError, Message};
use plylab_search::record::{CutFacts, CutKind, NodeRole, NodeState, RecordedNumber};

use super::Explorer;
use super::facts::{BoundFrom, CutReason, ExplorerNode, LineMove, Refutation, SamplesCompared, TreeWhy};
use super::view::{ViewOptions, samples};
use super::words::{CONFIDENCE, refuted};

/// Where a bound comes from: the ancestor that holds it, and its child with that value.
type Source = (Option<BoundFrom>, Option<usize>, Option<usize>);

impl Explorer {
    /// Why a node was cut, and why its move was not taken.
    ///
    /// # Errors
    ///
    /// If a branch has to be opened and its search fails.
    pub fn why(&mut self, node: usize, budget: &Budget) -> Result<TreeWhy, InputError> {
        self.set_moment(None);
        let is_pruned = self.facts(node).is_some_and(|facts| facts.state == NodeState::Skipped);
        let parent = self.facts(node).and_then(|facts| facts.parent);
        let at = if is_pruned { parent.unwrap_or(node) } else { node };
        let cut = self.cut_reason(at, budget)?;
        let mut refutation = if is_pruned { None } else { self.refutation(node, budget)? };
        let samples = self.compared(node);
        if let Some(refutation) = &mut refutation {
            refutation.words = refuted(refutation, samples.as_ref());
        }
        Ok(TreeWhy { cut, refutation, samples })
    }

    fn told(&self, node: usize) -> Option<ExplorerNode> {
        let position = self.position(node).ok()?;
        self.node(node, position.as_ref(), ViewOptions::default())
    }

    fn cut_reason(&mut self, at: usize, budget: &Budget) -> Result<Option<CutReason>, InputError> {
        let Some((cut, best)) = self.facts(at).and_then(|facts| Some((facts.cut?, facts.best))) else {
            return Ok(None);
        };
        let crossed = match cut.kind {
            CutKind::Table => None,
            CutKind::Alpha | CutKind::Beta => best,
            // The last outcome that was looked at.
            CutKind::ChanceLow | CutKind::ChanceHigh => self
                .children(at)
                .into_iter()
                .rfind(|&child| self.facts(child).is_some_and(|facts| facts.state != NodeState::Skipped)),
        };
        let mut source = self.source(at, &cut);
        if let (Some(BoundFrom::Node), Some(holder), None) = source {
            // The node that set the bound was not kept.
            self.open(holder, budget)?;
            source.2 = self.setter(holder, at, cut.limit);
        }
        let (from, holder, set) = source;
        let Some(told) = self.told(at) else { return Ok(None) };
        let mut reason = CutReason {
            at: told,
            by: cut.kind,
            value: cut.value.map(RecordedNumber),
            limit: cut.limit.map(RecordedNumber),
            crossed: crossed.and_then(|crossed| self.told(crossed)),
            set: set.and_then(|set| self.told(set)),
            holder: holder.and_then(|holder| self.told(holder)),
            from,
            pruned: self.pruned(at),
            strict: cut.value != cut.limit,
            words: Message::verbatim(""),
        };
        reason.words = self.reason_words(&reason);
        Ok(Some(reason))
    }

    /// Where the bound that a cutoff at `node` crossed comes from.
    fn source(&self, node: usize, cut: &CutFacts) -> Source {
        let is_alpha = matches!(cut.kind, CutKind::Alpha | CutKind::ChanceLow);
        let Some(limit) = cut.limit else { return (None, None, None) };
        let mut below = node;
        while let Some(holder) = self.facts(below).and_then(|facts| facts.parent) {
            let Some(above) = self.facts(holder) else { break };
            let window = above.window.map(|window| if is_alpha { window.alpha } else { window.beta });
            if window == Some(limit) {
                // It was given the bound itself.
                below = holder;
            } else if above.role == Some(NodeRole::Mean) {
                return (Some(BoundFrom::Chance), Some(holder), None);
            } else {
                return (Some(BoundFrom::Node), Some(holder), self.setter(holder, below, Some(limit)));
            }
        }
        (Some(BoundFrom::Window), None, None)
    }

    /// The child of `holder` with the value `limit`, which was searched before `below`.
    fn setter(&self, holder: usize, below: usize, limit: Option<f64>) -> Option<usize> {
        let until = self.facts(below).and_then(|facts| facts.entered_at);
        self.children(holder).into_iter().find(|&child| {
            let Some(facts) = self.facts(child) else { return false };
            // Steps of a branch that was searched again are not compared.
            let is_before = facts.left_at.zip(until).is_none_or(|(left, until)| left < until);
            facts.value.is_some() && facts.value == limit && is_before
        })
    }

    /// Why the move that leads to a node was not taken.
    fn refutation(&mut self, node: usize, budget: &Budget) -> Result<Option<Refutation>, InputError> {
        let Some(facts) = self.facts(node) else { return Ok(None) };
        let (Some(parent), Some(action)) = (facts.parent, facts.action.map(str::to_owned)) else {
            return Ok(None);
        };
        let (value, bound, is_leaf) = (facts.value, facts.bound, facts.role == Some(NodeRole::Leaf));
        let no_line = facts.best.is_none() && facts.unkept > 0 && !is_leaf;
        let Some(above) = self.facts(parent) else { return Ok(None) };
        let (by, role) = (above.actor, above.role);
        let Some(best) = above.best.filter(|&best| best != node && role != Some(NodeRole::Mean)) else {
            return Ok(None);
        };
        if no_line {
            self.open(node, budget)?;
        }
        let mut line = vec![LineMove { action: action.clone(), player: by, node: Some(node) }];
        let mut at = node;
        while let Some(facts) = self.facts(at)
            && let Some(next) = facts.best
            && let Some(action) = self.facts(next).and_then(|facts| facts.action)
        {
            line.push(LineMove { action: action.to_owned(), player: facts.actor, node: Some(next) });
            at = next;
        }
        let Some(instead) = self.told(best) else { return Ok(None) };
        let number = value.map(RecordedNumber);
        let sampled = self.sampled(node);
        Ok(Some(Refutation {
            action,
            by,
            value: value
                .map(|number| self.value(number, bound))
                .or(self.told(node).and_then(|told| told.value)),
            number: number.or(sampled.and_then(|sampled| sampled.mean).map(RecordedNumber)),
            equal: sampled.is_none() && number.is_some() && instead.number == number && bound.is_none(),
            instead,
            line,
            from: self.moves(parent),
            words: Message::verbatim(""),
        }))
    }

    /// A move and the one that was taken, by what simulations know of them.
    fn compared(&self, node: usize) -> Option<SamplesCompared> {
        let parent = self.facts(node)?.parent?;
        let best = self.facts(parent)?.best.filter(|&best| best != node)?;
        let (action, instead) = (self.sampled(node)?, self.sampled(best)?);
        let gap = (action.mean? - instead.mean?).abs();
        let reach = CONFIDENCE * (action.error.unwrap_or(0.0) + instead.error.unwrap_or(0.0));
        Some(SamplesCompared { action: samples(action), instead: samples(instead), overlap: gap <= reach })
    }
}
