//! Who asks, what that allows, and what they share.

use std::sync::Arc;

use plylab_core::message;
use serde::{Deserialize, Serialize};

use super::{Code, Fault, Result};

/// What a person may do.
// The order counts when roles are compared: those that may do more come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PersonRole {
    /// Everything, with everybody's things.
    Admin,
    /// Everything with their own things; what others share can be read.
    Member,
    /// Only read what others share.
    Guest,
}

impl PersonRole {
    /// As it is stored.
    pub fn code(self) -> &'static str {
        match self {
            PersonRole::Admin => "admin",
            PersonRole::Member => "member",
            PersonRole::Guest => "guest",
        }
    }

    /// What was stored; a guest if it is not known.
    pub fn of_code(code: &str) -> PersonRole {
        match code {
            "admin" => PersonRole::Admin,
            "member" => PersonRole::Member,
            _ => PersonRole::Guest,
        }
    }
}

/// A person. An `admin` owns everything; a `member` owns what they made; a `guest` owns nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Person {
    /// Their name in the lab.
    #[serde(serialize_with = "as_text")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub id: Arc<str>,
    /// Their name for people.
    pub name: String,
    /// What they may do.
    pub role: PersonRole,
}

fn as_text<S: serde::Serializer>(id: &Arc<str>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(id)
}

impl Person {
    /// Does this belong to them? An admin owns everything.
    pub fn owns(&self, owner: &str) -> bool {
        self.role == PersonRole::Admin || (self.role == PersonRole::Member && *self.id == *owner)
    }

    /// May they read it?
    pub fn may_read(&self, owner: &str, shared: bool) -> bool {
        shared || self.owns(owner)
    }

    /// Refuses to change what belongs to others. What is not even shared is not found.
    pub fn change(&self, owner: &str, shared: bool, missing: impl Fn() -> Fault) -> Result<()> {
        match (self.owns(owner), shared) {
            (true, _) => Ok(()),
            (false, true) => Err(Fault::new(
                Code::Forbidden,
                message!("not-yours", "it belongs to somebody else, who shared it to be read"),
            )),
            (false, false) => Err(missing()),
        }
    }

    /// Refuses what only `least`, and roles that may do more, may ask for.
    pub fn check(&self, least: PersonRole) -> Result<()> {
        if self.role <= least {
            return Ok(());
        }
        let wrong = match self.role {
            PersonRole::Guest => message!("guests-read", "guests can only read what others share"),
            _ => message!("admins-only", "only an admin of the lab may do this"),
        };
        Err(Fault::new(Code::Forbidden, wrong))
    }
}

/// Something to be read by others, or no longer: one of `game`, `replay` and `run`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// A game.
    pub game: Option<String>,
    /// A replay.
    pub replay: Option<String>,
    /// A run.
    pub run: Option<String>,
    /// May others read it?
    pub shared: bool,
}

/// May others read it now?
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shared {
    /// May they?
    pub shared: bool,
}

/// A person, and what they have and do.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PersonLoad {
    /// Who.
    #[serde(flatten)]
    pub person: Person,
    /// Their connections.
    pub connections: usize,
    /// Their games.
    pub games: usize,
    /// Their runs.
    pub runs: usize,
    /// What waits or is done for them.
    pub jobs: usize,
    /// Their analyses.
    pub analyses: usize,
    /// The processor seconds that they used lately.
    pub seconds: f64,
    /// What they have stored.
    pub bytes: u64,
}

/// Who uses the lab, and how much.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Load {
    /// Everybody.
    pub people: Vec<PersonLoad>,
    /// What waits.
    pub waiting: usize,
    /// What is done now.
    pub running: usize,
    /// Games in memory.
    pub open_games: usize,
    /// Connections.
    pub connections: usize,
}

/// Whose things are deleted.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Purge {
    /// The person.
    pub person: String,
}

/// What is left.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Purged {
    /// The names of runs that are being stopped.
    pub stopping: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(id: &str, role: PersonRole) -> Person {
        Person { id: id.into(), name: id.to_owned(), role }
    }

    #[test]
    fn nobody_touches_what_is_not_theirs() {
        let missing = || Fault::not_found(message!("a-game", "game"), "g");
        let code = |result: Result<(), Fault>| result.err().map(|fault| fault.code);
        let (ann, bob) = (person("ann", PersonRole::Member), person("bob", PersonRole::Member));
        let (admin, guest) = (person("root", PersonRole::Admin), person("eve", PersonRole::Guest));
        assert_eq!(code(ann.change("ann", false, missing)), None);
        assert_eq!(code(bob.change("ann", false, missing)), Some(Code::NotFound));
        assert_eq!(code(bob.change("ann", true, missing)), Some(Code::Forbidden));
        assert_eq!(code(admin.change("ann", false, missing)), None);
        assert_eq!(code(guest.change("eve", true, missing)), Some(Code::Forbidden));
        assert!(guest.may_read("ann", true) && !guest.may_read("ann", false) && !bob.may_read("ann", false));
        assert_eq!(code(guest.check(PersonRole::Member)), Some(Code::Forbidden));
        let bobs = [PersonRole::Member, PersonRole::Admin].map(|least| code(bob.check(least)));
        assert_eq!(bobs, [None, Some(Code::Forbidden)]);
    }
}
