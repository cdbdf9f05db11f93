//! Messages of one call without a time.

use engine::conversation::ops::session_put::SessionPut;
use engine::session::message::NewMessage;

use crate::session::harness::{World, ids, said};

fn put(messages: Vec<NewMessage>) -> SessionPut {
    SessionPut {
        session: "s".into(),
        messages,
        ..SessionPut::default()
    }
}

#[tokio::test]
async fn a_message_without_a_time_follows_the_one_before_it_in_the_call() {
    let old = |id: &str| said(id, -3_600, id);
    let undated = |id: &str| NewMessage {
        created_at: None,
        ..said(id, 0, id)
    };
    let sent = vec![
        old("0"),
        undated("1"),
        old("2"),
        undated("3"),
        undated("4"),
        said("5", 1, "5"),
    ];
    let (appended, written) = (World::new().await, World::new().await);
    appended.append(sent.clone()).await;
    written.put(put(sent)).await;
    for world in [&appended, &written] {
        assert_eq!(ids(&world.get().await), ["0", "1", "2", "3", "4", "5"]);
        let state = world.state().await;
        let at = |id: &str| state.messages.get(id).unwrap().created_at;
        assert_eq!((at("1"), at("4")), (at("0"), at("0")));
    }
    // A known message without a time keeps its own, and the next one is new.
    let answer = appended.append(vec![undated("1"), undated("6")]).await;
    assert_eq!(answer.warnings.len(), 1);
    assert_eq!(
        ids(&appended.get().await),
        ["0", "1", "2", "3", "4", "5", "6"]
    );
}
