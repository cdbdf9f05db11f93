//! Tests of appending: linear versions, dense positions in commit order, atomic batches.

use kernel::ports::log::AppendError;
use kernel::{Actor, Door, Role, Time};

use super::bench::Bench;
use super::samples::{answer, answering, append, batch, fact, stream, text};

/// Runs all tests of this module.
pub async fn all(bench: &dyn Bench) {
    starts_empty(bench).await;
    numbers_densely_in_the_order_given(bench).await;
    keeps_the_whole_envelope(bench).await;
    refuses_another_version(bench).await;
    refuses_all_or_nothing(bench).await;
    takes_a_stream_several_times_in_one_batch(bench).await;
    lets_exactly_one_of_many_win(bench).await;
    takes_large_and_odd_bodies(bench).await;
    takes_an_empty_batch(bench).await;
}

async fn starts_empty(bench: &dyn Bench) {
    let made = bench.make().await;
    let log = &*made.log;
    assert_eq!(log.head().await.unwrap().position, 0);
    assert!(log.read(&stream("a"), 0, 10).await.unwrap().is_empty());
    assert!(log.follow(0, 10).await.unwrap().is_empty());
}

async fn numbers_densely_in_the_order_given(bench: &dyn Bench) {
    let made = bench.make().await;
    let log = &*made.log;
    let (a, b) = (stream("a"), stream("b"));
    let first = log
        .append(&batch(vec![
            append(&a, 0, &["a1", "a2"]),
            append(&b, 0, &["b1"]),
        ]))
        .await
        .unwrap();
    let second = log
        .append(&batch(vec![append(&b, 1, &["b2"]), append(&a, 2, &["a3"])]))
        .await
        .unwrap();
    assert_eq!((first, second), (1, 4));
    assert_eq!(log.head().await.unwrap().position, 5);
    let facts = log.follow(0, 100).await.unwrap();
    let seen: Vec<_> = facts
        .iter()
        .map(|f| (f.position, f.version, text(f)))
        .collect();
    let expected = [
        (1, 1, "a1"),
        (2, 2, "a2"),
        (3, 1, "b1"),
        (4, 2, "b2"),
        (5, 3, "a3"),
    ];
    assert_eq!(
        seen,
        expected.map(|(position, version, t)| (position, version, t.to_owned()))
    );
}

async fn keeps_the_whole_envelope(bench: &dyn Bench) {
    let made = bench.make().await;
    let log = &*made.log;
    let a = stream("a");
    let mut given = Vec::new();
    let doors = [Door::Http, Door::Page, Door::Mcp, Door::Cli, Door::System];
    let roles = Role::GRANTABLE.into_iter().chain([Role::System]);
    for (version, (role, door)) in (1..).zip(roles.zip(doors.into_iter().cycle())) {
        let mut fact = fact(&a, version, "\"quoted\" \\ ünï 🦊 \u{1}");
        fact.actor = Actor::new("näme \"x\"", role);
        fact.door = door;
        fact.request = "réq,\"[]".into();
        fact.workspace = "w".into();
        fact.kind = "kind.of".into();
        fact.schema = u16::MAX;
        given.push(fact);
    }
    let mut appended = append(&a, 0, &[]);
    appended.facts.clone_from(&given);
    log.append(&batch(vec![appended])).await.unwrap();
    let read = log.read(&a, 0, 100).await.unwrap();
    for (position, (given, read)) in (1..).zip(given.iter_mut().zip(&read)) {
        given.position = position;
        assert_eq!(
            serde_json::to_string(given).unwrap(),
            serde_json::to_string(read).unwrap()
        );
    }
    assert_eq!(given.len(), read.len());
    // The log is sound for every role and every door.
    assert_eq!(log.verify(None).await.unwrap().faults, Vec::<String>::new());
}

async fn refuses_another_version(bench: &dyn Bench) {
    let made = bench.make().await;
    let log = &*made.log;
    let a = stream("a");
    log.append(&batch(vec![append(&a, 0, &["one"])]))
        .await
        .unwrap();
    for expected in [0, 2, 9] {
        let refused = log
            .append(&batch(vec![append(&a, expected, &["two"])]))
            .await;
        assert!(
            matches!(refused, Err(AppendError::Conflict(s)) if s == a),
            "at {expected}"
        );
    }
    log.append(&batch(vec![append(&a, 1, &["two"])]))
        .await
        .unwrap();
    assert_eq!(log.read(&a, 0, 10).await.unwrap().len(), 2);
}

async fn refuses_all_or_nothing(bench: &dyn Bench) {
    let made = bench.make().await;
    let log = &*made.log;
    let (a, b) = (stream("a"), stream("b"));
    log.append(&batch(vec![append(&b, 0, &["b1"])]))
        .await
        .unwrap();
    let half = answering(
        vec![append(&a, 0, &["a1"]), append(&b, 0, &["b?"])],
        vec![answer("k", &a, "no", Time(5))],
    );
    assert!(matches!(log.append(&half).await, Err(AppendError::Conflict(s)) if s == b));
    assert!(log.read(&a, 0, 10).await.unwrap().is_empty());
    assert!(log.answer("k", Time(5)).await.unwrap().is_none());
    assert_eq!(log.head().await.unwrap().position, 1);
    // The rejected batch used up no position.
    assert_eq!(
        log.append(&batch(vec![append(&a, 0, &["a1"])]))
            .await
            .unwrap(),
        2
    );
}

async fn takes_a_stream_several_times_in_one_batch(bench: &dyn Bench) {
    let made = bench.make().await;
    let log = &*made.log;
    let (a, b) = (stream("a"), stream("b"));
    let grouped = batch(vec![
        append(&a, 0, &["a1"]),
        append(&b, 0, &["b1"]),
        append(&a, 1, &["a2", "a3"]),
        append(&a, 3, &["a4"]),
    ]);
    log.append(&grouped).await.unwrap();
    let texts: Vec<_> = log
        .read(&a, 0, 10)
        .await
        .unwrap()
        .iter()
        .map(text)
        .collect();
    assert_eq!(texts, ["a1", "a2", "a3", "a4"]);
    let wrong = batch(vec![append(&a, 4, &["a5"]), append(&a, 4, &["a5 again"])]);
    assert!(matches!(
        log.append(&wrong).await,
        Err(AppendError::Conflict(_))
    ));
    assert_eq!(log.read(&a, 0, 10).await.unwrap().len(), 4);
}

async fn lets_exactly_one_of_many_win(bench: &dyn Bench) {
    let made = bench.make().await;
    let log = &*made.log;
    let a = stream("a");
    for round in 0..10 {
        let batches: Vec<_> = (0..8)
            .map(|_| batch(vec![append(&a, round, &["mine"])]))
            .collect();
        let (one, two, three, four, five, six, seven, eight) = tokio::join!(
            log.append(&batches[0]),
            log.append(&batches[1]),
            log.append(&batches[2]),
            log.append(&batches[3]),
            log.append(&batches[4]),
            log.append(&batches[5]),
            log.append(&batches[6]),
            log.append(&batches[7]),
        );
        let won = [one, two, three, four, five, six, seven, eight];
        assert_eq!(won.iter().filter(|result| result.is_ok()).count(), 1);
    }
    let facts = log.read(&a, 0, 100).await.unwrap();
    assert_eq!(
        facts.iter().map(|f| f.version).collect::<Vec<_>>(),
        (1..=10).collect::<Vec<_>>()
    );
}

async fn takes_large_and_odd_bodies(bench: &dyn Bench) {
    let made = bench.make().await;
    let log = &*made.log;
    let a = stream("a");
    let large = "é".repeat(300_000);
    let texts = [
        large.as_str(),
        "",
        "\u{0}",
        "[]{}\"'",
        "line\nline\r\n",
        "\u{FEFF}\u{10FFFF}",
    ];
    log.append(&batch(vec![append(&a, 0, &texts)]))
        .await
        .unwrap();
    let read = log.read(&a, 0, 10).await.unwrap();
    assert_eq!(read.iter().map(text).collect::<Vec<_>>(), texts);
}

async fn takes_an_empty_batch(bench: &dyn Bench) {
    let made = bench.make().await;
    let log = &*made.log;
    log.append(&batch(vec![])).await.unwrap();
    log.append(&batch(vec![append(&stream("a"), 0, &[])]))
        .await
        .unwrap();
    assert_eq!(log.head().await.unwrap().position, 0);
    assert_eq!(log.count_streams().await.unwrap(), 0);
    let first = log
        .append(&batch(vec![append(&stream("b"), 0, &["b1"])]))
        .await
        .unwrap();
    assert_eq!(first, 1);
}
