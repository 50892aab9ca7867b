//! The declarations of games hold: every agent they name can play, and every name exists.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

use plylab_core::{
    AgentId, AnyGame, Budget, GameKind, Level, NoFiles, Offer, Registry, ResultKind, Seed, Spec, StopFlag,
    Watch,
};

fn opened(registry: &Registry) -> Vec<(&GameKind, &Offer, Box<dyn AnyGame>)> {
    let open = |kind: &GameKind| registry.open(&Spec::new(kind.name.clone()), &NoFiles).unwrap();
    registry.offers().map(|(kind, offer)| (kind, offer, open(kind))).collect()
}

#[test]
fn every_named_agent_can_play() {
    let registry = plylab_standard::registry();
    for (kind, offer, game) in opened(&registry) {
        let sits = |spec: &str, seat: AgentId| {
            let refused = game.agent(&spec.parse().unwrap(), seat).err();
            assert_eq!(refused.map(|error| error.to_string()), None, "{} {spec}", kind.name);
        };
        assert!(!offer.levels.is_empty() && !offer.analysts.is_empty(), "{}", kind.name);
        for level in &offer.levels {
            sits(&level.spec, level.player.unwrap_or(AgentId(0)));
        }
        for analyst in &offer.analysts {
            sits(&analyst.spec, analyst.player.unwrap_or(AgentId(0)));
            analyst.estimate.iter().for_each(|spec| sits(spec, AgentId(0)));
        }
        let seats = (0..).map(AgentId).take(game.info().agents.len());
        if let Some(last) = offer.opponents.last() {
            for (seat, opponent) in seats.zip(offer.opponents.iter().chain(std::iter::repeat(last))) {
                sits(opponent, seat);
            }
        }
    }
}

#[test]
fn levels_have_the_same_names_in_all_games() {
    // No name twice in a seat, and names from the same list, the easiest first.
    let order = ["beginner", "easy", "medium", "hard", "expert", "perfect"];
    let registry = plylab_standard::registry();
    for (kind, offer, _) in opened(&registry) {
        for player in [AgentId(0), AgentId(1)] {
            let fits = |level: &&Level| level.player.is_none_or(|seat| seat == player);
            let names = offer.levels.iter().filter(fits).map(|level| level.name.as_ref());
            let ranks: Vec<Option<usize>> =
                names.map(|name| order.iter().position(|known| *known == name)).collect();
            assert!(ranks.iter().all(Option::is_some), "{}", kind.name);
            assert!(ranks.windows(2).all(|pair| pair[0] < pair[1]), "{} {ranks:?}", kind.name);
        }
    }
}

#[test]
fn the_levels_of_connect_four_are_the_measured_ones() {
    let registry = plylab_standard::registry();
    let levels = &registry.offer("connect4").unwrap().levels;
    let specs: Vec<&str> = levels.iter().map(|level| level.spec.as_ref()).collect();
    assert_eq!(
        specs,
        ["level:1", "level:3", "level:5", "level:7", "level:9", "perfect:ties=random,table=64"]
    );
    // On boards where another number wins, all but the perfect level.
    let game = registry.open(&"connect4:connect=5".parse().unwrap(), &NoFiles).unwrap();
    let refused: Vec<&str> =
        specs.into_iter().filter(|spec| game.agent(&spec.parse().unwrap(), AgentId(0)).is_err()).collect();
    assert_eq!(refused, ["perfect:ties=random,table=64"]);
}

#[test]
fn boards_open_and_every_default_fits_its_setting() {
    let registry = plylab_standard::registry();
    for (kind, offer, game) in opened(&registry) {
        for board in &offer.boards {
            assert!(registry.open(&board.spec(kind), &NoFiles).is_ok(), "{} {}", kind.name, board.name);
        }
        let keys = game.agents().into_iter().flat_map(|agent| agent.keys);
        for key in kind.keys.iter().cloned().chain(keys) {
            let defaults = key.default.iter().chain(key.default_when.iter().map(|when| &when.value));
            for default in defaults {
                assert!(key.kind.accepts(default), "{} {}={default}", kind.name, key.name);
            }
        }
    }
}

#[test]
fn named_oracles_and_bounds_exist() {
    let registry = plylab_standard::registry();
    for (kind, _, game) in opened(&registry) {
        assert_eq!(registry.oracle(game.as_ref()).is_ok(), kind.oracle.is_some(), "{}", kind.name);
        assert_eq!(
            registry.score_bound(game.as_ref(), &StopFlag::default()).is_some(),
            kind.score_bound.is_some(),
            "{}",
            kind.name
        );
    }
    let grid = registry.open(&Spec::new("grid"), &NoFiles).unwrap();
    assert_eq!(registry.score_bound(grid.as_ref(), &StopFlag::default()).unwrap().most, 989.0);
}

#[test]
fn settings_without_effect_in_a_game_are_not_offered() {
    let registry = plylab_standard::registry();
    let keys = |game: &str, agent: &str| -> Vec<String> {
        let game = registry.open(&Spec::new(game), &NoFiles).unwrap();
        let listing = game.agents().into_iter().find(|listing| listing.name == agent).unwrap();
        listing.keys.iter().map(|key| key.name.to_string()).collect()
    };
    for key in ["ghosts", "policy", "rules"] {
        assert!(!keys("connect4", "minimax").contains(&key.to_owned()), "{key}");
    }
    assert!(keys("pacman", "minimax").contains(&"policy".to_owned()));
    assert!(keys("grid", "minimax").contains(&"rules".to_owned()));
    // A game's own name for a setting is accepted in that game only.
    let resolve = |game: &str, agent: &str| {
        let game = registry.open(&Spec::new(game), &NoFiles).unwrap();
        game.resolve(&agent.parse().unwrap()).map(|resolved| resolved.spec.to_string())
    };
    assert_eq!(resolve("pacman", "minimax:ghosts=mean"), resolve("pacman", "minimax:others=mean"));
    assert!(resolve("connect4", "minimax:ghosts=mean").is_err());
}

#[test]
fn equivalent_specs_resolve_to_the_same() {
    let registry = plylab_standard::registry();
    let canonical = |spec: &str| registry.canonical(&spec.parse().unwrap()).unwrap().to_string();
    assert_eq!(canonical("connect-four"), "connect4:columns=7,rows=6,connect=4");
    assert_eq!(canonical("connect4:rows=06"), canonical("connect4"));
    assert_ne!(canonical("connect4:rows=7"), canonical("connect4"));
    let game = registry.open(&Spec::new("connect4"), &NoFiles).unwrap();
    let resolve = |spec: &str| game.resolve(&spec.parse().unwrap()).unwrap();
    assert_eq!(
        resolve("report-e-minimax"),
        resolve("alphabeta:depth=4,eval=report,cut=inclusive,prefer-short-wins=off")
    );
    assert_eq!(resolve("level:5"), resolve("level"));
    assert_ne!(resolve("alphabeta:engine=on").spec, resolve("alphabeta").spec);
    let megabytes = |spec: &str| resolve(spec).megabytes;
    let specs =
        ["random", "alphabeta:depth=4", "alphabeta:table=16", "alphabeta:engine=on", "perfect", "level:9"];
    assert_eq!(specs.map(megabytes), [0, 0, 16, 64, 256, 64]);
}

#[test]
fn short_wins_are_preferred_only_where_a_game_is_won_drawn_or_lost() {
    let registry = plylab_standard::registry();
    for (kind, _, game) in opened(&registry) {
        let prefers = |spec: &str| {
            let resolved = game.resolve(&spec.parse().unwrap()).unwrap();
            resolved.spec.setting("prefer-short-wins").map(|value| value == "on")
        };
        let by_outcome = game.info().result == ResultKind::Outcome;
        for agent in ["minimax", "alphabeta", "alphabeta:engine=on"] {
            assert_eq!(prefers(agent), Some(by_outcome), "{}: {agent}", kind.name);
        }
        // The mean of a win and a loss has no distance.
        assert_eq!(prefers("minimax:others=mean"), Some(false), "{}", kind.name);
        assert_eq!(prefers("expectimax"), None);
        // The programs of the reports count all wins alike, and say so.
        for preset in game.agents().iter().filter(|listing| listing.name.starts_with("report-")) {
            let Some(stands_for) = &preset.stands_for else { continue };
            if stands_for.starts_with("minimax") || stands_for.starts_with("alphabeta") {
                assert!(stands_for.ends_with("prefer-short-wins=off"), "{}", preset.name);
            }
        }
    }
    let outcome = |name: &str| registry.open(&Spec::new(name), &NoFiles).unwrap().info().result;
    assert_eq!(["connect4", "sim", "tictactoe"].map(outcome), [ResultKind::Outcome; 3]);
    assert_eq!(["pacman", "grid"].map(outcome), [ResultKind::Points; 2]);
}

#[test]
fn levels_are_offered_only_on_boards_they_fit() {
    let registry = plylab_standard::registry();
    let offered = |text: &str| -> Vec<String> {
        let spec: Spec = text.parse().unwrap();
        let (kind, offer) = (registry.kind(&spec.name).unwrap(), registry.offer(&spec.name).unwrap());
        let fits = offer.levels.iter().filter(|level| level.fits(&spec, &kind.keys));
        fits.map(|level| level.name.to_string()).collect()
    };
    let has = |spec: &str, level: &str| offered(spec).iter().any(|name| name == level);
    assert!(has("tictactoe", "perfect") && has("tictactoe:size=3", "perfect"));
    assert!(!has("tictactoe", "expert"));
    for size in ["4", "5"] {
        let spec = format!("tictactoe:size={size}");
        assert!(has(&spec, "expert") && !has(&spec, "perfect"), "{:?}", offered(&spec));
    }
    assert!(has("connect4:columns=5", "perfect") && !has("connect4:connect=5", "perfect"));
    assert!(has("sim", "perfect") && !has("sim:points=8", "perfect"));
    // Every offered level can play, on every board that games name.
    for (kind, offer, _) in opened(&registry) {
        for board in &offer.boards {
            let spec = board.spec(kind);
            let game = registry.open(&spec, &NoFiles).unwrap();
            for level in offer.levels.iter().filter(|level| level.fits(&spec, &kind.keys)) {
                let seat = level.player.unwrap_or(AgentId(0));
                assert!(game.agent(&level.spec.parse().unwrap(), seat).is_ok(), "{spec}: {}", level.name);
            }
        }
    }
}

/// Counts nodes instead of seconds, which differ between machines: even a slow one searches this many per second.
#[test]
fn every_level_of_tic_tac_toe_moves_quickly_on_every_board() {
    const MAX_NODES: u64 = 300_000;
    let registry = plylab_standard::registry();
    let (kind, offer) = (registry.kind("tictactoe").unwrap(), registry.offer("tictactoe").unwrap());
    for (size, line) in [(3, 3), (4, 3), (4, 4), (5, 3), (5, 4), (5, 5)] {
        let spec: Spec = format!("tictactoe:size={size},line={line}").parse().unwrap();
        let game = registry.open(&spec, &NoFiles).unwrap();
        for level in offer.levels.iter().filter(|level| level.fits(&spec, &kind.keys)) {
            let mut position = game.start(Seed(0));
            let agent: Spec = level.spec.parse().unwrap();
            while position.turn().agent().is_some() {
                let budget = Budget::unlimited();
                let thought = game.think(position.as_ref(), &agent, Seed(1), &budget, Watch::Off).unwrap();
                let nodes = thought.decision.stats.nodes;
                assert!(nodes <= MAX_NODES, "{spec} {}: {nodes} nodes at {}", level.name, position.text());

                position.play(&thought.decision.action).unwrap();
            }
        }
    }
}
