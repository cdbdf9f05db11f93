//! Leases of jobs: claims, takeover, backoff and giving up.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use engine::jobs::{
    ATTEMPTS, JobFailed, JobKind, JobRenewed, JobResumed, JobState, JobStopped, JobTaken, Jobs,
};
use kernel::Actor;
use kernel::fact::Meta;
use kernel::time::{HOUR, MINUTE, Time};

const KIND: JobKind = JobKind::Memories;
const NOW: Time = Time(1_000_000);

fn meta(version: u64) -> Meta {
    Meta {
        version,
        at: NOW,
        actor: Actor::system(),
    }
}

fn taken(jobs: &mut Jobs, version: u64, attempt: u32) {
    taken_by(jobs, "one", version, attempt);
}

fn taken_by(jobs: &mut Jobs, by: &str, version: u64, attempt: u32) {
    let body = JobTaken {
        job: KIND,
        by: by.into(),
        until: NOW.plus(MINUTE),
        attempt,
    };
    jobs.apply_taken(&meta(version), &body);
}

fn reason(jobs: &Jobs, lease: u64) -> Option<String> {
    jobs.check(KIND, Some(lease)).err().unwrap().extra.reason
}

#[test]
fn of_a_place_only_the_last_process_lives() {
    for (held_by, asks, is_free) in [
        ("here/1", "here/1", false),
        ("here/1", "here/2", true),
        ("here/1", "there/1", false),
        ("here/1", "there/2", false),
        ("here/1", "alone", false),
        ("alone", "here/1", true),
        ("alone", "another", true),
        ("alone", "alone", false),
        ("a/b/1", "a/b/2", true),
        ("a/b/1", "a/c/1", false),
    ] {
        let mut jobs = Jobs::default();
        taken_by(&mut jobs, held_by, 7, 1);
        let found = jobs.is_free(KIND, asks, NOW);
        assert_eq!(found, is_free, "{asks} while {held_by} holds it");
        assert!(jobs.is_free(KIND, asks, NOW.plus(MINUTE)));
    }
}

#[test]
fn one_worker_holds_a_job_until_its_lease_ends_or_its_process() {
    let mut jobs = Jobs::default();
    assert!(jobs.is_free(KIND, "one", NOW));
    taken(&mut jobs, 7, 1);
    assert!(jobs.check(KIND, Some(7)).is_ok());
    assert!(!jobs.is_free(KIND, "one", NOW));
    assert!(
        jobs.is_free(KIND, "two", NOW),
        "the first process has ended"
    );
    assert!(jobs.is_free(KIND, "one", NOW.plus(MINUTE)));
    let until = NOW.plus(2 * MINUTE);
    jobs.apply_renewed(&JobRenewed { job: KIND, until });
    assert!(!jobs.is_free(KIND, "one", NOW.plus(MINUTE)));
    assert_eq!(jobs.when(KIND, Some(NOW)), Some(until));
    taken(&mut jobs, 9, 2);
    assert_eq!(reason(&jobs, 7).as_deref(), Some("lease_lost"));
    assert!(jobs.check(KIND, Some(9)).is_ok());
    jobs.finish(KIND);
    assert_eq!(reason(&jobs, 9).as_deref(), Some("lease_lost"));
    assert!(jobs.is_empty());
}

#[test]
fn a_job_rests_longer_with_each_failure_and_is_given_up() {
    let mut jobs = Jobs::default();
    let mut rests = Vec::new();
    for attempt in 1..=ATTEMPTS {
        taken(&mut jobs, u64::from(attempt), attempt);
        let retry_at = jobs.backoff(KIND).map(|rest| NOW.plus(rest));
        rests.push(jobs.backoff(KIND).map(|rest| rest / MINUTE));
        jobs.apply_failed(&meta(100), KIND, &"it rains".into(), retry_at);
        if let Some(at) = retry_at {
            assert!(!jobs.is_free(KIND, "one", NOW));
            assert!(jobs.is_free(KIND, "one", at));
        }
    }
    let hour = HOUR / MINUTE;
    let expected = [1, 2, 4, 8, 16, 32].map(Some);
    assert_eq!(rests[..6], expected);
    let last = rests.len() - 1;
    assert!(
        rests[6..last].iter().all(|rest| *rest == Some(hour)),
        "{rests:?}"
    );
    assert_eq!(rests[last], None);
    let job = jobs.get(KIND).unwrap();
    assert_eq!(
        (job.state, job.error.as_deref()),
        (JobState::Failed, Some("it rains"))
    );
    assert_eq!(jobs.when(KIND, Some(NOW)), None, "nobody looks at it again");
    jobs.retry_failed(&meta(101));
    assert!(
        jobs.is_free(KIND, "one", NOW),
        "what changed is tried once more"
    );
    assert_eq!(jobs.backoff(KIND), None);
}

#[test]
fn people_stop_a_job_and_run_it_with_attempts_counted_anew() {
    let mut jobs = Jobs::default();
    taken(&mut jobs, 1, 5);
    jobs.apply_stopped(&meta(2), &JobStopped { job: KIND });
    assert_eq!(reason(&jobs, 1).as_deref(), Some("lease_lost"));
    jobs.retry_failed(&meta(3));
    assert!(!jobs.is_free(KIND, "two", NOW.plus(HOUR)));
    jobs.apply_resumed(
        &meta(4),
        &JobResumed {
            job: KIND,
            attempts: 0,
        },
    );
    assert!(jobs.is_free(KIND, "two", NOW));
    assert_eq!(jobs.get(KIND).unwrap().attempt, 0);
}

#[test]
fn a_failure_says_whether_it_is_the_last() {
    let mut failed = JobFailed {
        job: JobKind::View,
        error: "it rains".into(),
        retry_at: Some(NOW),
    };
    assert_eq!(failed.words(), "could not complete the run: it rains");
    failed.retry_at = None;
    assert_eq!(failed.words(), "gave up the run: it rains");
}
