//! Any requests to the operations: each is answered, and none with a fault of the server.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|script: &str| fuzz::play(script, "/api/"));
