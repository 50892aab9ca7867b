//! Who asks, and what that allows.

use std::sync::Arc;

use plylab_core::message;
use serde::{Serialize, Serializer};

use crate::fault::{Code, Fault};

/// What a person may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Role {
    /// Everything, with everybody's things.
    Admin,
    /// Everything with their own things; what others share can be read.
    Member,
    /// Only read what others share.
    Guest,
}

impl Role {
    pub fn code(self) -> &'static str {
        match self {
            Role::Admin => "admin",
            Role::Member => "member",
            Role::Guest => "guest",
        }
    }

    pub fn of_code(code: &str) -> Role {
        match code {
            "admin" => Role::Admin,
            "member" => Role::Member,
            _ => Role::Guest,
        }
    }
}

/// A person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Person {
    #[serde(serialize_with = "as_text")]
    pub id: Arc<str>,
    pub name: String,
    pub role: Role,
}

fn as_text<S: Serializer>(id: &Arc<str>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(id)
}

impl Person {
    /// Does this belong to them? An admin owns everything.
    pub fn owns(&self, owner: &str) -> bool {
        self.role == Role::Admin || (self.role == Role::Member && *self.id == *owner)
    }

    /// May they read it?
    pub fn may_read(&self, owner: &str, shared: bool) -> bool {
        shared || self.owns(owner)
    }

    /// Refuses to change what belongs to others. What is not even shared is not found.
    pub fn change(&self, owner: &str, shared: bool, missing: impl Fn() -> Fault) -> Result<(), Fault> {
        match (self.owns(owner), shared) {
            (true, _) => Ok(()),
            (false, true) => Err(Fault::new(
                Code::Forbidden,
                message!("not-yours", "it belongs to somebody else, who shared it to be read"),
            )),
            (false, false) => Err(missing()),
        }
    }

    /// Refuses guests.
    pub fn works(&self) -> Result<(), Fault> {
        if self.role != Role::Guest {
            return Ok(());
        }
        Err(Fault::new(Code::Forbidden, message!("guests-read", "guests can only read what others share")))
    }

    /// Refuses everybody but admins.
    pub fn governs(&self) -> Result<(), Fault> {
        if self.role == Role::Admin {
            return Ok(());
        }
        Err(Fault::new(Code::Forbidden, message!("admins-only", "only an admin of the lab may do this")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(id: &str, role: Role) -> Person {
        Person { id: id.into(), name: id.to_owned(), role }
    }

    #[test]
    fn nobody_touches_what_is_not_theirs() {
        let missing = || Fault::not_found("game", "g");
        let code = |result: Result<(), Fault>| result.err().map(|fault| fault.code);
        let (ann, bob) = (person("ann", Role::Member), person("bob", Role::Member));
        let (admin, guest) = (person("root", Role::Admin), person("eve", Role::Guest));
        assert_eq!(code(ann.change("ann", false, missing)), None);
        assert_eq!(code(bob.change("ann", false, missing)), Some(Code::NotFound));
        assert_eq!(code(bob.change("ann", true, missing)), Some(Code::Forbidden));
        assert_eq!(code(admin.change("ann", false, missing)), None);
        assert_eq!(code(guest.change("eve", true, missing)), Some(Code::Forbidden));
        assert!(guest.may_read("ann", true) && !guest.may_read("ann", false) && !bob.may_read("ann", false));
        assert_eq!(code(guest.works()), Some(Code::Forbidden));
        assert_eq!((code(bob.works()), code(bob.governs())), (None, Some(Code::Forbidden)));
    }
}
