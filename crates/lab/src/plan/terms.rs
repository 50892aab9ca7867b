//! What decides how the games of a cell go, and what decided it when they were played.

use plylab_core::{Spec, Text};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

#[cfg(feature = "sqlite")]
use super::Cell;
use super::hex;

/// A cell as it was when its games were played, or as it is where they are planned.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayedCell {
    /// Its name.
    pub key: String,
    /// The hash of everything that decided how its games went.
    pub fingerprint: String,
    /// The versions of its players.
    pub versions: Vec<Text>,
}

#[cfg(feature = "sqlite")]
impl PlayedCell {
    /// The cell as it is now.
    pub(crate) fn of(cell: &Cell) -> PlayedCell {
        let Cell { key, fingerprint, versions, .. } = cell.clone();
        PlayedCell { key, fingerprint, versions }
    }
}

/// What decides how the games of a cell go, besides the versions of the players.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Terms {
    /// A hash of the game.
    pub game: String,
    /// The players, and whether they are from outside.
    pub agents: Vec<(Spec, bool)>,
    /// Start, opening, limits, what is recorded, and the seed.
    pub rest: String,
}

impl Terms {
    /// The fingerprint with these versions of the players.
    pub fn fingerprint<'a>(&self, versions: impl Iterator<Item = &'a str>) -> String {
        let agents = self.agents.iter().zip(versions);
        let agents: Vec<String> =
            agents.map(|((spec, _), version)| format!("{spec} version {version}")).collect();
        let mut hash = Sha256::new();
        hash.update(format!("{}\n{}\n{}\n", self.game, agents.join("\n"), self.rest));
        hex(&hash.finalize()[..16])
    }
}

#[cfg(feature = "sqlite")]
impl Cell {
    /// Was it like this, except that outside agents have changed since? `versions` were those of the players then.
    pub(crate) fn differs_only_outside(&self, fingerprint: &str, versions: &[&str]) -> bool {
        let own = self.terms.agents.iter().zip(&self.versions).zip(versions);
        let only_outside = own.into_iter().all(|(((_, outside), now), then)| *outside || now == then);
        let as_many = versions.len() == self.versions.len();
        as_many && only_outside && self.terms.fingerprint(versions.iter().copied()) == fingerprint
    }
}
