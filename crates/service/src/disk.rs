//! How much of the disk each person takes: games, replays, and the results of runs.

use crate::protocol::{Code, Fault, Person, Role};
use crate::{Service, runs};
use plylab_core::{InputError, message};

/// The largest of what somebody keeps: what to delete first.
enum Largest {
    /// A run, and its bytes.
    Run(String, u64),
    /// Replays and games.
    Games,
}

/// The error of somebody who keeps too much.
fn disk_full(bytes: u64, most: u64, largest: &Largest) -> Fault {
    let wrong = message!(
        "disk-yours",
        "your games, replays and runs take {megabytes} MB, and everybody has {most} MB",
        megabytes = bytes >> 20
    );
    let right = match largest {
        Largest::Run(run, bytes) => message!(
            "delete-largest-run",
            "delete some; the run '{run}' takes {megabytes} MB",
            megabytes = *bytes >> 20
        ),
        Largest::Games => message!("delete-replays", "delete some replays and games"),
    };
    Fault::of(Code::TooLarge, &InputError::new(wrong).expected(right))
}

/// What a person takes, and what of it is largest.
fn taken(service: &Service, owner: &str) -> Result<(u64, Largest), Fault> {
    let games = service.store().bytes_of(owner)?;
    let runs = runs::sizes(service, owner);
    let total = games + runs.iter().map(|(_, bytes)| bytes).sum::<u64>();
    let largest = runs.into_iter().max_by_key(|(_, bytes)| *bytes).filter(|(_, bytes)| *bytes >= games);
    Ok((total, largest.map_or(Largest::Games, |(run, bytes)| Largest::Run(run, bytes))))
}

/// The bytes that a person takes.
pub(crate) fn of(service: &Service, owner: &str) -> Result<u64, Fault> {
    Ok(taken(service, owner)?.0)
}

/// Refuses more to a person who takes too much, and says what to delete. Admins may fill the disk.
pub(crate) fn check(service: &Service, person: &Person) -> Result<(), Fault> {
    if person.role == Role::Admin {
        return Ok(());
    }
    let (bytes, largest) = taken(service, &person.id)?;
    let most = service.limits.megabytes_per_person;
    if bytes >> 20 < most { Ok(()) } else { Err(disk_full(bytes, most, &largest)) }
}
