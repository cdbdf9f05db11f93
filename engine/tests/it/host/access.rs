//! Access checks, and processing of a request before its decision.

use kernel::error::Code;
use kernel::ports::blobs::Content;
use kernel::view::Services;
use kernel::{Actor, Caller, Door, Role, Time};

use crate::host::counter::{Add, Claim, Get, Kept, Note, Noted, counter, worker};
use crate::host::support::{World, add, by, call};

#[tokio::test]
async fn only_the_roles_of_the_operation_may_call_it() {
    let world = World::default();
    let hub = world.open().await;
    let claim = || Claim {
        counter: counter("one"),
    };
    let nobody = Caller::new(None, Door::Http, "request".into());
    assert_eq!(
        hub.run(claim(), nobody).await.unwrap_err().code,
        Code::Unauthenticated
    );
    for role in Role::GRANTABLE {
        let answer = hub.run(claim(), by(Actor::new("x", role))).await;
        match role {
            Role::Worker | Role::Orchestrator => {}
            _ => {
                let error = answer.unwrap_err();
                assert_eq!(error.code, Code::Forbidden);
                assert!(
                    error.detail.contains("worker, orchestrator")
                        || error.detail.contains("orchestrator, worker"),
                    "{error}"
                );
                assert!(error.detail.contains(role.name()), "{error}");
            }
        }
    }
    let system = hub.run(claim(), Caller::system()).await.unwrap_err();
    assert_eq!(system.code, Code::Forbidden);
    let add = Add {
        counter: counter("one"),
        by: 1,
    };
    assert!(hub.run(add, Caller::system()).await.is_ok());
    assert_eq!(hub.gauges().denials, 8);
}

#[tokio::test]
async fn secrets_are_replaced_and_tokens_counted_before_anything_is_stored() {
    let world = World::default();
    let hub = world.open().await;
    let note = |text: &str| Note {
        counter: counter("one"),
        text: Content::Text(text.into()),
    };
    let answer = call(&hub, note("log in with hunter2 and hunter2"))
        .await
        .unwrap();
    assert_eq!((answer.redacted_secrets, answer.output.n), (2, 6));
    let body = world.log.facts(&counter("one"))[0].body.clone();
    let noted: Noted = serde_json::from_str(body.get()).unwrap();
    let clean = "log in with [redacted:password] and [redacted:password]";
    assert_eq!(noted.text, Kept::Text(clean.into()));
    assert_eq!(
        call(&hub, note("nothing here"))
            .await
            .unwrap()
            .redacted_secrets,
        0
    );
    // A secret in a place where it leaves an invalid value.
    let odd = Note {
        counter: counter("hunter2"),
        text: Content::Text(String::new()),
    };
    assert_eq!(
        call(&hub, odd).await.unwrap().output.counter,
        counter("[redacted:password]")
    );
}

#[tokio::test]
async fn agents_are_seen_and_people_are_not() {
    let world = World::default();
    world
        .clock
        .now
        .store(5, std::sync::atomic::Ordering::SeqCst);
    let hub = world.open().await;
    assert_eq!(hub.last_call("ann"), None);
    let add = || Add {
        counter: counter("one"),
        by: 1,
    };
    hub.run(add(), by(worker("ann"))).await.unwrap();
    hub.run(add(), by(Actor::new("olga", Role::Owner)))
        .await
        .unwrap();
    assert_eq!(
        (hub.last_call("ann"), hub.last_call("olga")),
        (Some(Time(5)), None)
    );
    assert_eq!((hub.epoch(), hub.head()), (7, 2));
}

#[tokio::test]
async fn what_some_agents_may_read_is_not_there_for_others() {
    let world = World::default();
    let hub = world.open().await;
    let one = counter("one");
    let claim = Claim {
        counter: one.clone(),
    };
    hub.run(claim, by(worker("ann"))).await.unwrap();
    add(&hub, &one, -1).await.unwrap();
    let table = [
        (worker("ann"), true),
        (worker("bob"), false),
        (Actor::new("bob", Role::Orchestrator), true),
        (Actor::new("bob", Role::Viewer), true),
    ];
    for (actor, may) in table {
        let get = Get {
            counter: one.clone(),
        };
        let answer = hub.run(get, by(actor.clone())).await;
        assert_eq!(
            answer.as_ref().err().map(|e| e.code),
            (!may).then_some(Code::NotFound)
        );
        assert_eq!(hub.may_read(&actor, &one).await.unwrap(), may, "{actor:?}");
    }
    let unknown = kernel::StreamId::new("nothing", "here");
    assert!(!hub.may_read(&worker("ann"), &unknown).await.unwrap());
}
