//! What went wrong with a request, as the protocol says it.

use plylab_core::InputError;
use plylab_lab::store::LabError;
use serde::Serialize;

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
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
}

impl Fault {
    pub fn new(code: Code, message: impl Into<String>) -> Fault {
        Fault { code, message: message.into(), place: None, expected: None }
    }

    /// A mistake in what was given, of that kind.
    pub fn of(code: Code, error: &InputError) -> Fault {
        Fault {
            code,
            message: error.to_string(),
            place: error.place().map(str::to_owned),
            expected: error.right().map(str::to_owned),
        }
    }

    pub fn not_found(what: &str, name: &str) -> Fault {
        Fault::new(Code::NotFound, format!("there is no {what} '{name}'"))
    }

    pub fn too_large(what: impl Into<String>) -> Fault {
        Fault::new(Code::TooLarge, what)
    }

    pub fn busy() -> Fault {
        Fault::new(Code::Busy, "busy, try again")
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

impl From<InputError> for Fault {
    fn from(error: InputError) -> Fault {
        Fault::of(Code::BadInput, &error)
    }
}

impl From<LabError> for Fault {
    fn from(error: LabError) -> Fault {
        match error {
            LabError::Input(error) => error.into(),
            LabError::Unwritable(error) => Fault::of(Code::Internal, &error),
        }
    }
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Fault {
        Fault::new(Code::Internal, format!("the data cannot be kept: {error}"))
    }
}
