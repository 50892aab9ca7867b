//! Ctrl-C, which ends a command but not what it has to say.

use plylab_core::StopFlag;

/// A flag that the first Ctrl-C raises; the second ends the program.
pub fn stop_on_interrupt() -> StopFlag {
    let stop = StopFlag::default();
    let raised = stop.clone();
    // Without a handler Ctrl-C still ends the program, only less gracefully.
    let _ = ctrlc::set_handler(move || {
        if raised.is_stopped() {
            std::process::exit(130);
        }
        raised.stop();
    });
    stop
}
