//! Errors as the protocol reports them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use axum::body::Body;
use axum::http::{Response, StatusCode, header};
use axum::response::IntoResponse as _;
use plylab_core::{Field, InputError, Message, message};
use plylab_lab::store::LabError;
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};
use serde_json::json;

/// The kinds of errors that clients can distinguish.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Code {
    BadJson,
    BadRequest,
    UnknownRequest,
    NoToken,
    Forbidden,
    BadInput,
    IllegalMove,
    NotFound,
    Conflict,
    TooLarge,
    Busy,
    Stopped,
    NotKept,
    Internal,
}

/// An error: its kind, what is wrong, where, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    pub code: Code,
    error: InputError,
    /// The field of the request that is wrong.
    field: Option<String>,
}

impl Fault {
    pub fn new(code: Code, wrong: impl Into<Message>) -> Fault {
        Fault::of(code, &InputError::new(wrong))
    }

    /// An error in the input, of that kind.
    pub fn of(code: Code, error: &InputError) -> Fault {
        Fault { code, error: error.clone(), field: None }
    }

    /// Names the wrong field of the request: `with.seats`, `id`.
    #[must_use]
    pub fn in_field(self, field: &str) -> Fault {
        Fault { field: Some(field.to_owned()), ..self }
    }

    /// Names the wrong field within `with`, and what would be right there.
    #[must_use]
    pub fn at_field(self, field: &str, expected: impl Into<Message>) -> Fault {
        Fault { error: self.error.expected(expected), ..self }.in_field(&format!("with.{field}"))
    }

    /// The sentence in English.
    pub fn message(&self) -> String {
        self.error.to_string()
    }

    pub fn not_found(what: &str, name: &str) -> Fault {
        let what = match what {
            "analysis" => message!("an-analysis", "analysis"),
            "experiment" => message!("an-experiment", "experiment"),
            "file" => message!("a-file", "file"),
            "game" => message!("a-game", "game"),
            "lane" => message!("a-lane", "lane"),
            "match" => message!("a-match", "match"),
            "node" => message!("a-node", "node"),
            "person" => message!("a-person", "person"),
            "replay" => message!("a-replay", "replay"),
            "run" => message!("a-run", "run"),
            "tree" => message!("a-tree", "tree"),
            other => Message::verbatim(other),
        };
        Fault::new(Code::NotFound, message!("no-such", "there is no {what} '{name}'", what, name))
    }

    pub fn too_large(what: impl Into<Message>) -> Fault {
        Fault::new(Code::TooLarge, what)
    }

    /// A move that the rules do not allow.
    pub fn illegal(error: &InputError) -> Fault {
        Fault::of(Code::IllegalMove, error)
    }

    pub fn busy() -> Fault {
        Fault::new(Code::Busy, message!("queue-full", "the lab is busy; try again in a moment"))
    }

    /// Others use the memory.
    pub fn no_memory() -> Fault {
        Fault::new(
            Code::Busy,
            message!("memory-full", "the lab has no memory for this right now; try again in a moment"),
        )
    }

    /// Too many answers wait for clients that do not read them.
    pub fn unread() -> Fault {
        let wrong =
            message!("unread-full", "too many answers wait to be read; read them, or try again in a moment");
        Fault::new(Code::Busy, wrong)
    }

    /// A person has too many connections.
    pub fn too_many_connections(most: usize) -> Fault {
        let wrong =
            message!("connections-full", "you have {most} connections to the lab; close some pages", most);
        Fault::new(Code::Busy, wrong)
    }

    /// The game would become too long.
    pub fn too_long(most: usize) -> Fault {
        Fault::too_large(message!("game-too-long", "a game has at most {most} moves", most))
    }

    /// More than one request may ask for.
    pub fn too_many(what: Message, most: impl Into<Field>) -> Fault {
        let wrong =
            message!("too-many", "at most {most} {what} can be requested at once", most = most, what = what);
        Fault::too_large(wrong)
    }

    /// A ply beyond the last of a game.
    pub fn no_ply(ply: usize, last: usize) -> Fault {
        let wrong =
            message!("no-such-ply", "there is no ply {ply} in a game of {last} {last|move|moves}", ply, last);
        Fault::new(Code::BadInput, wrong)
    }

    /// Something that only two-player games allow.
    fn only_for_two(what: Message) -> Fault {
        Fault::new(Code::BadInput, message!("only-for-two", "only two-player games {what}", what))
    }

    /// Sides cannot be swapped in this game.
    pub fn no_swapping() -> Fault {
        Fault::only_for_two(message!("can-swap-sides", "can swap sides"))
    }

    /// This game cannot be resigned.
    pub fn no_resigning() -> Fault {
        Fault::only_for_two(message!("can-be-resigned", "can be resigned"))
    }

    /// Something panicked.
    pub fn internal() -> Fault {
        Fault::new(Code::Internal, message!("internal-error", "Internal error. Other work continues."))
    }

    /// Data could not be written.
    fn not_kept(error: impl Into<Field>) -> Fault {
        Fault::new(Code::NotKept, message!("not-kept", "it is not kept: {error}", error))
    }

    /// Nobody knows who asks.
    pub fn no_token() -> Fault {
        let right = message!(
            "use-link",
            "open the link that was printed when the lab started, or one that you were given"
        );
        let error =
            InputError::new(message!("no-token", "the lab does not know who you are")).expected(right);
        Fault::of(Code::NoToken, &error)
    }

    /// The lab closed before the work was done.
    pub fn closing() -> Fault {
        Fault::new(Code::Stopped, message!("closing", "the lab is closing"))
    }

    /// The answer over HTTP.
    pub fn answer(&self) -> Response<Body> {
        let status = StatusCode::from_u16(self.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, [(header::CONTENT_TYPE, "application/json")], json!({ "error": self }).to_string())
            .into_response()
    }

    /// The HTTP status of the answer.
    pub fn status(&self) -> u16 {
        match self.code {
            Code::BadJson | Code::BadRequest | Code::UnknownRequest | Code::BadInput | Code::IllegalMove => {
                400
            }
            Code::NoToken => 401,
            Code::Forbidden => 403,
            Code::NotFound => 404,
            Code::Conflict => 409,
            Code::TooLarge => 413,
            Code::Internal => 500,
            Code::Busy | Code::Stopped => 503,
            Code::NotKept => 507,
        }
    }
}

/// The English sentence, and its parts for other languages.
impl Serialize for Fault {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fault = serializer.serialize_struct("Fault", 6)?;
        fault.serialize_field("code", &self.code)?;
        fault.serialize_field("message", &self.message())?;
        fault.serialize_field("wrong", self.error.wrong())?;
        if let Some(field) = &self.field {
            fault.serialize_field("field", field)?;
        }
        if !self.error.locations().is_empty() {
            fault.serialize_field("where", self.error.locations())?;
        }
        if let Some(right) = self.error.right() {
            fault.serialize_field("expected", right)?;
        }
        fault.end()
    }
}

/// Runs `work`; a panic becomes a fault.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(Fault::internal()))
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
            LabError::Unwritable(error) => Fault::not_kept(error),
        }
    }
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Fault {
        Fault::not_kept(error.to_string())
    }
}
