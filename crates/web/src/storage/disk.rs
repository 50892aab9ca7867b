//! How much of the disk each person takes: games, replays, and the results of runs.

use std::fs;
use std::path::Path;

use crate::access::quota::{Largest, disk_full};
use crate::fault::Fault;
use crate::lab::Lab;
use crate::runs;
use plylab_service::protocol::{Person, Role};

/// The bytes of the files in a folder; those that vanish meanwhile take none.
pub(crate) fn bytes_in(folder: &Path) -> u64 {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files.filter_map(|file| file.metadata().ok()).filter(fs::Metadata::is_file).map(|file| file.len()).sum()
}

/// What a person takes, and what of it is largest.
fn taken(lab: &Lab, owner: &str) -> Result<(u64, Largest), Fault> {
    let games = lab.db.bytes_of(owner)?;
    let runs = runs::sizes(lab, owner);
    let total = games + runs.iter().map(|(_, bytes)| bytes).sum::<u64>();
    let largest = runs.into_iter().max_by_key(|(_, bytes)| *bytes).filter(|(_, bytes)| *bytes >= games);
    Ok((total, largest.map_or(Largest::Games, |(run, bytes)| Largest::Run(run, bytes))))
}

/// The bytes that a person takes.
pub(crate) fn of(lab: &Lab, owner: &str) -> Result<u64, Fault> {
    Ok(taken(lab, owner)?.0)
}

/// Refuses more to a person who takes too much, and says what to delete. Admins may fill the disk.
pub(crate) fn check(lab: &Lab, person: &Person) -> Result<(), Fault> {
    if person.role == Role::Admin {
        return Ok(());
    }
    let (bytes, largest) = taken(lab, &person.id)?;
    let most = lab.limits.megabytes_per_person;
    if bytes >> 20 < most { Ok(()) } else { Err(disk_full(bytes, most, &largest)) }
}
