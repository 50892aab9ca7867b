//! Agents to start from, one for each language that we have an example in.

/// A small agent that works, to be changed into one's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Starter {
    /// The language.
    pub language: &'static str,
    /// The name of its file.
    pub file: &'static str,
    /// The text of its file.
    pub text: &'static str,
    /// How it is run, in its folder.
    pub command: &'static [&'static str],
    /// How it is compiled before, if it must be.
    pub compile: Option<&'static str>,
}

/// All of them.
pub const STARTERS: &[Starter] = &[
    Starter {
        language: "python",
        file: "greedy.py",
        text: include_str!("../agents/greedy.py"),
        command: &["python3", "greedy.py"],
        compile: None,
    },
    Starter {
        language: "cpp",
        file: "random.cpp",
        text: include_str!("../agents/random.cpp"),
        command: &["./random"],
        compile: Some("g++ -O2 -o random random.cpp"),
    },
    Starter {
        language: "java",
        file: "Middle.java",
        text: include_str!("../agents/Middle.java"),
        command: &["java", "Middle.java"],
        compile: None,
    },
    Starter {
        language: "javascript",
        file: "winner.js",
        text: include_str!("../agents/winner.js"),
        command: &["node", "winner.js"],
        compile: None,
    },
    Starter {
        language: "rust",
        file: "last.rs",
        text: include_str!("../agents/last.rs"),
        command: &["./last"],
        compile: Some("rustc -O last.rs"),
    },
];

impl Starter {
    /// Its `plylab.toml`, in which the agent has this name.
    pub fn toml(&self, name: &str) -> String {
        let command = self.command.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
        let compile =
            self.compile.map(|compile| format!("# Compile it first: {compile}\n")).unwrap_or_default();
        format!("{compile}[agents.{name}]\ncommand = [{command}]\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_are_the_same_files() {
        for starter in STARTERS {
            let example =
                concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/agents/").to_owned() + starter.file;
            assert_eq!(std::fs::read_to_string(&example).unwrap(), starter.text, "{example}");
            let lines = starter.text.lines().count();
            assert!((20..=40).contains(&lines), "{}: {lines} lines", starter.file);
        }
    }
}
