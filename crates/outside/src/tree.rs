//! A process and all its descendants, by what the kernel says of them in `/proc`.
//!
//! A supervisor is a child subreaper: orphaned descendants become its children, so that every descendant is found by the
//! ids of parents, also after `setsid` or a double fork.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};
use std::{fs, thread};

use rustix::process::{Pid, Signal, kill_process};

use crate::launch::Usage;

/// The kernel's ticks of processor time, the same on every Linux.
const TICK: Duration = Duration::from_millis(10);

/// New processes since the last look, up to which only they are read.
const FEW: i32 = 500;

/// One line of `/proc/PID/stat`.
#[derive(Clone, Copy, Debug)]
struct Stat {
    parent: i32,
    zombie: bool,
    ticks: u64,
    /// The time of children that have been waited for.
    children_ticks: u64,
    pages: u64,
}

fn stat(pid: i32) -> Option<Stat> {
    parse(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
}

fn parse(line: &str) -> Option<Stat> {
    // The name is in parentheses, and may contain anything.
    let (_, rest) = line.rsplit_once(") ")?;
    let fields: Vec<&str> = rest.split(' ').collect();
    let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
    Some(Stat {
        parent: fields.get(1)?.parse().ok()?,
        zombie: *fields.first()? == "Z",
        ticks: number(11)? + number(12)?,
        children_ticks: number(13)? + number(14)?,
        pages: number(21)?,
    })
}

/// The descendants of a process.
#[derive(Debug)]
pub struct ProcessTree {
    root: i32,
    known: HashSet<i32>,
    /// The id given last, when we looked last.
    last: Option<i32>,
    page: u64,
}

impl ProcessTree {
    /// The descendants of `root`.
    pub fn below(root: i32) -> ProcessTree {
        ProcessTree { root, known: HashSet::new(), last: None, page: rustix::param::page_size() as u64 }
    }

    /// What they use now, without the root itself.
    pub fn usage(&mut self) -> Usage {
        self.look();
        let mut usage = Usage::default();
        let mut ticks = stat(self.root).map_or(0, |root| root.children_ticks);
        self.known.retain(|&pid| {
            let Some(stat) = stat(pid) else { return false };
            ticks += stat.ticks + stat.children_ticks;
            if !stat.zombie {
                usage.processes += 1;
                usage.memory += stat.pages * self.page;
            }
            true
        });
        usage.processor = TICK * u32::try_from(ticks).unwrap_or(u32::MAX);
        usage
    }

    /// Sends SIGKILL to all of them, and says to how many.
    pub fn kill(&mut self) -> usize {
        self.last = None;
        self.look();
        let alive = |pid: &&i32| stat(**pid).is_some_and(|stat| !stat.zombie);
        let alive = self.known.iter().filter(alive).filter_map(|&pid| Pid::from_raw(pid));
        alive.filter(|&pid| kill_process(pid, Signal::KILL).is_ok()).count()
    }

    /// Finds new descendants. Ids are given in order, so mostly there are few processes to read.
    fn look(&mut self) {
        let last = last_pid();
        match (self.last, last) {
            (Some(before), Some(now)) if now >= before && now - before <= FEW => {
                let new: Vec<(i32, Stat)> = (before + 1..=now)
                    .filter_map(|pid| stat(pid).map(|stat| (pid, stat)))
                    .filter(|&(pid, _)| is_process(pid))
                    .collect();
                self.adopt(&new);
            }
            _ => {
                let all: Vec<(i32, Stat)> =
                    processes().filter_map(|pid| stat(pid).map(|stat| (pid, stat))).collect();
                self.known.clear();
                self.adopt(&all);
            }
        }
        self.last = last;
    }

    /// Adds those whose ancestors lead to the root.
    fn adopt(&mut self, processes: &[(i32, Stat)]) {
        let mut children: HashMap<i32, Vec<i32>> = HashMap::new();
        for &(pid, stat) in processes {
            children.entry(stat.parent).or_default().push(pid);
        }
        let mut parents: Vec<i32> = self.known.iter().copied().chain([self.root]).collect();
        while let Some(parent) = parents.pop() {
            for pid in children.remove(&parent).unwrap_or_default() {
                if self.known.insert(pid) {
                    parents.push(pid);
                }
            }
        }
    }
}

/// All processes.
fn processes() -> impl Iterator<Item = i32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// Kills all processes that inherited this variable, for some time at most, until there are none.
pub fn kill_marked(name: &str, value: &str, time: Duration) {
    let (mark, started) = (format!("{name}={value}"), Instant::now());
    let is_marked = |pid: &i32| {
        let variables = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        variables.split(|&byte| byte == 0).any(|variable| variable == mark.as_bytes())
    };
    while started.elapsed() < time {
        let marked: Vec<Pid> = processes().filter(is_marked).filter_map(Pid::from_raw).collect();
        if marked.is_empty() {
            return;
        }
        for pid in marked {
            // A process that has ended need not be killed.
            let _ = kill_process(pid, Signal::KILL);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Is it a process, and not a thread of one?
fn is_process(pid: i32) -> bool {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    status.lines().any(|line| line.strip_prefix("Tgid:").is_some_and(|id| id.trim().parse() == Ok(pid)))
}

/// The id that was given last to a process or thread.
fn last_pid() -> Option<i32> {
    fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().nth(4)?.parse().ok()
}

/// Are more tasks ready to run than there are processors? Ours, which asks, does not count.
pub fn machine_is_loaded() -> bool {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let running = load.split_whitespace().nth(3).and_then(|field| field.split('/').next()?.parse().ok());
    let cores = thread::available_parallelism().map_or(1, usize::from);
    running.is_some_and(|running: usize| running.saturating_sub(1) > cores)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn a_line_is_read_whatever_the_name_of_the_program() {
        let line = "12 (a) b) (c) S 7 12 12 0 -1 4194304 100 0 0 0 3 4 5 6 20 0 1 0 56532 3133440 355 1 1";
        let stat = parse(line).unwrap();
        assert_eq!((stat.parent, stat.ticks, stat.children_ticks, stat.pages), (7, 7, 11, 355));
        assert!(!stat.zombie && parse("12 (a").is_none());
    }

    #[test]
    fn descendants_are_found_counted_and_killed() {
        let mut child = Command::new("sh").args(["-c", "sleep 1000 & sleep 1000 & wait"]).spawn().unwrap();
        let mut tree = ProcessTree::below(child.id() as i32);
        // A process that is being started has no memory of its own yet.
        while tree.usage().processes < 2 || tree.usage().memory == 0 {
            thread::yield_now();
        }
        assert_eq!(tree.kill(), 2);
        assert!(child.wait().unwrap().success());
        assert_eq!(tree.usage(), Usage::default());
    }
}
