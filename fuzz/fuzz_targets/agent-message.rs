#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| plylab_fuzz::agent_message(bytes));
