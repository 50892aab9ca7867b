//! Names of agents for people: their title and the settings that belong to it. A spec is for those who want to repeat it.

use plylab_core::{AnyGame, Field, Key, KeyKind, Listing, Name, Spec};

/// What an agent is called: `alpha-beta, depth 4`. An agent that the game does not know is called by its spec.
pub fn display_name(game: &dyn AnyGame, spec: &Spec) -> Field {
    let agents = game.agents();
    let find = |name: &str| agents.iter().find(|listing| listing.name == name);
    let Some(agent) = find(&spec.name) else { return spec.to_string().into() };
    // A preset has the settings of the agent that it stands for.
    let base = agent.stands_for.as_ref().and_then(|text| text.parse::<Spec>().ok());
    let keys = match base.as_ref().and_then(|base| find(&base.name)) {
        Some(base) if agent.keys.is_empty() => &base.keys,
        _ => &agent.keys,
    };
    let spec = spec.named(keys);
    let mut parts = vec![Field::from(Name::of(agent.title.clone()))];
    parts.extend(keys.iter().filter_map(|key| setting_text(game, agent, key, &spec)));
    Field::List(parts)
}

/// A setting, if it belongs to the name and is given.
fn setting_text(game: &dyn AnyGame, agent: &Listing, key: &Key, spec: &Spec) -> Option<Field> {
    let (message, value) = (key.said.as_ref()?, spec.setting(&key.name)?);
    if agent.stands_for.is_none() && key.default.as_deref() == Some(value) {
        return None;
    }
    let named = match &key.kind {
        KeyKind::Choice { .. } => {
            let named = [game.evals(), game.action_evals(), game.agents()].concat();
            let found = named.into_iter().find(|listing| listing.name == value);
            Name::of(found.map_or_else(|| value.into(), |one| one.title)).into()
        }
        KeyKind::Integer { .. } | KeyKind::Real { .. } => Name::of(value).into(),
        KeyKind::Text => Field::from(value),
    };
    Some(message.clone().with("value", named).into())
}

#[cfg(test)]
mod tests {
    use plylab_core::{English, NoFiles};

    use super::*;

    #[test]
    fn agents_have_names_for_people() {
        let registry = plylab_standard::registry();
        let game = registry.open(&Spec::new("connect4"), &NoFiles).unwrap();
        for (spec, name) in [
            ("random", "random moves"),
            ("alphabeta:depth=6,eval=tuned,cut=inclusive", "alpha-beta, depth 6, tuned evaluation"),
            ("report-e-minimax:depth=4", "report E's minimax, depth 4"),
            ("mcts:sims=500", "Monte Carlo tree search, 500 simulations"),
            ("level:3", "human-like player, level 3"),
            ("of-a-stranger:x=1", "of-a-stranger:x=1"),
        ] {
            assert_eq!(display_name(game.as_ref(), &spec.parse().unwrap()).render(&English), name, "{spec}");
        }
    }
}
