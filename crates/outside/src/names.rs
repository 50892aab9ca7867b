//! Agents by name: the file `plylab.toml`, or a folder of agents.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use plylab_core::toml::{Document, TomlValue};
use plylab_core::{InputError, Message, message};
use serde::{Deserialize, Serialize};

use crate::kind::of_python;
use crate::launch::{Launch, Launcher, ProcessLimits};

/// The name of the file that names agents.
pub const FILE: &str = "plylab.toml";

/// How an agent is spoken to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Protocol {
    /// JSON lines: `plylab-agent/1`.
    Plylab,
    /// The Universal Chess Interface, for the games that have it.
    Uci,
}

/// An agent in a process of its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outsider {
    /// The name in specs.
    pub name: String,
    /// The name for people, if it has another.
    pub title: Option<String>,
    /// What it does, in the words of its author.
    pub about: Option<String>,
    /// How it is spoken to.
    pub protocol: Protocol,
    /// How it is started. Its folder is absolute.
    pub launch: Launch,
    /// How long it may take to be ready.
    pub startup: Duration,
    /// How long it may take for a move where the game sets no time.
    pub patience: Duration,
    /// How many questions it may ask for a move.
    pub questions: u64,
    /// The files that it is made of, relative to its folder; all files below its folder if they are not named.
    pub files: Option<Vec<String>>,
    /// The options of an engine that speaks UCI.
    pub options: Vec<(String, String)>,
    /// The limits of each search of such an engine, besides those of the game: `depth 8`.
    pub go: Option<String>,
}

impl Outsider {
    /// An agent with the usual settings.
    ///
    /// # Errors
    ///
    /// If the path of this program is not known.
    pub fn new(name: impl Into<String>, command: Vec<String>) -> Result<Outsider, InputError> {
        Ok(Outsider {
            name: name.into(),
            title: None,
            about: None,
            protocol: Protocol::Plylab,
            launch: Launch::new(command)?,
            startup: Duration::from_secs(10),
            patience: Duration::from_secs(60),
            questions: 100_000,
            files: None,
            options: Vec::new(),
            go: None,
        })
    }
}

/// The agents of a file, or of a folder: those of its `plylab.toml`; without one, those of the `plylab.toml` of each folder
/// below it, and each program in it by its ending. `py:mine.py#Mine` is the class `Mine` of that file, by its name.
///
/// # Errors
///
/// If it cannot be read, is wrong, names an agent twice or has none.
pub fn read(path: &Path) -> Result<Vec<Outsider>, InputError> {
    read_besides(path, &[])
}

/// The same besides agents with the names in `taken`: programs without a file that names them get other names.
///
/// # Errors
///
/// As [`read`].
pub fn read_besides(path: &Path, taken: &[String]) -> Result<Vec<Outsider>, InputError> {
    let python = path.to_str().and_then(|text| text.strip_prefix("py:"));
    let agents = if let Some(what) = python {
        vec![in_python(what)?]
    } else if path.is_dir() {
        let file = path.join(FILE);
        if file.is_file() { read_file(&file)? } else { read_folder(path, taken)? }
    } else {
        read_file(path)?
    };
    let mut names = HashSet::new();
    for agent in &agents {
        if !names.insert(agent.name.as_str()) {
            let wrong = message!("agent-twice", "two agents are called '{name}'", name = agent.name.as_str());
            let right = message!("agent-rename", "give each a name of its own");
            return Err(InputError::new(wrong).expected(right).at(shown(path)));
        }
    }
    if agents.is_empty() {
        let wrong = message!("outsiders-none", "there are no agents");
        return Err(InputError::new(wrong).expected(agents_form()).at(shown(path)));
    }
    Ok(agents)
}

fn agents_form() -> Message {
    message!(
        "outsiders-form",
        "write [agents.NAME] with command = [\"python3\", \"mine.py\"] in plylab.toml, or put .py, .js or .java files there"
    )
}

fn shown(path: &Path) -> Message {
    Message::verbatim(path.display().to_string())
}

fn unreadable(path: &Path, error: &std::io::Error) -> InputError {
    InputError::new(message!("file-unreadable", "it cannot be read ({error})", error = error.to_string()))
        .expected(message!("agents-file", "name a file like plylab.toml, or a folder of agents"))
        .at(shown(path))
}

fn read_file(file: &Path) -> Result<Vec<Outsider>, InputError> {
    let text = fs::read_to_string(file).map_err(|error| unreadable(file, &error))?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = folder.canonicalize().map_err(|error| unreadable(file, &error))?;
    parse(&text, &folder).map_err(|error| error.at(shown(file)))
}

/// The agents of a file with that text, in that folder.
fn parse(text: &str, folder: &Path) -> Result<Vec<Outsider>, InputError> {
    let document = Document::parse(text)?;
    let agents = document.root().table(&["agents"])?.require("agents", agents_form())?.entries()?;
    agents.into_iter().map(|value| agent(value, folder)).collect()
}

fn is_in_name(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || sign == '-' || sign == '_'
}

/// The settings of an agent.
const SETTINGS: &[&str] = &[
    "command",
    "folder",
    "env",
    "protocol",
    "startup",
    "patience",
    "questions",
    "limits",
    "files",
    "options",
    "go",
    "sandbox",
    "title",
    "about",
];

fn agent(value: TomlValue<'_>, base: &Path) -> Result<Outsider, InputError> {
    if let Some(odd) = value.key().chars().find(|&sign| !is_in_name(sign)) {
        let wrong = message!("not-in-name", "{sign} cannot be part of a name", sign = format!("{odd:?}"));
        let right = message!("agent-name-signs", "use letters of English, digits, - and _");
        return Err(value.wrong_key(wrong).expected(right));
    }
    let table = value.table(SETTINGS)?;
    let right = message!("command-form", "write command = [\"python3\", \"mine.py\"]");
    let mut agent = Outsider::new(value.key(), table.require("command", right)?.texts()?)?;
    let folder = table.optional("folder", |folder| {
        let path = base.join(folder.text()?);
        let shown = path.display().to_string();
        let wrong = message!("agent-no-folder", "there is no folder '{folder}'", folder = shown);
        if path.is_dir() { Ok(path) } else { Err(folder.wrong(wrong)) }
    })?;
    agent.launch.folder = Some(folder.unwrap_or_else(|| base.to_owned()));
    agent.launch.env = table.optional("env", pairs)?.unwrap_or_default();
    agent.launch.sandbox = table.optional("sandbox", TomlValue::switch)?.unwrap_or(false);
    agent.launch.limits = table.optional("limits", limits)?.unwrap_or_default();
    let protocols = [("plylab", Protocol::Plylab), ("uci", Protocol::Uci)];
    agent.protocol = table.optional("protocol", |name| name.choice(&protocols))?.unwrap_or(agent.protocol);
    let seconds =
        |key: &str, most: u64| table.optional(key, |value| value.whole(1..=most).map(Duration::from_secs));
    agent.startup = seconds("startup", 600)?.unwrap_or(agent.startup);
    agent.patience = seconds("patience", 86_400)?.unwrap_or(agent.patience);
    let questions = table.optional("questions", |number| number.whole(0..=100_000_000))?;
    agent.questions = questions.unwrap_or(agent.questions);
    agent.files = table.optional("files", TomlValue::texts)?;
    agent.options = table.optional("options", pairs)?.unwrap_or_default();
    agent.go = table.optional("go", TomlValue::text)?;
    agent.title = table.optional("title", TomlValue::text)?;
    agent.about = table.optional("about", TomlValue::text)?;
    Ok(agent)
}

/// Texts by name.
fn pairs(value: TomlValue<'_>) -> Result<Vec<(String, String)>, InputError> {
    value.entries()?.into_iter().map(|value| Ok((value.key().to_owned(), value.text()?))).collect()
}

fn limits(value: TomlValue<'_>) -> Result<ProcessLimits, InputError> {
    let table = value.table(&["memory", "processes", "processor", "file-size"])?;
    let usual = ProcessLimits::default();
    let limit =
        |key: &str, most: u64, usual: u64| table.get(key).map_or(Ok(usual), |limit| limit.whole(1..=most));
    Ok(ProcessLimits {
        memory: limit("memory", 1 << 24, usual.memory)?,
        processes: limit("processes", 10_000, usual.processes)?,
        processor: limit("processor", 31_536_000, usual.processor)?,
        file_size: limit("file-size", 1 << 24, usual.file_size)?,
    })
}

/// A class or function in a file of Python, which gets its name.
fn in_python(what: &str) -> Result<Outsider, InputError> {
    let agent = of_python(what, Launcher::python())?;
    let stem = || Path::new(what).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let name = what.split_once('#').map(|(_, name)| name.to_owned()).filter(|name| !name.is_empty());
    let called = name.or_else(stem).unwrap_or_default();
    Ok(Outsider { name: name_of(&called), title: Some(called), ..agent })
}

/// The agents in a folder without the file, in the order of their names.
fn read_folder(folder: &Path, taken: &[String]) -> Result<Vec<Outsider>, InputError> {
    let entries = fs::read_dir(folder).map_err(|error| unreadable(folder, &error))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let base = folder.canonicalize().map_err(|error| unreadable(folder, &error))?;
    let mut agents: Vec<Outsider> = Vec::new();
    for path in &paths {
        let file = path.join(FILE);
        if file.is_file() {
            agents.extend(read_file(&file)?);
        } else if path.is_file() {
            agents.extend(single(path, &base)?);
        }
    }
    // Of several programs with one name, each is told by its ending too.
    let names: Vec<String> = agents.iter().map(|agent| agent.name.clone()).collect();
    for agent in &mut agents {
        let is_shared =
            taken.contains(&agent.name) || names.iter().filter(|name| **name == agent.name).count() > 1;
        if let Some([file]) = agent.files.as_deref().filter(|_| is_shared) {
            agent.name = name_of(file);
        }
    }
    Ok(agents)
}

/// The agent that a file is, by its ending; none if it is something else.
fn single(path: &Path, base: &Path) -> Result<Option<Outsider>, InputError> {
    let text = |part: Option<&std::ffi::OsStr>| part.and_then(|part| part.to_str()).map(str::to_owned);
    let (Some(file), Some(stem)) = (text(path.file_name()), text(path.file_stem())) else { return Ok(None) };
    if file.starts_with('.') {
        return Ok(None);
    }
    let interpreter = match text(path.extension()).as_deref() {
        Some("py") => Some("python3"),
        Some("js" | "mjs") => Some("node"),
        Some("java") => Some("java"),
        _ if is_executable(path) => None,
        _ => return Ok(None),
    };
    let command = match interpreter {
        Some(interpreter) => vec![interpreter.to_owned(), file.clone()],
        None => vec![format!("./{file}")],
    };
    let mut agent = Outsider::new(name_of(&stem), command)?;
    agent.launch.folder = Some(base.to_owned());
    agent.files = Some(vec![file]);
    Ok(Some(agent))
}

/// A name for specs, like a text.
fn name_of(text: &str) -> String {
    text.chars().map(|sign| if is_in_name(sign) { sign } else { '-' }).collect()
}

#[cfg(unix)]
pub(crate) fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).is_ok_and(|facts| facts.is_file() && facts.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
pub(crate) fn is_executable(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "exe")
}

/// The words of a command, as a shell would see them: separated by spaces, unless they are in quotation marks.
pub fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote) = (None::<String>, None);
    for sign in command.chars() {
        match quote {
            Some(end) if sign == end => quote = None,
            None if sign == '\'' || sign == '"' => {
                quote = Some(sign);
                word.get_or_insert_default();
            }
            None if sign.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(sign),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("plylab-names-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn error(text: &str) -> String {
        parse(text, Path::new("/")).unwrap_err().to_string()
    }

    #[test]
    fn a_file_names_agents_in_its_order() {
        let text = "[agents.two]\ncommand = [\"./two\"]\n\n[agents.one]\ncommand = [\"python3\", \"one.py\"]\n\
                    folder = \"usr\"\nenv = { DEPTH = \"4\" }\nprotocol = \"uci\"\nstartup = 20\npatience = 5\n\
                    questions = 7\nfiles = [\"one.py\"]\nsandbox = true\ntitle = \"One\"\nabout = \"the first\"\n\
                    limits = { memory = 100, processes = 2, processor = 9, file-size = 3 }\n";
        let agents = parse(text, Path::new("/")).unwrap();
        let [two, one] = agents.as_slice() else { panic!("{agents:?}") };
        assert_eq!(
            (two.name.as_str(), two.protocol, two.launch.limits),
            ("two", Protocol::Plylab, ProcessLimits::default())
        );
        assert_eq!(two.launch.folder.as_deref(), Some(Path::new("/")));
        assert_eq!((one.protocol, one.launch.sandbox, one.questions), (Protocol::Uci, true, 7));
        assert_eq!(one.launch.folder.as_deref(), Some(Path::new("/usr")));
        assert_eq!((one.startup.as_secs(), one.patience.as_secs()), (20, 5));
        assert_eq!(one.launch.env, [("DEPTH".to_owned(), "4".to_owned())]);
        assert_eq!(
            one.launch.limits,
            ProcessLimits { memory: 100, processes: 2, processor: 9, file_size: 3 }
        );
        assert_eq!((one.title.as_deref(), one.about.as_deref()), (Some("One"), Some("the first")));
    }

    #[test]
    fn every_mistake_says_where_it_is_and_what_would_be_right() {
        for (text, wrong) in [
            (
                "[agents.a]\n",
                "line 1, column 1: 'command' is missing in 'a'; write command = [\"python3\", \"mine.py\"]",
            ),
            (
                "[agents.a]\ncommand = \"x\"",
                "line 2, column 11: 'command' cannot be a string; write a list of texts: [\"one\", \"two\"]",
            ),
            (
                "[agents.a]\ncommand = [\"x\", 1]",
                "line 2, column 17: 'command' cannot be an integer; write text in quotation marks",
            ),
            (
                "[agents.a]\ncommand = [\"x\"]\nstartup = 0",
                "line 3, column 11: 'startup' cannot be 0; use a whole number from 1 to 600",
            ),
            (
                "[agents.a]\ncommand = [\"x\"]\nprotocol = \"xboard\"",
                "line 3, column 12: 'protocol' cannot be \"xboard\"; use \"plylab\" or \"uci\"",
            ),
            (
                "[agents.a]\ncommand = [\"x\"]\nsandbox = 1",
                "line 3, column 11: 'sandbox' cannot be an integer; use true or false",
            ),
            (
                "[agents.a]\ncommand = [\"x\"]\nlimits = { ram = 1 }",
                "line 3, column 12: 'ram' is not a setting of 'limits'; it has memory, processes, processor, file-size",
            ),
            (
                "[agents.a]\ncommand = [\"x\"]\nfolder = \"no-such-folder\"",
                "line 3, column 10: there is no folder '/no-such-folder'",
            ),
            (
                "[agents.\"a b\"]\ncommand = [\"x\"]",
                "line 1, column 9: ' ' cannot be part of a name; use letters of English, digits, - and _",
            ),
            ("[agent.a]\n", "line 1, column 2: 'agent' is not a setting of the file; it has agents"),
        ] {
            assert_eq!(error(text), wrong);
        }
        assert!(error("[agents").starts_with("line 1, column "));
    }

    #[test]
    fn a_class_in_python_has_its_own_name() {
        let base = folder("python");
        fs::write(base.join("mine.py"), "").unwrap();
        let file = base.join("mine.py").display().to_string();
        let named = |what: &str| read(Path::new(what)).map(|agents| agents[0].name.clone());
        assert_eq!(named(&format!("py:{file}#Mine")), Ok("Mine".to_owned()));
        assert_eq!(named(&format!("py:{file}")), Ok("mine".to_owned()));
        let error = named("py:no-such.py#Mine").unwrap_err().to_string();
        assert_eq!(error, "there is no file 'no-such.py'; write py:mine.py#Mine");
        fs::remove_dir_all(&base).unwrap();
    }

    #[test]
    fn a_folder_has_agents_by_their_endings_and_below_it() {
        let base = folder("mixed");
        for (file, text) in
            [("b.py", ""), ("a c.js", ""), ("Main.java", ""), ("notes.md", ""), (".hidden.py", "")]
        {
            fs::write(base.join(file), text).unwrap();
        }
        fs::create_dir_all(base.join("team")).unwrap();
        fs::write(base.join("team").join(FILE), "[agents.team]\ncommand = [\"./run\"]").unwrap();
        let agents = read(&base).unwrap();
        let seen: Vec<(&str, String)> =
            agents.iter().map(|agent| (agent.name.as_str(), agent.launch.command.join(" "))).collect();
        let seen: Vec<(&str, &str)> = seen.iter().map(|(name, command)| (*name, command.as_str())).collect();
        assert_eq!(
            seen,
            [("Main", "java Main.java"), ("a-c", "node a c.js"), ("b", "python3 b.py"), ("team", "./run")]
        );
        fs::write(base.join("b.js"), "").unwrap();
        let names = |taken: &[String]| -> Vec<String> {
            read_besides(&base, taken).unwrap().into_iter().map(|agent| agent.name).collect()
        };
        assert_eq!(names(&[]), ["Main", "a-c", "b-js", "b-py", "team"]);
        assert_eq!(names(&["Main".to_owned()])[0], "Main-java");
        fs::write(base.join("team.py"), "").unwrap();
        fs::create_dir_all(base.join("other")).unwrap();
        fs::write(base.join("other").join(FILE), "[agents.team]\ncommand = [\"./run\"]").unwrap();
        let error = read(&base).unwrap_err().to_string();
        assert!(error.ends_with("two agents are called 'team'; give each a name of its own"), "{error}");
        fs::remove_dir_all(&base).unwrap();
        assert!(read(&base).unwrap_err().to_string().contains("it cannot be read"));
    }

    #[test]
    fn an_empty_folder_says_what_to_put_there() {
        let base = folder("empty");
        let error = read(&base).unwrap_err().to_string();
        assert!(error.contains("there are no agents; write [agents.NAME]"), "{error}");
        fs::remove_dir_all(&base).unwrap();
    }

    #[test]
    fn a_command_is_split_into_words() {
        assert_eq!(words("python3 my.py  --depth 4"), ["python3", "my.py", "--depth", "4"]);
        assert_eq!(words("'a b' \"c 'd'\" e''"), ["a b", "c 'd'", "e"]);
        assert_eq!(words("  "), Vec::<String>::new());
    }
}
