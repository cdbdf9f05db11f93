//! What a request costs besides itself, by its address: room on the disk, or the time of a call that waits.

use std::collections::HashSet;

use axum::http::Method;
use engine::operation::{Effect, Operation, Visitor};

/// The operations that write and make room, stop somebody, or undo: they go on when there is none.
const FREEING: [&str; 17] = [
    "/api/agent_pause",
    "/api/entity_forget",
    "/api/memory_forget",
    "/api/memory_purge",
    "/api/purge",
    "/api/redact",
    "/api/scratchpad_clear",
    "/api/scratchpad_delete",
    "/api/session_delete",
    "/api/session_discard",
    "/api/settings_set",
    "/api/summary_view_delete",
    "/api/task_release",
    "/api/token_revoke",
    "/api/workflow_archive",
    "/api/workflow_cancel",
    "/api/workflow_delete",
];
/// The operations that wait for something to happen.
const WAITING: [&str; 2] = ["/api/changes_wait", "/api/task_claim"];
/// Where the compatibility API only asks, or erases.
const V1_FREE: [&str; 4] = [
    "/v1/long-term-memory/search",
    "/v1/long-term-memory/forget",
    "/v1/long-term-memory/compact",
    "/v1/memory/prompt",
];

/// The addresses of operations that write.
#[derive(Debug)]
pub struct Spends {
    writes: HashSet<&'static str>,
}

impl Default for Spends {
    fn default() -> Self {
        struct Writes(HashSet<&'static str>);
        impl Visitor for Writes {
            fn visit<O: Operation>(&mut self) {
                if O::SPEC.effect == Effect::Write && !FREEING.contains(&O::SPEC.path) {
                    self.0.insert(O::SPEC.path);
                }
            }
        }
        let mut writes = Writes(HashSet::new());
        engine::operations::each(&mut writes);
        Self { writes: writes.0 }
    }
}

impl Spends {
    /// Whether the request takes room.
    pub fn writes(&self, method: &Method, path: &str) -> bool {
        let asks = matches!(
            *method,
            Method::GET | Method::HEAD | Method::OPTIONS | Method::DELETE
        );
        let of_v1 = path.starts_with("/v1/") && !V1_FREE.contains(&path);
        !asks && (of_v1 || self.writes.contains(path))
    }

    /// Whether it may wait.
    pub fn waits(path: &str) -> bool {
        WAITING.contains(&path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_makes_room_takes_none() {
        let spends = Spends::default();
        for (method, path, writes) in [
            (Method::POST, "/api/workflow_create", true),
            (Method::POST, "/api/workflow_get", false),
            (Method::POST, "/api/purge", false),
            (Method::POST, "/api/redact", false),
            (Method::PUT, "/v1/working-memory/s", true),
            (Method::DELETE, "/v1/working-memory/s", false),
            (Method::POST, "/v1/long-term-memory/search", false),
            (Method::POST, "/sign-in", false),
            (Method::GET, "/api/workflow_create", false),
        ] {
            assert_eq!(spends.writes(&method, path), writes, "{method} {path}");
        }
    }

    #[test]
    fn what_makes_room_is_an_operation_that_writes() {
        let names = engine::operations::names();
        for path in FREEING.iter().chain(&WAITING) {
            let name = path.strip_prefix("/api/").unwrap();
            assert!(names.contains(&name), "{name}");
        }
    }
}
