//! Ctrl-C: the command stops early and still prints what it has.

use plylab_core::StopFlag;

/// A flag that the first Ctrl-C raises; the second ends the program.
pub fn stop_on_interrupt() -> StopFlag {
    let stop = StopFlag::default();
    on_interrupt(vec![stop.clone()]);
    stop
}

/// Two flags: the first Ctrl-C raises one, the second raises the other, and the third ends the program.
pub fn finish_or_abandon() -> (StopFlag, StopFlag) {
    let (finish, abandon) = (StopFlag::default(), StopFlag::default());
    on_interrupt(vec![finish.clone(), abandon.clone()]);
    (finish, abandon)
}

/// Raises one flag after the other; when all are raised, the next Ctrl-C ends the program.
fn on_interrupt(flags: Vec<StopFlag>) {
    // Without a handler Ctrl-C still ends the program, only less gracefully.
    let _ = ctrlc::set_handler(move || match flags.iter().find(|flag| !flag.is_stopped()) {
        Some(flag) => flag.stop(),
        None => std::process::exit(130),
    });
}
