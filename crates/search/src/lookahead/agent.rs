//! The agent around the search.

use plylab_core::{
    Adversarial, Agent, AgentFailure, AgentId, Branch, Context, Decision, Depth, Eval, Game, Hashed,
    InputError, MissingContext, Model, Reopened, ResultKind, Rng, RootMove, Seed, Text, Utility, Watch,
    Weights, message, share_equally,
};

use super::{
    CutRule, Lookahead, LookaheadSettings, NoTable, Order, Star, Ties, TranspositionTable, Transpositions,
};

/// An agent that searches to a depth: minimax, alpha-beta or expectimax, by its model of the others and its [`LookaheadSettings`].
pub struct LookaheadAgent<G, M = Adversarial, E = Utility, T = NoTable> {
    model: M,
    eval: E,
    eval_name: Option<Text>,
    settings: LookaheadSettings,
    /// The game to search, if it differs from the game played.
    searched: Option<G>,
    table: T,
    /// Has the table been written to?
    table_used: bool,
    rng: Rng,
}

impl<G: Game> LookaheadAgent<G> {
    /// Alpha-beta to the end of `game`, with [`Game::utility`] as the value of finished games: a perfect player of games
    /// that are small enough. Where a game is won, drawn or lost it takes the shortest win and the longest loss.
    pub fn perfect(game: &G) -> Self {
        let settings = LookaheadSettings {
            prefer_short_wins: game.info().result == ResultKind::Outcome,
            ..LookaheadSettings::plain(Depth::plies(u32::MAX), CutRule::Inclusive)
        };
        LookaheadAgent::new(Adversarial, Utility, settings)
    }
}

impl<G: Game, E: Eval<G>> LookaheadAgent<G, Adversarial, E> {
    /// The textbook's alpha-beta to that depth, with `eval` for the leaves.
    pub fn alpha_beta(eval: E, depth: Depth) -> Self {
        LookaheadAgent::new(Adversarial, eval, LookaheadSettings::plain(depth, CutRule::Inclusive))
    }
}

impl<G: Game, M: Model<G>, E: Eval<G>> LookaheadAgent<G, M, E> {
    /// An agent that needs nothing but the rules. It has no transposition table, whatever the settings say.
    pub fn new(model: M, eval: E, settings: LookaheadSettings) -> Self {
        LookaheadAgent::with(model, eval, settings, NoTable)
    }
}

impl<G: Hashed, M: Model<G>, E: Eval<G>> LookaheadAgent<G, M, E, Option<TranspositionTable>> {
    /// An agent with the transposition table that the settings ask for.
    ///
    /// # Errors
    ///
    /// If there is not enough memory for its transposition table.
    pub fn with_table(model: M, eval: E, settings: LookaheadSettings) -> Result<Self, InputError> {
        let megabytes =
            if settings.table == 0 && settings.threads > 1 { SHARED_TABLE } else { settings.table };
        let table = match megabytes {
            0 => None,
            _ => Some(TranspositionTable::new(megabytes).ok_or_else(|| {
                let wrong = message!(
                    "no-table-memory",
                    "there is not enough memory for a transposition table of {megabytes} megabytes"
                );
                let right = message!("use-smaller-one", "use a smaller table");
                InputError::new(wrong).expected(right)
            })?),
        };
        Ok(LookaheadAgent::with(model, eval, settings, table))
    }
}

impl<G: Game, M: Model<G>, E: Eval<G>, T: Transpositions<G>> LookaheadAgent<G, M, E, T> {
    fn with(model: M, eval: E, settings: LookaheadSettings, table: T) -> Self {
        LookaheadAgent {
            model,
            eval,
            eval_name: None,
            settings,
            searched: None,
            table,
            table_used: false,
            rng: Seed::default().rng(),
        }
    }

    /// The same, which reports that name as the name of its evaluation.
    #[must_use]
    pub fn with_eval_name(self, name: impl Into<Text>) -> Self {
        LookaheadAgent { eval_name: Some(name.into()), ..self }
    }

    /// The same, which searches `game` instead of the game that is played, if there is one.
    #[must_use]
    pub fn searching(self, game: Option<G>) -> Self {
        LookaheadAgent { searched: game, ..self }
    }

    fn clear_table(&mut self) {
        if let Some(table) = self.table.table().filter(|_| std::mem::take(&mut self.table_used)) {
            table.clear();
        }
    }
}

/// Megabytes of the table that threads share if the settings ask for none.
const SHARED_TABLE: usize = 16;

impl<G: Game, M: Model<G>, E: Eval<G>, T: Transpositions<G>> Agent<G> for LookaheadAgent<G, M, E, T> {
    fn begin(&mut self, _: &G, _: AgentId, seed: Seed) {
        self.rng = seed.rng();
        // Entries of another agent or another start position are useless now.
        self.clear_table();
    }

    fn act(&mut self, context: Context<'_, G>) -> Result<Decision<G::Action>, AgentFailure> {
        let Context { game, state, budget, watch, .. } = context;
        self.table_used = true;
        let lookahead = Lookahead {
            game: self.searched.as_ref().unwrap_or(game),
            model: &self.model,
            eval: &self.eval,
            // An observer sees one search, so only one thread runs.
            settings: match watch {
                Watch::Search(_) => LookaheadSettings { threads: 1, ..self.settings },
                Watch::Off | Watch::Progress(_) => self.settings,
            },
            table: &self.table,
        };
        match watch {
            Watch::Off => lookahead.decide(state, budget, &mut self.rng, ()),
            Watch::Search(observer) => lookahead.decide(state, budget, &mut self.rng, observer),
            Watch::Progress(on_progress) => {
                lookahead.decide_with_progress(state, budget, &mut self.rng, (), on_progress)
            }
        }
    }

    fn reopen(
        &mut self,
        context: Context<'_, G>,
        branch: &Branch<G::Action>,
    ) -> Result<Option<Reopened>, AgentFailure> {
        let Context { game, state, budget, watch, .. } = context;
        let Watch::Search(observer) = watch else { return Ok(None) };
        self.clear_table();
        self.table_used = true;
        let settings = LookaheadSettings { threads: 1, ..self.settings };
        let lookahead = Lookahead {
            game: self.searched.as_ref().unwrap_or(game),
            model: &self.model,
            eval: &self.eval,
            settings,
            table: &self.table,
        };
        let lacks = match settings {
            _ if self.table.table().is_some() => Some(MissingContext::Table),
            LookaheadSettings { order: Order::Dynamic, .. } => Some(MissingContext::Ordering),
            LookaheadSettings { star: Star::Two, .. } => Some(MissingContext::Probe),
            _ => None,
        };
        let value = lookahead.reopen(state, branch, budget, observer)?;
        Ok(Some(Reopened { value, lacks }))
    }

    /// Starts with an empty table, because earlier searches must not influence the odds.
    fn odds(
        &mut self,
        context: Context<'_, G>,
        actions: &[G::Action],
        out: &mut Weights,
    ) -> Result<(), AgentFailure> {
        if self.settings.threads > 1 {
            return Err(AgentFailure::new(message!(
                "threads-unknown",
                "with several threads it is unpredictable which of equally good moves is found first"
            )));
        }
        self.clear_table();
        let decision = self.act(context)?;
        let random = self.settings.ties == Ties::Random;
        let is_best = |candidate: &RootMove<G::Action>| {
            candidate.value.is_exact() && Some(candidate.value) == decision.value
        };
        let chosen = |action: &G::Action| match random {
            true => decision.moves.iter().any(|candidate| candidate.action == *action && is_best(candidate)),
            false => *action == decision.action,
        };
        share_equally(actions, chosen, out);
        Ok(())
    }

    fn eval_name(&self) -> Option<&str> {
        self.eval_name.as_deref()
    }
}
