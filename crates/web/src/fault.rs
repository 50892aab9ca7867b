//! What went wrong with a request, as the protocol says it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use plylab_core::InputError;
use plylab_lab::store::LabError;
use serde::{Serialize, Serializer};
use serde_json::Value;

/// The kinds of mistakes, which clients can tell apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Code {
    BadJson,
    BadRequest,
    UnknownRequest,
    BadInput,
    IllegalMove,
    NotFound,
    Conflict,
    TooLarge,
    Busy,
    Stopped,
    Internal,
}

/// A mistake: one sentence for people, and its parts for programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Fault {
    pub code: Code,
    pub message: String,
    /// Which sentence it is, for pages that say it in another language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// The names and numbers in it.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_object")]
    pub values: Vec<(&'static str, Value)>,
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
}

impl Fault {
    pub fn new(code: Code, message: impl Into<String>) -> Fault {
        Fault { code, message: message.into(), reason: None, values: Vec::new(), place: None, expected: None }
    }

    /// Says which sentence it is: a name that stays, whatever becomes of the words.
    #[must_use]
    pub fn because(self, reason: &'static str) -> Fault {
        Fault { reason: Some(reason), ..self }
    }

    /// Says what is in the sentence.
    #[must_use]
    pub fn value(mut self, name: &'static str, value: impl Into<Value>) -> Fault {
        self.values.push((name, value.into()));
        self
    }

    /// A mistake in what was given, of that kind.
    pub fn of(code: Code, error: &InputError) -> Fault {
        Fault {
            place: error.place().map(str::to_owned),
            expected: error.right().map(str::to_owned),
            ..Fault::new(code, error.to_string())
        }
    }

    pub fn not_found(what: &str, name: &str) -> Fault {
        Fault::new(Code::NotFound, format!("there is no {what} '{name}'"))
            .because("no-such")
            .value("what", what)
            .value("name", name)
    }

    pub fn too_large(what: impl Into<String>) -> Fault {
        Fault::new(Code::TooLarge, what)
    }

    /// A move that the rules do not allow.
    pub fn illegal(error: &InputError, action: &str) -> Fault {
        Fault::of(Code::IllegalMove, error).because("cannot-be-played").value("action", action)
    }

    pub fn busy() -> Fault {
        Fault::new(Code::Busy, "busy, try again").because("queue-full")
    }

    /// A game that would become too long.
    pub fn too_long(most: usize) -> Fault {
        Fault::too_large(format!("games have at most {most} moves"))
            .because("game-too-long")
            .value("most", most)
    }

    /// Something that only games of two know.
    pub fn only_for_two(what: &str) -> Fault {
        Fault::new(Code::BadInput, format!("only games of two {what}")).because("only-for-two")
    }

    /// Something panicked.
    pub fn broken() -> Fault {
        Fault::new(Code::Internal, "the lab broke down over this; that is its own fault, and it goes on")
            .because("broke-down")
    }

    /// The lab closes before it was done.
    pub fn closing() -> Fault {
        Fault::new(Code::Stopped, "the lab is closing").because("closing")
    }

    /// The status of an answer over HTTP.
    pub fn status(&self) -> u16 {
        match self.code {
            Code::BadJson | Code::BadRequest | Code::UnknownRequest | Code::BadInput | Code::IllegalMove => {
                400
            }
            Code::NotFound => 404,
            Code::Conflict => 409,
            Code::TooLarge => 413,
            Code::Internal => 500,
            Code::Busy | Code::Stopped => 503,
        }
    }
}

fn as_object<S: Serializer>(values: &[(&'static str, Value)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().map(|(name, value)| (name, value)))
}

/// Does some work; if it panics, that is one more thing that went wrong.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(Fault::broken()))
}

impl From<InputError> for Fault {
    fn from(error: InputError) -> Fault {
        Fault::of(Code::BadInput, &error)
    }
}

impl From<LabError> for Fault {
    fn from(error: LabError) -> Fault {
        match error {
            LabError::Input(error) => error.into(),
            LabError::Unwritable(error) => Fault::of(Code::Internal, &error).because("not-kept"),
        }
    }
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Fault {
        Fault::new(Code::Internal, format!("the data cannot be kept: {error}")).because("not-kept")
    }
}
