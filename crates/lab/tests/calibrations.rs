//! Calibrations hold for the versions that they name, and for the values that they were fitted to: a stale one fails here.
//!
//! `UPDATE_CALIBRATIONS=1 cargo test -p plylab-lab --test calibrations` plays the games of stale ones again, which takes
//! minutes. A new one is made by `plylab calibrate GAME AGENT --json`.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

use std::path::Path;

use plylab_core::{AgentId, AnyGame, Budget, Calibration, NoFiles, Registry, Seed, Spec, Watch};
use plylab_lab::calibrate::{Calibrator, sample_seed};

fn all(registry: &Registry) -> Vec<Calibration> {
    let texts = registry.offers().filter_map(|(_, offer)| offer.calibrations.as_ref());
    texts.flat_map(|text| Calibration::read(text).unwrap()).collect()
}

/// Why a calibration no longer holds.
fn fault(registry: &Registry, game: &dyn AnyGame, calibration: &Calibration) -> Option<String> {
    let spec: Spec = calibration.game.parse().unwrap();
    let agent: Spec = calibration.agent.parse().unwrap();
    if registry.canonical(&spec).unwrap().to_string() != calibration.game
        || registry.kind(&spec.name).unwrap().version != calibration.rules
    {
        return Some("the rules or settings of the game are others".to_owned());
    }
    let resolved = game.resolve(&agent).unwrap();
    if resolved.spec.to_string() != calibration.agent || resolved.version != calibration.version {
        return Some("the settings or the version of the agent are others".to_owned());
    }
    if calibration.samples.len() < 3 {
        return Some("there are too few values to compare".to_owned());
    }
    calibration.samples.iter().find_map(|sample| {
        let position = game.position(&sample.position).unwrap();
        let budget = Budget::unlimited();
        let thought = game.think(position.as_ref(), &agent, sample_seed(), &budget, Watch::Off).unwrap();
        let value = thought.decision.value.and_then(|value| value.as_score());
        let same = thought.eval == calibration.eval && value == Some(sample.value);
        (!same).then(|| format!("at {} it finds {value:?}, not {}", sample.position, sample.value))
    })
}

#[test]
fn every_calibration_fits_the_agent_and_the_rules_of_now() {
    let registry = plylab_standard::registry();
    for (kind, offer) in registry.offers() {
        let Some(text) = &offer.calibrations else { continue };
        let mut calibrations = Calibration::read(text).unwrap();
        let mut stale = Vec::new();
        for calibration in &mut calibrations {
            let spec: Spec = calibration.game.parse().unwrap();
            let game = registry.open(&spec, &NoFiles).unwrap();
            let Some(fault) = fault(&registry, game.as_ref(), calibration) else { continue };
            stale.push(format!("{} on {spec}: {fault}", calibration.agent));
            if std::env::var_os("UPDATE_CALIBRATIONS").is_some() {
                let (agent, games, seed) =
                    (calibration.agent.parse().unwrap(), calibration.games, calibration.seed);
                let seed = Seed(seed);
                let mut again =
                    Calibrator::new(&registry, game.as_ref(), &spec, &agent, games, seed).unwrap();
                again.threads = std::thread::available_parallelism().map_or(1, usize::from);
                *calibration = again.run(|| ()).unwrap().unwrap();
            }
        }
        if std::env::var_os("UPDATE_CALIBRATIONS").is_some() && !stale.is_empty() {
            let lines: Vec<String> =
                calibrations.iter().map(|each| serde_json::to_string(each).unwrap()).collect();
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/src").join(kind.name.as_ref());
            std::fs::write(folder.join("calibrations.json"), format!("[\n{}\n]\n", lines.join(",\n")))
                .unwrap();
            continue;
        }
        assert!(stale.is_empty(), "run with UPDATE_CALIBRATIONS=1:\n{}", stale.join("\n"));
    }
}

#[test]
fn better_values_mean_better_chances_and_the_intervals_are_narrow() {
    for calibration in all(&plylab_standard::registry()) {
        let name = format!("{} on {}", calibration.agent, calibration.game);
        assert!(!calibration.fits.is_empty(), "{name}");
        for fit in &calibration.fits {
            // Where every game is drawn, all values mean the same.
            assert!(fit.slope >= 0.0, "{name}: depth {}", fit.depth);
            let even = fit.chance(0.0);
            let width = even.high - even.low;
            assert!(width > 0.005 && width < 0.25, "{name}: depth {}: {even:?}", fit.depth);
        }
    }
}

#[test]
fn estimates_that_stay_are_calibrated() {
    let registry = plylab_standard::registry();
    let known = all(&registry);
    let is_known = |game: &Spec, agent: &str| {
        let opened = registry.open(game, &NoFiles).unwrap();
        let (game, agent) =
            (registry.canonical(game).unwrap(), opened.resolve(&agent.parse().unwrap()).unwrap());
        let fits =
            |each: &&Calibration| each.game == game.to_string() && each.agent == agent.spec.to_string();
        known.iter().any(|each| fits(&each))
    };
    // Boards on which nothing better is known in time, and the board that most people see.
    for game in [
        "connect4",
        "connect4:columns=8,rows=7",
        "connect4:columns=9",
        "sim:points=8",
        "tictactoe:size=4,line=4",
        "tictactoe:size=5,line=4",
    ] {
        let game: Spec = game.parse().unwrap();
        let kind = registry.kind(&game.name).unwrap();
        let offer = registry.offer(&game.name).unwrap();
        let mut analysts = offer.analysts.iter().filter(|one| one.fits(&game, &kind.keys, AgentId(0)));
        let first = analysts.next().unwrap();
        assert!(is_known(&game, first.estimate.as_ref().unwrap_or(&first.spec)), "{game}");
    }
}
