//! Programs of every kind under a supervisor: what they say is read, and whatever they do, they end.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use plylab_core::StopFlag;
use plylab_outside::{Launch, Process, ProcessEnd, ProcessLimits, ReadFailure};

/// The example `supervisor`, which Cargo builds with these tests.
fn supervisor() -> PathBuf {
    let mut path = std::env::current_exe().unwrap();
    path.pop();
    path.with_file_name("examples").join("supervisor")
}

fn launch(script: &str) -> Launch {
    let command = ["sh", "-c", script].map(str::to_owned).to_vec();
    Launch { supervisor: vec![supervisor().into()], ..Launch::new(command).unwrap() }
}

fn start(script: &str) -> Process {
    Process::start(&launch(script)).unwrap()
}

/// A long time: only a fault makes a test wait for it.
fn later() -> Option<Instant> {
    Some(Instant::now() + Duration::from_secs(60))
}

fn receive(process: &mut Process) -> Result<String, ReadFailure> {
    process.receive(later(), &StopFlag::default())
}

/// The ids of the processes whose command line holds `mark`.
fn running(mark: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let ids = entries.filter_map(|entry| entry.file_name().into_string().ok());
    ids.filter(|id| id.parse::<u32>().is_ok_and(|id| id != std::process::id()))
        .filter(|id| {
            let line = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&line).contains(mark)
        })
        .collect()
}

#[test]
fn lines_go_both_ways_and_errors_are_kept() {
    let mut process = start("echo ready; echo oops >&2; while read line; do echo \"got $line\"; done");
    assert_eq!(receive(&mut process), Ok("ready".to_owned()));
    for word in ["one", "two"] {
        process.send(word);
        assert_eq!(receive(&mut process), Ok(format!("got {word}")));
    }
    assert_eq!(process.log().text(), "oops\n");
    assert!(process.usage().processes >= 1);
    assert_eq!(process.kill(), ProcessEnd::Killed);
}

#[test]
fn endings_are_told_apart() {
    for (script, end) in [
        ("exit 0", ProcessEnd::Exited { status: 0 }),
        ("echo trouble >&2; exit 3", ProcessEnd::Exited { status: 3 }),
        ("kill -SEGV $$", ProcessEnd::Signal { signal: 11 }),
        ("exec >&-; sleep 1000", ProcessEnd::Closed),
    ] {
        let mut process = start(script);
        assert_eq!(receive(&mut process), Err(ReadFailure::Ended(end.clone())), "{script}");
        assert_eq!(process.log().text().contains("trouble"), script.contains("trouble"));
        assert_eq!(process.kill(), end);
    }
}

#[test]
fn a_program_that_is_not_there_says_so() {
    let launch = Launch { command: vec!["no-such-program".to_owned()], ..launch("") };
    let mut process = Process::start(&launch).unwrap();
    match receive(&mut process) {
        Err(ReadFailure::Ended(ProcessEnd::NoStart { error })) => {
            assert!(error.contains("No such file"), "{error}");
        }
        other => panic!("{other:?}"),
    }
    let launch = Launch { supervisor: vec!["/no/such/supervisor".into()], ..launch };
    assert!(matches!(Process::start(&launch), Err(ReadFailure::Ended(ProcessEnd::NoStart { .. }))));
}

#[test]
fn a_deadline_and_a_raised_flag_end_the_wait() {
    let mut process = start("sleep 1000");
    let soon = Some(Instant::now() + Duration::from_millis(60));
    assert!(matches!(process.receive(soon, &StopFlag::default()), Err(ReadFailure::TimeOut { .. })));
    let stop = StopFlag::default();
    stop.stop();
    assert_eq!(process.receive(later(), &stop), Err(ReadFailure::Stopped));
}

#[test]
fn a_time_out_on_a_busy_machine_is_marked_so() {
    let cores = std::thread::available_parallelism().unwrap().get();
    let mut busy: Vec<Process> =
        (0..2 * cores + 1).map(|_| start("echo ready; while :; do :; done")).collect();
    for process in &mut busy {
        assert_eq!(receive(process), Ok("ready".to_owned()));
    }
    let mut process = start("sleep 1000");
    let soon = Some(Instant::now() + Duration::from_millis(500));
    assert_eq!(process.receive(soon, &StopFlag::default()), Err(ReadFailure::TimeOut { starved: true }));
}

#[test]
fn a_flood_is_stopped() {
    let mut process = start("tr '\\0' x </dev/zero");
    assert!(matches!(receive(&mut process), Err(ReadFailure::Flood { .. })));
    let mut process = start("printf '\\377\\n'");
    assert_eq!(receive(&mut process), Err(ReadFailure::NotText));
    let mut process = start("yes trouble >&2 & while read line; do echo $line; done");
    process.send("heard");
    assert_eq!(receive(&mut process), Ok("heard".to_owned()));
}

#[test]
fn whoever_never_reads_does_not_block_us() {
    let mut process = start("echo ready; sleep 1000");
    assert_eq!(receive(&mut process), Ok("ready".to_owned()));
    let long = "x".repeat(100_000);
    for _ in 0..5 {
        process.send(&long);
    }
    let soon = Some(Instant::now() + Duration::from_millis(30));
    assert!(matches!(process.receive(soon, &StopFlag::default()), Err(ReadFailure::TimeOut { .. })));
}

#[test]
fn limits_are_kept() {
    let limited = |script: &str, limits: ProcessLimits| {
        let mut process = Process::start(&Launch { limits, ..launch(script) }).unwrap();
        receive(&mut process)
    };
    let few = ProcessLimits { processes: 3, ..ProcessLimits::default() };
    let fork = "for i in 1 2 3 4 5 6; do setsid sleep 1000 & done; wait";
    assert_eq!(limited(fork, few), Err(ReadFailure::Ended(ProcessEnd::Processes { limit: 3 })));
    let small = ProcessLimits { memory: 30, ..ProcessLimits::default() };
    let hog = "x=$(head -c 60000000 /dev/zero | tr '\\0' x); sleep 1000";
    assert_eq!(limited(hog, small), Err(ReadFailure::Ended(ProcessEnd::Memory { limit: 30 })));
    let short = ProcessLimits { processor: 1, ..ProcessLimits::default() };
    assert_eq!(
        limited("while :; do :; done", short),
        Err(ReadFailure::Ended(ProcessEnd::Processor { limit: 1 }))
    );
    let file = std::env::temp_dir().join(format!("plylab-limit-{}", std::process::id()));
    let little = ProcessLimits { file_size: 1, ..ProcessLimits::default() };
    let script = format!("head -c 5000000 /dev/zero >{}; echo done", file.display());
    assert_eq!(limited(&script, little), Ok("done".to_owned()));
    assert!(fs::metadata(&file).unwrap().len() <= 1 << 20);
    fs::remove_file(&file).unwrap();
}

#[test]
fn nothing_is_left_running() {
    // A duration nobody else sleeps for marks our processes. Some leave the session, some lose their parent.
    let mark = format!("7{}", std::process::id());
    let script = format!(
        "trap '' TERM HUP; sleep {mark} & setsid sleep {mark} & (setsid sh -c 'sleep {mark} & sleep {mark}' &); \
         echo ready; sleep {mark}"
    );
    let mut process = start(&script);
    assert_eq!(receive(&mut process), Ok("ready".to_owned()));
    assert!(running(&mark).len() >= 2);
    drop(process);
    assert_eq!(running(&mark), Vec::<String>::new());
}

#[test]
fn whoever_kills_a_supervisor_ends_its_program() {
    let mark = format!("8{}", std::process::id());
    let script = format!("(setsid sleep {mark} &); setsid sleep {mark} & echo ready; exec sleep {mark}");
    let mut process = start(&script);
    assert_eq!(receive(&mut process), Ok("ready".to_owned()));
    while running(&mark).len() < 4 {
        std::thread::yield_now();
    }
    // The program itself is killed by the kernel, what it has started by us. The others hold its output open.
    let parents: Vec<String> = running(&mark).into_iter().filter(|id| supervises(id)).collect();
    let [supervisor] = parents.as_slice() else { panic!("{parents:?}") };
    rustix::process::kill_process(pid(supervisor), rustix::process::Signal::KILL).unwrap();
    assert_eq!(process.kill(), ProcessEnd::Killed);
    assert_eq!(running(&mark), Vec::<String>::new());
    let mut process = start("echo ready; exec sleep 1000");
    assert_eq!(receive(&mut process), Ok("ready".to_owned()));
    let children = fs::read_to_string("/proc/thread-self/children").unwrap();
    let supervisor = children.split_whitespace().find(|id| supervises(id)).unwrap();
    rustix::process::kill_process(pid(supervisor), rustix::process::Signal::KILL).unwrap();
    assert_eq!(receive(&mut process), Err(ReadFailure::Ended(ProcessEnd::Unsupervised)));
}

fn pid(id: &str) -> rustix::process::Pid {
    rustix::process::Pid::from_raw(id.parse().unwrap()).unwrap()
}

/// Is it a supervisor, and not the program?
fn supervises(id: &str) -> bool {
    fs::read_link(format!("/proc/{id}/exe")).is_ok_and(|program| program.ends_with("supervisor"))
}

#[test]
fn nothing_but_the_standard_streams_is_inherited() {
    let mut process = start("ls -l /proc/self/fd | wc -l");
    // A line for the total, three streams, and the folder that is listed.
    assert_eq!(receive(&mut process).map(|line| line.trim().to_owned()), Ok("5".to_owned()));
}

#[test]
fn a_sandbox_has_no_network_and_writes_nothing() {
    if std::process::Command::new("bwrap").args(["--ro-bind", "/", "/", "true"]).status().is_err() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("plylab-sandbox-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("own.txt"), "mine").unwrap();
    let script = "cat own.txt; echo; echo x >own.txt; echo x >/etc/x; echo x >/tmp/x && cat /tmp/x; \
                  grep -c : /proc/net/dev";
    let launch = Launch { folder: Some(folder.clone()), sandbox: true, ..launch(script) };
    let mut process = Process::start(&launch).unwrap();
    let lines: Vec<_> = std::iter::from_fn(|| receive(&mut process).ok()).collect();
    assert_eq!(lines.first().map(String::as_str), Some("mine"), "{}", process.log().text());
    assert_eq!(lines.get(1).map(String::as_str), Some("x"));
    // Only the loopback device.
    assert_eq!(lines.last().map(String::as_str), Some("1"));
    assert_eq!(fs::read_to_string(folder.join("own.txt")).unwrap(), "mine");
    fs::remove_dir_all(&folder).unwrap();
}
