//! Recall of session messages: with their neighbours, by speaker, by their whole session.

use engine::conversation::ops::session_append::SessionAppend;
use engine::crystal::filter::{Filters, Tag};
use engine::crystal::hit::Hit;
use engine::crystal::ops::memory_search::MemorySearch;
use engine::session::message::{Content, NewMessage};
use engine::workspace::ops::settings_set::SettingsSet;
use kernel::time::{DAY, MINUTE};
use kernel::{Actor, Role, Time};

use crate::crystals::harness::{BEGIN, World, agent, query};

/// Role, name and content of a message.
type Said = (&'static str, Option<&'static str>, &'static str);

async fn listening() -> World {
    let world = World::new().await;
    let on = SettingsSet {
        settings: serde_json::from_str(r#"{"index_messages":true}"#).unwrap(),
        ..SettingsSet::default()
    };
    let owner = Actor::new("olga", Role::Owner);
    world.call(owner, on).await.unwrap();
    world
}

/// Writes messages of a session in another order than they were said.
async fn say(world: &World, session: &str, said: &[Said]) {
    let messages = said.iter().enumerate().rev();
    let messages = messages.map(|(number, (role, name, text))| NewMessage {
        id: Some(format!("{session}{number}").into()),
        role: (*role).into(),
        name: name.map(Into::into),
        content: Content::Text((*text).into()),
        created_at: Some(Time(BEGIN.0 - DAY + MINUTE * i64::try_from(number).unwrap()).into()),
        ..NewMessage::default()
    });
    let append = SessionAppend {
        session: session.into(),
        namespace: Some("talk".into()),
        user_id: Some("u".into()),
        messages: messages.collect(),
        ..SessionAppend::default()
    };
    world.call(agent("bot"), append).await.unwrap();
}

async fn first(world: &World, text: &str) -> Hit {
    let asked = MemorySearch {
        filters: Filters {
            namespace: Some(Tag::eq("talk")),
            user_id: Some(Tag::eq("u")),
            ..Filters::default()
        },
        ..query(text)
    };
    world.search(asked).await.items.remove(0)
}

#[tokio::test]
async fn messages_lend_to_each_other_within_their_session() {
    let world = listening().await;
    let pets: [Said; 5] = [
        ("user", None, "Ann: Good morning"),
        ("user", None, "Ann: What is the name of your dog?"),
        ("assistant", None, "Ben: Rex, after my uncle"),
        ("user", None, "Ann: I see"),
        ("user", None, "Ann: Bye"),
    ];
    say(&world, "pets", &pets).await;
    let latin: [Said; 2] = [
        ("user", None, "Ann: Look at this"),
        (
            "assistant",
            None,
            "Ben: Rex is a fine thing to say in Latin",
        ),
    ];
    say(&world, "latin", &latin).await;
    let hit = first(&world, "the name of Ben's dog").await;
    assert_eq!(hit.memory.id, "pets2", "{hit:?}");
    let lent = hit.why.neighbours.unwrap();
    assert_eq!(lent.id.as_deref(), Some("pets1"));
    assert!(hit.why.author.unwrap() > 0.0, "Ben said it");
    assert!(hit.why.session.unwrap() > 0.0, "its session is about dogs");
}

#[tokio::test]
async fn whoever_asks_about_themselves_is_the_user() {
    let world = listening().await;
    let work: [Said; 4] = [
        ("user", None, "The database will be SQLite"),
        ("assistant", None, "A database can be SQLite or another one"),
        ("user", None, "The deadline is in June"),
        (
            "assistant",
            Some("Helper"),
            "A deadline should not be in June",
        ),
    ];
    say(&world, "work", &work).await;
    for (question, id) in [
        ("Which database do I use?", "work0"),
        ("When is my deadline?", "work2"),
        ("Which deadline did Helper tell me of?", "work3"),
    ] {
        let hit = first(&world, question).await;
        assert_eq!(hit.memory.id, id, "{question}");
        assert!(
            hit.why.author.is_some_and(|share| share > 0.0),
            "{question}"
        );
    }
}
