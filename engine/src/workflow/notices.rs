//! The notices that wait for an agent: nudges, answers, approvals and news.

use imbl::OrdSet;

use crate::numbers::{ApprovalNo, NudgeNo, QuestionNo};
use crate::workflow::news::{News, NewsKind, NewsSubject, lease_notice_name, name};
use crate::workflow::people::{ApprovalStatus, Nudge, Priority, Target};
use crate::workflow::state::Workflow;
use crate::workflow::stream;
use crate::workflow::task::TaskStatus;
use kernel::actor::{Actor, Role};
use kernel::notice::{Group, Notice};
use kernel::stream::StreamId;
use kernel::time::Time;

impl Workflow {
    /// Returns the notices that wait for `actor`, most urgent first.
    #[must_use]
    pub fn notices(&self, actor: &Actor, now: Time) -> Vec<Notice> {
        if !actor.role.is_agent() || !self.exists() {
            return Vec::new();
        }
        let stream = stream(self.id);
        let mut notices: Vec<(Priority, Notice)> = Vec::new();
        for nudge in self.waiting_nudges(actor, now) {
            notices.push((
                nudge.priority,
                Notice {
                    stream: stream.clone(),
                    id: nudge.id.to_string(),
                    kind: "nudge".into(),
                    from: nudge.from.clone(),
                    priority: nudge.priority.name().into(),
                    message: nudge.message.clone(),
                    at: nudge.created_at,
                    group: None,
                },
            ));
        }
        for no in &self.derived.fresh_answers {
            let Some(question) = self.questions.get(QuestionNo(*no)) else {
                continue;
            };
            let (Some(answer), Some(by), Some(at)) = (
                &question.answer,
                &question.answered_by,
                question.answered_at,
            ) else {
                continue;
            };
            if question.asked_by.is_same(actor) {
                notices.push((
                    Priority::Urgent,
                    Notice {
                        stream: stream.clone(),
                        id: question.id.to_string(),
                        kind: "answer".into(),
                        from: by.clone(),
                        priority: Priority::Urgent.name().into(),
                        message: format!("{} — {answer}", question.question),
                        at,
                        group: None,
                    },
                ));
            }
        }
        for no in &self.derived.fresh_approvals {
            let Some(approval) = self.approvals.get(ApprovalNo(*no)) else {
                continue;
            };
            let (Some(by), Some(at)) = (&approval.given_by, approval.given_at) else {
                continue;
            };
            if approval.requested_by.is_same(actor) {
                let word = match approval.status {
                    ApprovalStatus::Approved => "Approved",
                    _ => "Refused",
                };
                let comments = approval.comments.as_deref().unwrap_or_default();
                notices.push((
                    Priority::Urgent,
                    Notice {
                        stream: stream.clone(),
                        id: approval.id.to_string(),
                        kind: "approval".into(),
                        from: by.clone(),
                        priority: Priority::Urgent.name().into(),
                        message: format!(
                            "{word}: {}. {comments}",
                            self.subject(&approval.subject).0
                        )
                        .trim_end()
                        .into(),
                        at,
                        group: None,
                    },
                ));
            }
        }
        notices.extend(self.pending_news(actor, &stream));
        notices.sort_by_key(|(priority, notice)| (std::cmp::Reverse(*priority), notice.at));
        notices.into_iter().map(|(_, notice)| notice).collect()
    }

    /// Returns undelivered news: all of it for the lead, lost leases for the agent that held them. Actors get no news
    /// of their own actions.
    fn pending_news(&self, actor: &Actor, stream: &StreamId) -> Vec<(Priority, Notice)> {
        let leads = self.is_led_by(actor);
        let news = self
            .news
            .iter()
            .filter(|(_, news)| leads && self.holds(news));
        let news = news.map(|(version, news)| (name(*version), news, Priority::Normal));
        let lost = self.lost.iter();
        let lost = lost.filter(|(_, news)| news.to.as_deref() == Some(actor.id.as_str()));
        let lost =
            lost.map(|(version, news)| (lease_notice_name(*version), news, Priority::Urgent));
        news.chain(lost)
            .filter(|(_, news, _)| !news.by.is_same(actor))
            .map(|(id, news, priority)| {
                let (one, several) = news.kind.words();
                let notice = Notice {
                    stream: stream.clone(),
                    id,
                    kind: news.kind.name().into(),
                    from: news.by.clone(),
                    priority: priority.name().into(),
                    message: format!("{one}: {}.", news.said),
                    at: news.at,
                    group: Some(Group {
                        several,
                        brief: news.said.clone(),
                    }),
                };
                (priority, notice)
            })
            .collect()
    }

    /// Returns true if the news is still current. Settled things are not announced: the reader would act on them.
    fn holds(&self, news: &News) -> bool {
        match (news.kind, news.about) {
            (NewsKind::Blocked, NewsSubject::Task(no)) => {
                let task = self.tasks.get(no);
                task.is_some_and(|task| task.status == TaskStatus::Blocked)
            }
            (NewsKind::Waiting, NewsSubject::Question(no)) => {
                let question = self.questions.get(no);
                question.is_some_and(|it| it.answer.is_none() && it.withdrawn.is_none())
            }
            (NewsKind::Waiting, NewsSubject::Approval(no)) => {
                let approval = self.approvals.get(no);
                approval.is_some_and(|it| it.status == ApprovalStatus::Pending)
            }
            (NewsKind::Warning, NewsSubject::Warning(no)) => {
                let warning = self.warnings.get(no);
                warning.is_some_and(|warning| warning.settled_at.is_none())
            }
            _ => true,
        }
    }

    /// Returns the nudges that wait for the next call of `actor`, in the order in which they were sent.
    fn waiting_nudges(&self, actor: &Actor, now: Time) -> Vec<&Nudge> {
        let derived = &self.derived;
        let heard = derived.heard.get(&actor.id);
        let unheard = derived.to_all.len() - heard.map_or(0, OrdSet::len);
        // Newest first and no further than needed: undelivered nudges are usually new.
        let to_all = derived.to_all.iter().rev();
        let to_all = to_all.filter(|no| heard.is_none_or(|heard| !heard.contains(*no)));
        let to_lead = self.is_led_by(actor).then_some(&derived.to_lead);
        let nudges = to_all
            .take(unheard)
            .chain(to_lead.into_iter().flatten())
            .chain(derived.to_agent.get(&actor.id).into_iter().flatten());
        let mut waiting: Vec<&Nudge> = nudges
            .filter_map(|no| self.nudges.get(NudgeNo(*no)))
            .filter(|nudge| nudge.waits_for(actor, now))
            .collect();
        waiting.sort_by_key(|nudge| nudge.id);
        waiting
    }

    /// Returns true if `orchestrator` means `actor` here: the current lead; while the lead is vacant, every
    /// orchestrator that created this workflow or contributed to it.
    #[must_use]
    pub fn is_led_by(&self, actor: &Actor) -> bool {
        if actor.role != Role::Orchestrator {
            return false;
        }
        if let Some(lead) = &self.lead.agent {
            return *lead == actor.id;
        }
        let by = self.created_by.as_ref();
        by.is_some_and(|by| by.is_same(actor)) || self.agent_contributions.contains_key(&actor.id)
    }

    /// Returns true if a nudge is for `actor`, or was when it was delivered.
    #[must_use]
    pub fn is_for(&self, nudge: &Nudge, actor: &Actor) -> bool {
        actor.role.is_agent()
            && match &nudge.target {
                Target::All => true,
                Target::Orchestrator => {
                    self.is_led_by(actor) || nudge.receipts.contains_key(&actor.id)
                }
                Target::Agent(agent) => actor.id == *agent,
            }
    }
}
