//! `/settings/webhooks`: webhooks, their events, and the state of their deliveries.

mod create;
mod letters;
mod row;

use engine::delivery::ops::WebhookShown;
use engine::delivery::ops::webhook_create::WebhookCreate;
use engine::delivery::ops::webhook_delete::WebhookDelete;
use engine::delivery::ops::webhook_edit::WebhookEdit;
use engine::delivery::ops::webhook_list::WebhookList;
use engine::delivery::ops::webhook_resend::WebhookResend;
use engine::delivery::ops::webhook_rotate::WebhookRotate;
use engine::delivery::ops::webhook_test::WebhookTest;
use kernel::page::Page;
use leptos::prelude::*;
use leptos_meta::Title;

use super::side::Side;
use crate::call::{Fetch, fetch};
use crate::pages::answered::FormAction;
use crate::pages::ask::{Loaded, ask};
use crate::pages::trouble::Trouble;
use crate::parts::{Empty, Sect};
use crate::parts::{alive, read_memo};
use crate::paths;
use create::{NewWebhook, Secret};
use letters::Letters;
use row::{Row, TestResult};

/// Form actions of a row.
#[derive(Clone, Copy)]
pub struct Acts {
    edit: FormAction<WebhookEdit>,
    test: FormAction<WebhookTest>,
    rotate: FormAction<WebhookRotate>,
    delete: FormAction<WebhookDelete>,
}

/// Page of the webhooks.
#[component]
pub fn Webhooks() -> impl IntoView {
    let listed = fetch(|| (), |()| async move { ask(WebhookList {}).await });
    let (create, resend) = (FormAction::new(), FormAction::new());
    let acts = Acts {
        edit: FormAction::new(),
        test: FormAction::new(),
        rotate: FormAction::new(),
        delete: FormAction::new(),
    };
    view! {
        <Title text="Webhooks, settings" />
        <Transition>
            <Shown listed acts create resend />
        </Transition>
    }
}

type Listed = Fetch<Loaded<Page<WebhookShown>>>;

/// Keeps the page mounted while its list changes: typed text stays.
#[component]
fn Shown(
    listed: Listed,
    acts: Acts,
    create: FormAction<WebhookCreate>,
    resend: FormAction<WebhookResend>,
) -> impl IntoView {
    let read = move || listed.get().map(Result::err);
    let trouble = Memo::new(move |_| read());
    let webhooks = Memo::new(move |_| {
        let page = listed.get().and_then(Result::ok);
        page.map(|page| page.items).unwrap_or_default()
    });
    alive(move || {
        read_memo(trouble, read).map(|trouble| match trouble {
            None => view! { <Body webhooks acts create resend /> }.into_any(),
            Some(problem) => view! { <Trouble problem /> }.into_any(),
        })
    })
}

#[component]
fn Body(
    webhooks: Memo<Vec<WebhookShown>>,
    acts: Acts,
    create: FormAction<WebhookCreate>,
    resend: FormAction<WebhookResend>,
) -> impl IntoView {
    let is_empty = Memo::new(move |_| webhooks.with(Vec::is_empty));
    view! {
        <main class="page" id="main">
            <header class="folio">
                <div>
                    <h1>"Webhooks"</h1>
                    <p class="lede">
                        "What Loci tells other programs: that something needs a person, or what happened. Each message is signed and arrives at least once."
                    </p>
                </div>
            </header>
            <div class="settings">
                <Side here=paths::settings_webhooks() />
                <div class="flow">
                    <Secret create rotate=acts.rotate />
                    <Sect id="h-webhooks" title="Webhooks">
                        <TestResult action=acts.test />
                        {alive(move || is_empty.get().then(|| {
                            view! { <Empty title="No webhook yet." text="Make one below." /> }
                        }))}
                        <div class="table-frame" hidden=move || is_empty.get()>
                            <table class="table">
                                <thead>
                                    <tr>
                                        <th scope="col">"Webhook"</th>
                                        <th scope="col">"Deliveries"</th>
                                        <th scope="col" class="end"><span class="vh">"Actions"</span></th>
                                    </tr>
                                </thead>
                                <tbody>
                                    // The key of a row covers the webhook, not its deliveries.
                                    <For
                                        each=move || webhooks.get()
                                        key=|it| (it.webhook.clone(), it.name.clone(), it.origin.clone(), it.kinds.clone(), it.paused.clone())
                                        children=move |webhook| view! { <Row webhook webhooks acts /> }
                                    />
                                </tbody>
                            </table>
                        </div>
                    </Sect>
                    {alive(move || view! { <Letters webhooks=webhooks.get() resend /> })}
                    <NewWebhook action=create />
                </div>
            </div>
        </main>
    }
}
