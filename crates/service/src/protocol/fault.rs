//! Errors as the protocol reports them.

use plylab_core::{Field, InputError, Message, message};
use plylab_lab::LabError;
use serde::{Serialize, Serializer};

/// The kinds of errors that clients can distinguish.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FaultCode"))]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The message is not JSON.
    BadJson,
    /// A field is unknown, missing, or of the wrong type.
    BadRequest,
    /// There is no such `do`.
    UnknownRequest,
    /// The lab does not know who asks.
    NoToken,
    /// That person may not do this.
    Forbidden,
    /// A spec, position, layout, tree, experiment or line cannot be used.
    BadInput,
    /// The rules do not allow the move, or no human is to move.
    IllegalMove,
    /// There is no such game, analysis, tree, run or replay.
    NotFound,
    /// Not possible now: the game has moved on, the run is in progress, there is nothing to take back.
    Conflict,
    /// Beyond one of the limits.
    TooLarge,
    /// The queue is full; try again in a moment.
    Busy,
    /// The search was stopped, or the lab is closing.
    Stopped,
    /// The change is made, but cannot be stored: it is lost if the lab ends now. A game or a run that cannot be stored is not
    /// created.
    NotKept,
    /// An error of the lab itself. Other work continues.
    Internal,
}

/// A field of a request, by which an error says where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the parameters of requests are described there")]
pub enum RequestField {
    Id,
    Do,
    With,
    Agent,
    Agents,
    At,
    From,
    Game,
    Games,
    Language,
    Limit,
    Moves,
    Name,
    Nodes,
    Player,
    Ply,
    Points,
    Replay,
    Rows,
    Seats,
    Seed,
    Spec,
    Threads,
    Time,
    To,
    Width,
}

impl RequestField {
    /// All of them.
    pub const ALL: [RequestField; 26] = {
        use RequestField::*;
        [
            Id, Do, With, Agent, Agents, At, From, Game, Games, Language, Limit, Moves, Name, Nodes, Player,
            Ply, Points, Replay, Rows, Seats, Seed, Spec, Threads, Time, To, Width,
        ]
    };
}

/// Written as its path: `id`, `with.seats`.
impl Serialize for RequestField {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = format!("{self:?}").to_lowercase();
        match self {
            RequestField::Id | RequestField::Do | RequestField::With => serializer.serialize_str(&name),
            _ => serializer.collect_str(&format_args!("with.{name}")),
        }
    }
}

/// The result of what may fail with a fault.
pub(crate) type Result<T, E = Fault> = std::result::Result<T, E>;

/// An error: its kind, what is wrong, where, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(from = "FaultParts"))]
#[serde(into = "FaultParts")]
pub struct Fault {
    /// Its kind.
    pub code: Code,
    error: InputError,
    field: Option<RequestField>,
}

/// What is written of an error.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct FaultParts {
    /// Its kind.
    code: Code,
    /// One English sentence: where the error is, what is wrong, and what would be right.
    message: String,
    /// What is wrong.
    wrong: Message,
    /// The wrong field of the request, if known: `with.seats`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    field: Option<RequestField>,
    /// The location, if known, from the outermost to the innermost: such as a spec or a line.
    #[serde(rename = "where", skip_serializing_if = "Vec::is_empty")]
    locations: Vec<Message>,
    /// What would be right, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Message>,
}

impl From<Fault> for FaultParts {
    fn from(Fault { code, error, field }: Fault) -> FaultParts {
        FaultParts {
            code,
            message: error.to_string(),
            wrong: error.wrong().clone(),
            field,
            locations: error.locations().to_vec(),
            expected: error.right().cloned(),
        }
    }
}

impl Fault {
    /// An error of that kind.
    pub fn new(code: Code, wrong: impl Into<Message>) -> Fault {
        Fault::of(code, InputError::new(wrong))
    }

    /// An error in the input, of that kind.
    pub fn of(code: Code, error: InputError) -> Fault {
        Fault { code, error, field: None }
    }

    /// Names the wrong field of the request.
    #[must_use]
    pub fn in_field(self, field: RequestField) -> Fault {
        Fault { field: Some(field), ..self }
    }

    /// Names the wrong field of the request, and what would be right there.
    #[must_use]
    pub fn at_field(self, field: RequestField, expected: impl Into<Message>) -> Fault {
        Fault { error: self.error.expected(expected), ..self }.in_field(field)
    }

    /// The sentence in English.
    pub fn message(&self) -> String {
        self.error.to_string()
    }

    /// There is no `what` of that name.
    pub fn not_found(what: Message, name: &str) -> Fault {
        Fault::new(Code::NotFound, message!("no-such", "there is no {what} '{name}'"))
    }

    /// Not possible now.
    pub fn conflict(wrong: impl Into<Message>) -> Fault {
        Fault::new(Code::Conflict, wrong)
    }

    /// Beyond a limit.
    pub fn too_large(what: impl Into<Message>) -> Fault {
        Fault::new(Code::TooLarge, what)
    }

    /// A move that the rules do not allow.
    pub fn illegal(error: InputError) -> Fault {
        Fault::of(Code::IllegalMove, error)
    }

    /// The queue is full.
    pub fn busy() -> Fault {
        Fault::new(Code::Busy, message!("queue-full", "the lab is busy; try again in a moment"))
    }

    /// The game would become too long.
    pub fn too_long(most: usize) -> Fault {
        Fault::too_large(message!("game-too-long", "a game has at most {most} moves"))
    }

    /// More than one request may ask for.
    pub fn too_many(what: Message, most: impl Into<Field>) -> Fault {
        let wrong =
            message!("too-many", "at most {most} {what} can be requested at once", most = most, what = what);
        Fault::too_large(wrong)
    }

    /// A ply beyond the last of a game.
    pub fn no_ply(ply: usize, last: usize) -> Fault {
        let wrong = message!("no-such-ply", "there is no ply {ply} in a game of {last} {last|move|moves}");
        Fault::new(Code::BadInput, wrong)
    }

    /// Something that only two-player games allow.
    pub fn only_for_two(what: Message) -> Fault {
        Fault::new(Code::BadInput, message!("only-for-two", "only two-player games {what}"))
    }

    /// Sides cannot be swapped in this game.
    pub fn no_swapping() -> Fault {
        Fault::only_for_two(message!("can-swap-sides", "can swap sides"))
    }

    /// Something panicked.
    pub fn internal() -> Fault {
        Fault::new(Code::Internal, message!("internal-error", "Internal error. Other work continues."))
    }

    /// Data could not be written.
    pub fn not_kept(error: impl Into<Field>) -> Fault {
        Fault::new(Code::NotKept, message!("not-kept", "it is not kept: {error}"))
    }

    /// The lab does not know who asks.
    pub fn no_token() -> Fault {
        let right = message!(
            "use-link",
            "open the link that was printed when the lab started, or one that you were given"
        );
        let error =
            InputError::new(message!("no-token", "the lab does not know who you are")).expected(right);
        Fault::of(Code::NoToken, error)
    }

    /// The lab closed before the work was done.
    pub fn closing() -> Fault {
        Fault::new(Code::Stopped, message!("closing", "the lab is closing"))
    }
}

impl From<InputError> for Fault {
    fn from(error: InputError) -> Fault {
        Fault::of(Code::BadInput, error)
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
