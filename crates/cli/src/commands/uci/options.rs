//! The options of the engine: which game, which agent, and how much of the machine it may use.

use std::sync::Arc;
use std::time::Duration;

use plylab_core::{
    AgentId, AnyAgent, AnyGame, GameKind, InputError, KeyKind, NoFiles, Offer, Registry, Spec, UciVariant,
    Unit, message,
};

/// The level that leaves the choice to the option Agent.
const NO_LEVEL: &str = "none";
/// The most megabytes of a table.
const MOST_HASH: u64 = 65_536;
/// The most threads.
const MOST_THREADS: u64 = 64;
/// The longest overhead, in milliseconds.
const MOST_OVERHEAD: u64 = 5000;
/// The time that a move may take on its way to the clock, in milliseconds.
const OVERHEAD: u64 = 20;

/// The options.
pub(super) struct Options {
    registry: Arc<Registry>,
    game: Arc<dyn AnyGame>,
    chosen: Chosen,
}

/// What is chosen; none is the default.
#[derive(Clone)]
struct Chosen {
    /// The game's name.
    game: String,
    variant: UciVariant,
    agent: String,
    level: Option<String>,
    hash: Option<u64>,
    threads: Option<u64>,
    overhead: u64,
}

impl Chosen {
    fn of(kind: &GameKind, variant: &UciVariant) -> Chosen {
        Chosen {
            game: kind.name.clone().into_owned(),
            variant: variant.clone(),
            agent: variant.agent.clone().into_owned(),
            level: None,
            hash: None,
            threads: None,
            overhead: OVERHEAD,
        }
    }
}

impl Options {
    /// The options as they are at the beginning: the first game that declares a variant.
    pub fn new(registry: &Arc<Registry>) -> Result<Options, InputError> {
        let (kind, variant) = variants(registry).next().ok_or_else(|| {
            InputError::new(message!("no-uci-game", "no game declares what UCI engines call it"))
        })?;
        let game = registry.open(&Spec::new(kind.name.clone()), &NoFiles)?;
        Ok(Options { registry: Arc::clone(registry), game: game.into(), chosen: Chosen::of(kind, variant) })
    }

    /// The game.
    pub fn game(&self) -> &dyn AnyGame {
        self.game.as_ref()
    }

    /// The time that a move may take on its way to the clock.
    pub fn overhead(&self) -> Duration {
        Duration::from_millis(self.chosen.overhead)
    }

    /// The agent for a seat.
    pub fn agent(&self, seat: AgentId) -> Result<Box<dyn AnyAgent>, InputError> {
        self.game.agent(&self.spec(&self.chosen)?, seat)
    }

    /// The lines that declare the options.
    pub fn lines(&self) -> Vec<String> {
        let spec = self.chosen.variant.agent.parse::<Spec>().and_then(|spec| self.game.resolve(&spec));
        let default = |unit: Unit| {
            let spec = &spec.as_ref().ok()?.spec;
            spec.setting(&self.key(spec, unit)?)?.parse::<u64>().ok()
        };
        let choices =
            |names: Vec<&str>| -> String { names.iter().map(|name| format!(" var {name}")).collect() };
        let variants = choices(self.variants());
        let levels = choices(self.levels());
        let Chosen { variant, .. } = &self.chosen;
        let (hash, threads) = (default(Unit::Megabytes).unwrap_or(1), default(Unit::Threads).unwrap_or(1));
        vec![
            format!("option name UCI_Variant type combo default {}{variants}", variant.name),
            format!("option name Agent type string default {}", variant.agent),
            format!("option name Level type combo default {NO_LEVEL}{levels}"),
            format!("option name Hash type spin default {hash} min 1 max {MOST_HASH}"),
            format!("option name Threads type spin default {threads} min 1 max {MOST_THREADS}"),
            format!("option name Move Overhead type spin default {OVERHEAD} min 0 max {MOST_OVERHEAD}"),
        ]
    }

    /// Changes an option; what is wrong with its value leaves everything as it was.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), InputError> {
        let mut chosen = self.chosen.clone();
        match name.to_ascii_lowercase().as_str() {
            "uci_variant" => return self.set_variant(value),
            "agent" => value.clone_into(&mut chosen.agent),
            "level" => {
                let level = self.levels().into_iter().find(|level| level.eq_ignore_ascii_case(value));
                let level = level.ok_or_else(|| refused_for(name, value, self.levels()))?.to_owned();
                chosen.level = Some(level).filter(|level| level != NO_LEVEL);
            }
            "hash" => chosen.hash = Some(number(name, value, 1, MOST_HASH)?),
            "threads" => chosen.threads = Some(number(name, value, 1, MOST_THREADS)?),
            "move overhead" => chosen.overhead = number(name, value, 0, MOST_OVERHEAD)?,
            _ => {
                return Err(InputError::new(message!("no-option", "there is no option '{name}'"))
                    .expected(message!("options-are", "the answer to uci lists the options")));
            }
        }
        self.spec(&chosen)?;
        self.chosen = chosen;
        Ok(())
    }

    fn set_variant(&mut self, value: &str) -> Result<(), InputError> {
        let found = variants(&self.registry).find(|(_, variant)| variant.name == value);
        let (kind, variant) = found.ok_or_else(|| refused_for("UCI_Variant", value, self.variants()))?;
        if self.chosen.game != kind.name {
            self.game = self.registry.open(&Spec::new(kind.name.clone()), &NoFiles)?.into();
            self.chosen = Chosen::of(kind, variant);
        }
        Ok(())
    }

    fn offer(&self) -> Option<&Offer> {
        self.registry.offer(&self.chosen.game).ok()
    }

    /// The names of all variants.
    fn variants(&self) -> Vec<&str> {
        variants(&self.registry).map(|(_, variant)| variant.name.as_ref()).collect()
    }

    /// The levels that the game offers, after the name of none.
    fn levels(&self) -> Vec<&str> {
        let levels = self.offer().into_iter().flat_map(|offer| &offer.levels);
        [NO_LEVEL].into_iter().chain(levels.map(|level| level.name.as_ref())).collect()
    }

    /// The agent that is meant, with everything written out.
    fn spec(&self, chosen: &Chosen) -> Result<Spec, InputError> {
        let level = chosen.level.as_deref().and_then(|name| {
            self.offer()?.levels.iter().find(|level| level.name == name).map(|level| level.spec.as_ref())
        });
        let spec: Spec = level.unwrap_or(&chosen.agent).parse()?;
        let spec = self.game.resolve(&spec)?.spec;
        let machine = [(Unit::Megabytes, chosen.hash), (Unit::Threads, chosen.threads)];
        let asked = machine.into_iter().filter_map(|(unit, value)| Some((self.key(&spec, unit)?, value?)));
        let asked = asked
            .fold(Spec::new(spec.name.clone()), |asked, (key, value)| asked.with(key, value.to_string()));
        let spec = asked.over(&spec);
        self.game.resolve(&spec).map(|resolved| resolved.spec)
    }

    /// The setting of an agent that counts `unit`, if it has one.
    fn key(&self, spec: &Spec, unit: Unit) -> Option<String> {
        let listing = self.game.agents().into_iter().find(|listing| listing.name == spec.name)?;
        let counts =
            |kind: &KeyKind| matches!(kind, KeyKind::Integer { unit: Some(own), .. } if *own == unit);
        listing.keys.into_iter().find(|key| counts(&key.kind)).map(|key| key.name.into_owned())
    }
}

/// Every game that declares a variant.
fn variants(registry: &Registry) -> impl Iterator<Item = (&GameKind, &UciVariant)> {
    registry.offers().filter_map(|(kind, offer)| Some((kind, offer.uci.as_ref()?)))
}

fn refused(name: &str, value: &str) -> InputError {
    InputError::new(message!("option-refused", "the option {name} cannot be '{value}'"))
}

fn refused_for(name: &str, value: &str, names: Vec<&str>) -> InputError {
    refused(name, value).expected(message!("uci-one-of", "use one of {names}"))
}

fn number(name: &str, value: &str, min: u64, max: u64) -> Result<u64, InputError> {
    let number = value.parse().ok().filter(|number| (min..=max).contains(number));
    number.ok_or_else(|| {
        let right = message!("setting-range", "use a number from {min} to {max}");
        refused(name, value).expected(right)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Options {
        Options::new(&Arc::new(plylab_standard::registry())).unwrap()
    }

    fn spec(options: &Options) -> Spec {
        options.spec(&options.chosen).unwrap()
    }

    #[test]
    fn options_become_settings_of_the_agent() {
        let mut options = options();
        assert_eq!(spec(&options).setting("table"), Some("64"));
        for (name, value) in [("Hash", "8"), ("threads", "2"), ("Move Overhead", "100")] {
            options.set(name, value).unwrap();
        }
        let seen = spec(&options);
        assert_eq!((seen.setting("table"), seen.setting("threads")), (Some("8"), Some("2")));
        assert_eq!(options.overhead(), Duration::from_millis(100));
        // An agent without a table has no use for the option.
        options.set("Agent", "random").unwrap();
        assert_eq!(spec(&options).to_string(), "random");
        options.set("Level", "Easy").unwrap();
        assert_eq!(spec(&options).name, "level");
        options.set("Level", "none").unwrap();
        assert_eq!(spec(&options).name, "random");
    }

    #[test]
    fn a_wrong_value_changes_nothing() {
        let mut options = options();
        let mut error = |name: &str, value: &str| options.set(name, value).unwrap_err().to_string();
        assert!(error("Agent", "nobody").contains("has no agent 'nobody'"));
        assert_eq!(error("Hash", "0"), "the option Hash cannot be '0'; use a number from 1 to 65536");
        assert!(
            error("Level", "godlike").starts_with("the option Level cannot be 'godlike'; use one of none")
        );
        assert_eq!(
            error("UCI_Variant", "chess"),
            "the option UCI_Variant cannot be 'chess'; use one of cfour"
        );
        assert_eq!(
            error("Contempt", "5"),
            "there is no option 'Contempt'; the answer to uci lists the options"
        );
        assert_eq!(spec(&options).name, "alphabeta");
    }
}
