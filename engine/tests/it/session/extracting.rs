//! Memories that a language model extracted from messages: valid parts of any output are kept.

use engine::conversation::ops::session_extract::{Outcome, SessionExtract};
use engine::crystal;
use engine::session::SessionKey;
use engine::summary::extraction::read;
use kernel::Actor;
use serde_json::json;

use crate::session::harness::{World, said};

#[tokio::test]
async fn an_odd_tag_costs_no_memory() {
    for odd in [
        "e".repeat(360),
        "é".repeat(128),
        "two\nlines".into(),
        "\u{0}".into(),
    ] {
        let world = World::new().await;
        world.append(vec![said("a", 0, "x")]).await;
        let memory = json!({ "text": "owns a civet", "topics": [odd], "entities": [odd, "Ada"] });
        let taken = read(&json!({ "memories": [memory, "likes tea"] }).to_string()).unwrap();
        let op = SessionExtract {
            session: SessionKey::parse("s").unwrap(),
            until: world.state().await.version,
            from: vec!["a".into()],
            strategy: "discrete".into(),
            outcome: Outcome::Taken(taken),
            lease: None,
        };
        world.ok(&Actor::system(), op).await;
        let stream = crystal::stream("default");
        let (core, _) = world.hub.state::<crystal::Core>(&stream).await.unwrap();
        assert_eq!(core.crystals.len(), 2, "{odd:?}");
    }
}
