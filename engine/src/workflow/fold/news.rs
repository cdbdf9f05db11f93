//! Derives news from facts.

use imbl::OrdMap;

use crate::numbers::TaskNo;
use crate::words::short;
use crate::workflow::facts::{Event, TaskReviewed};
use crate::workflow::learning::LearningName;
use crate::workflow::news::{KEPT, News, NewsKind, NewsSubject};
use crate::workflow::ops::NOT_TAKEN;
use crate::workflow::people::Subject;
use crate::workflow::state::Workflow;
use crate::workflow::task::{Lease, ReviewStatus, TaskStatus};
use kernel::fact::Meta;

impl Workflow {
    /// Stores the news of the fact that was just applied. `expired` is the task and the lease that it ended.
    pub(super) fn spread(&mut self, meta: &Meta, event: &Event, expired: Option<&(TaskNo, Lease)>) {
        if let Some((task, lease)) = expired {
            let (holder, id) = (&lease.holder, &lease.id);
            let about = NewsSubject::Task(*task);
            if !meta.actor.is_agent_named(holder) {
                self.keep_news(
                    meta,
                    NewsKind::LeaseExpired,
                    about,
                    &format!("{task}, held by {holder}"),
                );
                let text = format!(
                    "{id} at {}; what carries it is refused, so claim {task} again before you go on",
                    lease.until
                );
                let news = News {
                    to: Some(holder.clone()),
                    kind: NewsKind::LeaseLost,
                    about,
                    said: text,
                    by: meta.actor.clone(),
                    at: meta.at,
                };
                self.body.lost.insert(meta.version, news);
                trim(&mut self.body.lost);
            }
            return;
        }
        if let Event::TaskClaimed(body) = event {
            self.clear_lost_lease(&body.holder, body.id);
            return;
        }
        if let Some((kind, about, said)) = self.news_of(meta, event) {
            self.keep_news(meta, kind, about, &said);
        }
    }

    fn news_of(&self, meta: &Meta, event: &Event) -> Option<(NewsKind, NewsSubject, String)> {
        let by = &meta.actor.id;
        let because = |text: Option<&String>| {
            text.map_or_else(String::new, |text| format!(": {}", short(text)))
        };
        Some(match event {
            Event::TaskCompleted(body) => {
                let kind = match self.tasks.get(body.id)?.status {
                    TaskStatus::Review => NewsKind::HandedIn,
                    _ => NewsKind::Completed,
                };
                let said = format!("{} by {by}", body.id);
                (kind, NewsSubject::Task(body.id), said)
            }
            Event::TaskFailed(body) => {
                let then = match body.retry_at {
                    Some(_) => ", to be tried again",
                    None => ", for good",
                };
                let said = format!("{} by {by}{then}{}", body.id, because(Some(&body.error)));
                (NewsKind::Failed, NewsSubject::Task(body.id), said)
            }
            Event::TaskUpdated(body) => {
                let why = because(body.reason.as_ref().or(body.note.as_ref()));
                let kind = match body.status {
                    TaskStatus::Blocked => NewsKind::Blocked,
                    TaskStatus::Pending => NewsKind::GivenBack,
                    _ => return None,
                };
                let said = format!("{} by {by}{why}", body.id);
                (kind, NewsSubject::Task(body.id), said)
            }
            Event::TaskReleased(body) => {
                let said = format!("{} by {by}{}", body.id, because(body.handoff_note.as_ref()));
                (NewsKind::GivenBack, NewsSubject::Task(body.id), said)
            }
            Event::TaskReviewed(body) => {
                let said = describe_review(by, body);
                (NewsKind::Reviewed, NewsSubject::Task(body.id), said)
            }
            Event::TaskSkipped(body) if body.reason.as_deref() != Some(NOT_TAKEN) => {
                let why = because(body.reason.as_ref());
                let said = format!("{} skipped by {by}{why}", body.id);
                (NewsKind::CalledOff, NewsSubject::Task(body.id), said)
            }
            Event::TaskCancelled(body) => {
                let why = because(body.reason.as_ref());
                let said = format!("{} cancelled by {by}{why}", body.id);
                (NewsKind::CalledOff, NewsSubject::Task(body.id), said)
            }
            Event::QuestionAsked(body) => {
                let task = body.task.map(|no| format!(" about {no}"));
                let (task, what) = (task.unwrap_or_default(), short(&body.question));
                let said = format!("{by} asks {}{task}: {what}", body.id);
                (NewsKind::Waiting, NewsSubject::Question(body.id), said)
            }
            Event::ApprovalRequested(body) => {
                let task = match body.subject {
                    Subject::Task(no) => format!(" for {no}"),
                    _ => String::new(),
                };
                let said = format!("{by} asks for {}{task}: {}", body.id, short(&body.reason));
                (NewsKind::Waiting, NewsSubject::Approval(body.id), said)
            }
            Event::LearningNoted(body) => {
                let LearningName::Task(task) = body.id else {
                    return None;
                };
                let (tries, error) = (body.tries, short(&body.error));
                let said = format!(
                    "{task} failed {tries} times in a row: {error} ({})",
                    body.id
                );
                (NewsKind::Learned, NewsSubject::Task(task), said)
            }
            Event::WarningRaised(body) => {
                let said = format!("{}: {}", body.id, body.text);
                (NewsKind::Warning, NewsSubject::Warning(body.id), said)
            }
            _ => return None,
        })
    }

    fn keep_news(&mut self, meta: &Meta, kind: NewsKind, about: NewsSubject, said: &str) {
        let news = News {
            to: None,
            kind,
            about,
            said: said.trim_end_matches('.').to_owned(),
            by: meta.actor.clone(),
            at: meta.at,
        };
        self.body.news.insert(meta.version, news);
        trim(&mut self.body.news);
    }

    /// Removes the notice of a lost lease when its holder claims the task again.
    fn clear_lost_lease(&mut self, holder: &str, task: TaskNo) {
        let stale: Vec<u64> = self
            .body
            .lost
            .iter()
            .filter(|(_, news)| {
                news.to.as_deref() == Some(holder) && news.about == NewsSubject::Task(task)
            })
            .map(|(version, _)| *version)
            .collect();
        for version in stale {
            self.body.lost.remove(&version);
        }
    }
}

fn trim(news: &mut OrdMap<u64, News>) {
    while news.len() > KEPT
        && let Some(oldest) = news.get_min().map(|(version, _)| *version)
    {
        news.remove(&oldest);
    }
}

fn describe_review(by: &str, body: &TaskReviewed) -> String {
    let said = match body.status {
        ReviewStatus::Approved => "approved",
        ReviewStatus::NeedsRework => "sent back",
        ReviewStatus::Rejected => "rejected",
    };
    let why = body.comments.first().map(|comment| short(&comment.text));
    let why = why.map_or_else(String::new, |why| format!(": {why}"));
    format!("{} {said} by {by}{why}", body.id)
}
