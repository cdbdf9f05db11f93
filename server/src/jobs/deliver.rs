//! Delivery job of webhooks: new messages in the order of the log, and retries when they are due. The engine decides
//! what to send.
//!
//! Outcomes are recorded for several messages together. Messages sent after the last record before a crash are sent
//! again under the same id.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use engine::delivery::Kinds;
use engine::delivery::message::{self, Found, Message};
use engine::delivery::ops::webhook_list;
use engine::delivery::ops::webhook_report::WebhookReport;
use engine::jobs::JobKind;
use engine::webhook::facts::{WebhookAnswer, WebhookDelivered};
use engine::webhook::letter::{LONGEST, REASON};
use engine::webhook::state::WAITING;
use engine::webhook::{Letter, Place, Webhook};
use kernel::actor::Caller;
use kernel::ports::accounts::{Accounts as _, WebhookTarget};
use kernel::stream::Position;
use kernel::view::{Services as _, View};
use kernel::{Error, Result, StreamId, Version};

use crate::jobs::Begun;
use crate::site::Site;
use crate::webhooks::{Sent, Told, body, message_id};

/// Number of messages after which the outcome is recorded.
const TOGETHER: usize = 20;
/// Time after which the outcome is recorded.
const LONG: Duration = Duration::from_secs(5);
/// Number of new messages sent to test a receiver that rejects waiting ones.
const AHEAD: usize = 5;
/// Distance in the log that is scanned again after a start; beyond it, the webhook's progress is recorded.
const FAR: Position = 20_000;

/// Starts the delivery of every webhook with new messages.
pub async fn look(site: &Arc<Site>) {
    if let Err(error) = since(site).await {
        // The next run tries again.
        let detail = error.detail;
        tracing::warn!(detail, "webhooks wait to be told what happened");
    }
}

async fn since(site: &Arc<Site>) -> Result<()> {
    let (from, head) = (site.announced.load(Ordering::Relaxed), site.hub.head());
    if from == head {
        return Ok(());
    }
    let mut seen = head;
    let view = message::view(&site.hub, site.clock.now());
    for stream in webhook_list::all(&view).await? {
        let (webhook, _) = site.hub.state::<Webhook>(&stream).await?;
        if !webhook.listens(view.now) {
            continue;
        }
        let after = from.max(webhook.through);
        let is_far = head.saturating_sub(webhook.through) > FAR;
        if !is_far && !has_news(&view, &webhook, after, head).await? {
            continue;
        }
        // A running delivery may have read before this fact was written, so it is checked again.
        if super::begin(site, &stream, JobKind::Webhook).await? != Begun::Now {
            seen = seen.min(after);
        }
    }
    site.announced.store(seen, Ordering::Relaxed);
    Ok(())
}

/// Returns true if a webhook has messages between two positions.
async fn has_news(
    view: &View,
    webhook: &Webhook,
    mut after: Position,
    head: Position,
) -> Result<bool> {
    while after < head {
        let (kinds, until) = webhook.tells(after, head);
        let found = message::find(view, Kinds(kinds), after, until, 1).await?;
        if !found.messages.is_empty() {
            return Ok(true);
        }
        after = found.through;
    }
    Ok(false)
}

/// Sends a webhook's messages under a lease until there are none.
///
/// # Errors
/// Returns an error if the log cannot be read, or the lease is lost.
pub async fn deliver(site: &Arc<Site>, stream: &StreamId, lease: Version) -> Result<()> {
    loop {
        let mut run = Run::begin(site, stream).await?;
        run.work().await?;
        let report = WebhookReport {
            webhook: stream.id().to_owned(),
            lease,
            delivered: run.report,
        };
        let told = &report.delivered;
        let is_over = told.done || told.paused.is_some() || told.rests_until.is_some();
        site.hub.run(report, Caller::system()).await?;
        if is_over || site.stop.is_cancelled() {
            return Ok(());
        }
    }
}

/// Messages whose outcome is recorded together.
struct Run<'a> {
    site: &'a Arc<Site>,
    stream: &'a StreamId,
    webhook: Arc<Webhook>,
    target: WebhookTarget,
    view: View,
    began: Instant,
    count: usize,
    report: WebhookDelivered,
}

impl<'a> Run<'a> {
    async fn begin(site: &'a Arc<Site>, stream: &'a StreamId) -> Result<Self> {
        let now = site.clock.now();
        let (webhook, _) = site.hub.state::<Webhook>(stream).await?;
        let target = site.accounts.webhook(stream.id(), now).await?;
        let missing =
            "Its address and its secret are not in this folder: delete it and make another.";
        Ok(Self {
            site,
            stream,
            target: target.ok_or_else(|| Error::unavailable(missing))?,
            view: message::view(&site.hub, now),
            began: Instant::now(),
            count: 0,
            report: WebhookDelivered {
                through: webhook.through,
                ..WebhookDelivered::default()
            },
            webhook,
        })
    }

    /// Returns true if the outcome must be recorded now: there are many messages, the receiver wants no more, the
    /// webhook was paused or deleted, or Loci stops. Otherwise reloads the target for the next message.
    async fn is_over(&mut self) -> Result<bool> {
        let is_long = self.count >= TOGETHER || self.began.elapsed() >= LONG;
        if is_long
            || self.site.stop.is_cancelled()
            || self.report.paused.is_some()
            || self.report.rests_until.is_some()
        {
            return Ok(true);
        }
        let (webhook, _) = self.site.hub.state::<Webhook>(self.stream).await?;
        let now = self.site.clock.now();
        let target = self.site.accounts.webhook(self.stream.id(), now).await?;
        match target.filter(|_| webhook.exists() && webhook.paused.is_none()) {
            Some(target) => self.target = target,
            None => self.report.done = true,
        }
        Ok(self.report.done)
    }

    async fn work(&mut self) -> Result<()> {
        if self.webhook.test_asked.is_some() {
            self.test().await;
        }
        let now = self.view.now;
        if self.webhook.paused.is_some() || self.webhook.rests(now) {
            self.report.done = true;
            return Ok(());
        }
        let webhook = self.webhook.clone();
        let is_due = |letter: &&Letter| letter.retry_at.is_some_and(|at| at <= now);
        for letter in webhook.waiting.iter().filter(is_due) {
            if self.is_over().await? {
                return Ok(());
            }
            let attempts = letter.attempts - u32::from(letter.is_early && letter.attempts > 0);
            self.again(letter, attempts).await?;
        }
        let is_time = webhook.probe().is_some_and(|at| at <= now);
        if let Some(letter) = webhook
            .waiting
            .first()
            .filter(|_| is_time && self.count == 0)
        {
            // It was not due, so this failure does not count as an attempt.
            self.again(letter, letter.attempts.saturating_sub(1))
                .await?;
            if !self.report.failed.is_empty() {
                return self.look_past().await;
            }
        }
        self.news().await
    }

    async fn test(&mut self) {
        let at = self.site.clock.now();
        let webhook = self.webhook.clone();
        let told = Told::Test(&webhook.name, at);
        let sent = self.send(&format!("test-{}", at.0), &told).await;
        self.report.test = Some(answer(at, &sent));
    }

    /// Retries a message.
    async fn again(&mut self, letter: &Letter, attempts: u32) -> Result<()> {
        let message = match Place::parse(&letter.id) {
            Some(place) => message::read(&self.view, &place, &letter.kind).await?,
            None => None,
        };
        match message {
            Some(message) => self.tell(&message, attempts).await,
            None => self.report.settled.push(letter.id.clone()),
        }
        Ok(())
    }

    /// Sends new messages.
    async fn news(&mut self) -> Result<()> {
        loop {
            if self.is_over().await? {
                return Ok(());
            }
            let room = WAITING.saturating_sub(self.waiting());
            if room == 0 {
                self.report.done = true;
                return Ok(());
            }
            let found = self.find(room.min(TOGETHER)).await?;
            for message in &found.messages {
                if self.is_over().await? {
                    self.report.through = message.place.position.saturating_sub(1);
                    return Ok(());
                }
                self.tell(message, 0).await;
            }
            self.report.through = found.through;
            if found.through >= self.site.hub.head() {
                self.report.done = true;
                return Ok(());
            }
        }
    }

    /// Returns the number of messages that wait for a retry, including the outcomes of this run.
    fn waiting(&self) -> usize {
        let report = &self.report;
        let is_over = |letter: &&Letter| {
            let mut failed = report.failed.iter();
            report.settled.contains(&letter.id) || failed.any(|failed| failed.id == letter.id)
        };
        let over = self.webhook.waiting.iter().filter(is_over).count();
        let failed = report.failed.iter();
        self.webhook.waiting.len() - over
            + failed.filter(|letter| letter.retry_at.is_some()).count()
    }

    /// Finds the next messages of the currently subscribed kinds.
    async fn find(&mut self, most: usize) -> Result<Found> {
        let (after, head) = (self.report.through, self.site.hub.head());
        // Read after the head, so that no earlier change of the kinds is missed.
        (self.webhook, _) = self.site.hub.state(self.stream).await?;
        let (kinds, until) = self.webhook.tells(after, head);
        message::find(&self.view, Kinds(kinds), after, until, most).await
    }

    /// Tests whether a receiver that rejects waiting messages accepts new ones. If it accepts any, the rejected ones
    /// are queued for retry; otherwise the test is undone.
    async fn look_past(&mut self) -> Result<()> {
        let (after, found) = (self.report.through, self.find(AHEAD).await?);
        let (known, before) = (self.report.failed.len(), self.report.sent);
        self.report.through = found.through;
        for message in &found.messages {
            let is_over = self.is_over().await?;
            if !is_over {
                self.tell(message, 0).await;
            }
            // A receiver that does not respond at all accepts nothing else.
            let last = self.report.answer.as_ref();
            let is_silent = !is_over && last.is_some_and(|answer| answer.status.is_none());
            if is_silent {
                self.report.failed.pop();
            }
            if is_over || is_silent {
                self.report.through = message.place.position.saturating_sub(1);
                break;
            }
        }
        if self.report.sent == before {
            self.report.failed.truncate(known);
            self.report.through = after;
            self.report.done = true;
        }
        Ok(())
    }

    /// Sends a message after `attempts` earlier attempts.
    async fn tell(&mut self, message: &Message, attempts: u32) {
        let id: Arc<str> = message.place.to_string().into();
        let sent = self.send(&id, &Told::Happened(message)).await;
        let now = self.site.clock.now();
        self.report.answer = Some(answer(now, &sent));
        let Some(error) = sent.error else {
            self.report.sent += 1;
            if attempts > 0 || self.webhook.waiting.iter().any(|letter| letter.id == id) {
                self.report.settled.push(id);
            }
            return;
        };
        if let Some(rest) = sent.rest.filter(|rest| *rest > 0) {
            self.report.rests_until = Some(now.plus(rest.min(LONGEST)));
        }
        if sent.is_gone {
            let why = "The receiver answered 410 Gone: it wants no more messages.";
            self.report.paused = Some(why.into());
        }
        let attempts = attempts.saturating_add(1);
        self.report.failed.push(Letter {
            id,
            kind: message.kind.clone(),
            at: message.at,
            attempts,
            tried_at: now,
            error: short(&error),
            retry_at: Letter::again(attempts, now, sent.rest),
            is_early: false,
        });
    }

    async fn send(&mut self, place: &str, told: &Told<'_>) -> Sent {
        self.count += 1;
        let site = self.site;
        let id = message_id(self.stream.id(), site.hub.epoch(), place);
        let body = body(told, self.webhook.format, &site.origin());
        site.webhooks.send(&self.target, &id, body).await
    }
}

fn answer(at: kernel::Time, sent: &Sent) -> WebhookAnswer {
    WebhookAnswer {
        at,
        status: sent.status,
        error: sent.error.as_deref().map(short),
    }
}

fn short(error: &str) -> Arc<str> {
    error.chars().take(REASON).collect::<String>().into()
}
