//! The program that runs an agent: an interpreter or a virtual machine, which is no file of the agent.

use std::path::Path;
use std::time::{Duration, Instant};

use plylab_core::StopFlag;

use crate::Process;
use crate::end::{ProcessEnd, ReadFailure};
use crate::launch::Launch;
use crate::names::Outsider;

/// How long a program may take to tell its version.
const TIME: Duration = Duration::from_secs(10);
/// The longest version that is kept, in characters.
const LONGEST: usize = 100;

/// The program that runs an agent, if it is not the agent itself: one that is looked for on the system, not in the folder.
pub(crate) fn program(agent: &Outsider) -> Option<&str> {
    let program = agent.launch.command.first()?.as_str();
    (Path::new(program).is_absolute() || !program.contains('/')).then_some(program)
}

/// What the program prints for `--version`, or none.
pub(crate) fn version(agent: &Outsider) -> Option<String> {
    let program = program(agent)?;
    let command = vec![program.to_owned(), "--version".to_owned()];
    let mut process = Process::start(&Launch { command, ..agent.launch.clone() }).ok()?;
    let deadline = Instant::now() + TIME;
    let mut lines = Vec::new();
    let failure = loop {
        match process.receive(Some(deadline), &StopFlag::default()) {
            Ok(line) => lines.push(line),
            Err(failure) => break failure,
        }
    };
    if failure != ReadFailure::Ended(ProcessEnd::Exited { status: 0 }) {
        return None;
    }
    let log = process.log().text();
    let line = lines.iter().map(String::as_str).chain(log.lines()).find(|line| !line.trim().is_empty())?;
    Some(worded(program, line))
}

/// The version with the name of the program, unless it says it itself: `node v20.1.0`.
fn worded(program: &str, line: &str) -> String {
    let name = Path::new(program).file_name().map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_default();
    let known = name.trim_end_matches(|sign: char| sign.is_ascii_digit() || sign == '.');
    let line: String = line.trim().replace(char::is_control, " ").chars().take(LONGEST).collect();
    if line.to_lowercase().contains(&known.to_lowercase()) { line } else { format!("{name} {line}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_names_its_program() {
        assert_eq!(worded("python3", "Python 3.11.2"), "Python 3.11.2");
        assert_eq!(worded("/usr/bin/python3.11", "Python 3.11.2"), "Python 3.11.2");
        assert_eq!(worded("node", "v20.1.0\u{1b}[0m"), "node v20.1.0 [0m");
        assert_eq!(worded("java", "openjdk 17.0.9 2023-10-17"), "java openjdk 17.0.9 2023-10-17");
    }

    #[test]
    fn an_agent_that_is_a_program_has_no_interpreter() {
        let agent = |command: &str| Outsider::new("mine", vec![command.to_owned()]).unwrap();
        assert_eq!(program(&agent("./mine")), None);
        assert_eq!(program(&agent("bin/mine")), None);
        assert_eq!(program(&agent("python3")), Some("python3"));
        assert_eq!(program(&agent("/opt/python")), Some("/opt/python"));
    }
}
