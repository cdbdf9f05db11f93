//! Costs of a request by its address: room on the disk, or the time of a waiting call.

use std::collections::HashSet;

use axum::http::Method;
use kernel::operation::{Effect, Spec, Trait};

/// Paths of the `/v1` API that only read or erase.
const V1_FREE: [&str; 4] = [
    "/v1/long-term-memory/search",
    "/v1/long-term-memory/forget",
    "/v1/long-term-memory/compact",
    "/v1/memory/prompt",
];

/// Paths for signing in and out: people must sign in to free space.
const SIGNS: [&str; 2] = ["/sign-in", "/sign-out"];

/// Paths of operations by cost.
#[derive(Debug)]
pub struct Spends {
    /// Operations that need room.
    writes: HashSet<&'static str>,
    /// Operations that end access or erase: they must work on a full disk.
    frees: HashSet<&'static str>,
    /// Operations that may wait.
    waits: HashSet<&'static str>,
}

impl Default for Spends {
    fn default() -> Self {
        let paths = |wanted: fn(&Spec) -> bool| {
            let all = engine::operations::ALL.iter().map(|entry| &entry.spec);
            all.filter(|spec| wanted(spec))
                .map(|spec| spec.path)
                .collect()
        };
        Self {
            writes: paths(|spec| spec.effect == Effect::Write && !spec.has(Trait::MakesRoom)),
            frees: paths(|spec| spec.has(Trait::MakesRoom) && spec.has(Trait::Destroys)),
            waits: paths(|spec| spec.has(Trait::Waits)),
        }
    }
}

impl Spends {
    /// Returns true if the request needs room.
    pub fn writes(&self, method: &Method, path: &str) -> bool {
        let asks = matches!(
            *method,
            Method::GET | Method::HEAD | Method::OPTIONS | Method::DELETE
        );
        let of_v1 = path.starts_with("/v1/") && !V1_FREE.contains(&path);
        !asks && (of_v1 || self.writes.contains(path))
    }

    /// Returns true if the request must succeed on a full disk.
    pub fn frees(&self, method: &Method, path: &str) -> bool {
        *method == Method::DELETE
            || *method == Method::POST && (SIGNS.contains(&path) || self.frees.contains(path))
    }

    /// Returns true if the request may wait.
    pub fn waits(&self, path: &str) -> bool {
        self.waits.contains(path)
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
    fn what_ends_access_or_erases_gets_through_on_a_full_disk() {
        let spends = Spends::default();
        for (method, path, frees) in [
            (Method::POST, "/api/token_revoke", true),
            (Method::POST, "/api/purge", true),
            (Method::POST, "/api/session_delete", true),
            (Method::POST, "/sign-in", true),
            (Method::POST, "/sign-out", true),
            (Method::DELETE, "/v1/working-memory/s", true),
            (Method::POST, "/api/task_heartbeat", false),
            (Method::POST, "/api/workflow_create", false),
            (Method::POST, "/api/workflow_get", false),
            (Method::GET, "/sign-in", false),
        ] {
            assert_eq!(spends.frees(&method, path), frees, "{method} {path}");
        }
    }

    #[test]
    fn what_waits_is_known() {
        let spends = Spends::default();
        assert!(spends.waits("/api/task_claim") && spends.waits("/api/changes_wait"));
        assert!(!spends.waits("/api/task_get"));
    }
}
