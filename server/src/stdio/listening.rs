//! Continuity of subscriptions across servers: when another server takes over, reports the addresses that may have
//! changed in between.

use serde_json::{Value, json};

/// Method of the first notification, which lists the subscribed addresses.
const BEGUN: &str = "notifications/subscriptions/acknowledged";
/// Method of a change notification.
const CHANGED: &str = "notifications/resources/updated";

/// State of a subscription.
#[derive(Default)]
pub struct Listening {
    heard: u64,
    is_known: bool,
}

impl Listening {
    /// Returns the number of messages received.
    pub const fn message_count(&self) -> u64 {
        self.heard
    }

    /// Returns the messages for the client. Replaces the acknowledgement of a later server with a change of each
    /// subscribed address; everything else passes unchanged.
    pub fn hear(&mut self, said: Value) -> Vec<Value> {
        self.heard += 1;
        if said["method"] != BEGUN {
            return vec![said];
        }
        if !std::mem::replace(&mut self.is_known, true) {
            return vec![said];
        }
        let params = &said["params"];
        let addresses = params["notifications"]["resourceSubscriptions"].as_array();
        let changed = addresses.into_iter().flatten().map(|address| {
            let mut told = json!({ "uri": address });
            if let Some(meta) = params.get("_meta") {
                told["_meta"] = meta.clone();
            }
            json!({ "jsonrpc": "2.0", "method": CHANGED, "params": told })
        });
        changed.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_server_makes_all_that_is_listened_to_read_again() {
        let begun = json!({ "jsonrpc": "2.0", "method": BEGUN, "params": {
            "_meta": { "id": 7 }, "notifications": { "resourceSubscriptions": ["a", "b"] },
        } });
        let changed = |uri: &str| json!({ "jsonrpc": "2.0", "method": CHANGED, "params": { "uri": uri, "_meta": { "id": 7 } } });
        let mut listening = Listening::default();
        for (said, expected) in [
            (begun.clone(), vec![begun.clone()]),
            (changed("a"), vec![changed("a")]),
            (begun.clone(), vec![changed("a"), changed("b")]),
            (begun, vec![changed("a"), changed("b")]),
        ] {
            assert_eq!(listening.hear(said), expected);
        }
        assert_eq!(listening.message_count(), 4);
    }
}
