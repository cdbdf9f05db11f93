//! Access to minds, and errors that reveal nothing of others' data.

use engine::mind::Section;
use engine::mind::ops::dream_list::DreamList;
use engine::mind::ops::mind_context::MindContext;
use engine::mind::ops::mind_delete::MindDelete;
use engine::mind::ops::mind_diff::MindDiff;
use engine::mind::ops::mind_edit::MindEdit;
use engine::mind::ops::mind_get::MindGet;
use engine::mind::ops::mind_lock::MindLock;
use engine::mind::ops::mind_restore::MindRestore;
use engine::mind::ops::mind_unlock::MindUnlock;
use engine::mind::ops::mind_version_get::MindVersionGet;
use engine::mind::ops::mind_version_restore::MindVersionRestore;
use kernel::time::DAY;
use kernel::{Actor, Code, Role};

use crate::mind::harness::{ada, lead, mara, note};
use crate::mind::hub::Running;

fn of_ada() -> String {
    "ada".into()
}

/// Returns the errors of all operations for people, for that caller.
async fn changes(running: &Running, actor: &Actor) -> Vec<Code> {
    let (agent, section) = (Some(of_ada()), Section::Bond);
    let edit = MindEdit {
        agent: Some(of_ada()),
        text: "mine".into(),
        section: None,
        number: 1,
    };
    let restore = MindVersionRestore {
        agent: Some(of_ada()),
        number: 1,
        then: None,
    };
    vec![
        running.refused(actor, edit).await.code,
        running.refused(actor, restore).await.code,
        running
            .refused(actor, MindLock { agent, section })
            .await
            .code,
        {
            let unlock = MindUnlock {
                agent: Some(of_ada()),
                section,
            };
            running.refused(actor, unlock).await.code
        },
        {
            let agent = Some(of_ada());
            running.refused(actor, MindDelete { agent }).await.code
        },
        {
            let agent = Some(of_ada());
            running.refused(actor, MindRestore { agent }).await.code
        },
    ]
}

/// Returns the error of each read of `ada`'s mind, if any.
async fn reads(running: &Running, actor: &Actor) -> Vec<Option<Code>> {
    let (from, number) = (1, 1);
    let code = |refused: Option<kernel::Error>| refused.map(|error| error.code);
    let context = MindContext {
        agent: Some(of_ada()),
        ..MindContext::default()
    };
    let version = MindVersionGet {
        agent: Some(of_ada()),
        number,
    };
    let diff = MindDiff {
        agent: Some(of_ada()),
        from,
        to: None,
    };
    let dreams = DreamList {
        agent: Some(of_ada()),
        limit: None,
    };
    let get = MindGet {
        agent: Some(of_ada()),
    };
    vec![
        code(running.call(actor, context).await.err()),
        code(running.call(actor, version).await.err()),
        code(running.call(actor, diff).await.err()),
        code(running.call(actor, dreams).await.err()),
        code(running.call(actor, get).await.err()),
    ]
}

#[tokio::test]
async fn people_change_a_mind_and_no_agent_does() {
    let running = Running::start().await;
    running.ok(&ada(), note("a")).await;
    let edit = MindEdit {
        agent: Some(of_ada()),
        text: "# Mine".into(),
        section: None,
        number: 0,
    };
    running.ok(&mara(), edit).await;
    for role in Role::GRANTABLE {
        let is_human = matches!(role, Role::Member | Role::Owner);
        if is_human {
            continue;
        }
        // Including the agent itself.
        for name in ["ada", "bob"] {
            let codes = changes(&running, &Actor::new(name, role)).await;
            assert!(
                codes.iter().all(|code| *code == Code::Forbidden),
                "{role:?}"
            );
        }
    }
    let mind = running.mind("ada").await;
    assert_eq!(
        (mind.number(), mind.text(), mind.locked.len()),
        (1, "# Mine", 0)
    );
}

#[tokio::test]
async fn a_mind_is_its_agents_and_those_who_lead() {
    let running = Running::start().await;
    // Before and after it exists, others get the same error.
    let bob = Actor::new("bob", Role::Worker);
    let before = reads(&running, &bob).await;
    running.ok(&ada(), note("a")).await;
    let edit = MindEdit {
        agent: Some(of_ada()),
        text: "# Mine".into(),
        section: None,
        number: 0,
    };
    running.ok(&mara(), edit).await;
    for role in [
        Role::Worker,
        Role::Reviewer,
        Role::Librarian,
        Role::Observer,
    ] {
        let codes = reads(&running, &Actor::new("bob", role)).await;
        assert!(
            codes.iter().all(|code| *code == Some(Code::NotFound)),
            "{role:?}"
        );
        assert_eq!(codes, before);
    }
    for reader in [ada(), lead(), mara(), Actor::new("vera", Role::Viewer)] {
        let codes = reads(&running, &reader).await;
        assert!(codes.iter().all(Option::is_none), "{reader:?}: {codes:?}");
    }
    let nobody = running.refused(&mara(), MindContext::default()).await;
    assert_eq!(nobody.extra.fields[0].pointer, "/agent");
}

#[tokio::test]
async fn a_deleted_mind_can_be_brought_back_for_some_days() {
    let running = Running::start().await;
    let delete = || MindDelete {
        agent: Some(of_ada()),
    };
    let restore = || MindRestore {
        agent: Some(of_ada()),
    };
    assert_eq!(
        running.refused(&mara(), delete()).await.code,
        Code::NotFound
    );
    assert_eq!(
        running.refused(&mara(), restore()).await.code,
        Code::NotFound
    );
    running.ok(&ada(), note("a")).await;
    let error = running.refused(&mara(), restore()).await;
    assert_eq!(error.extra.reason.as_deref(), Some("not_deleted"));
    let before = running.mind("ada").await;
    let gone = running.ok(&mara(), delete()).await;
    assert_eq!(
        running.refused(&mara(), delete()).await.code,
        Code::NotFound
    );
    for code in reads(&running, &ada()).await {
        assert_eq!(code, Some(Code::NotFound), "also to the agent itself");
    }
    let back = running.ok(&mara(), restore()).await;
    assert_eq!(back.purge_at, None);
    let after = running.mind("ada").await;
    assert_eq!((&after.notes, after.text()), (&before.notes, before.text()));
    running.ok(&mara(), delete()).await;
    let purge_at = gone.purge_at.unwrap();
    assert_eq!(purge_at.since(crate::mind::hub::BEGIN) % DAY, 0);
    running.wait(purge_at.since(crate::mind::hub::BEGIN));
    let error = running.refused(&mara(), restore()).await;
    assert_eq!(error.extra.reason.as_deref(), Some("too_late"));
}
