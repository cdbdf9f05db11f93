#![no_main]

libfuzzer_sys::fuzz_target!(|script: &str| fuzz::requests::play(script, "/api/"));
