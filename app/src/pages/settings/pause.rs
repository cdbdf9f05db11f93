//! Pauses an agent with a reason that others can read, so that it cannot claim tasks; or resumes it.

use engine::workspace::Agent;
use engine::workspace::ops::agent_pause::AgentPause;
use engine::workspace::ops::agent_resume::AgentResume;
use leptos::prelude::*;

use crate::pages::answered::{FormAction, Post};
use crate::pages::ask::may;
use crate::parts::{Confirm, Field, form_within};

/// Button that fits the agent's state; empty for viewers without permission.
#[component]
pub fn PauseOrResume(
    /// Agent to pause or resume.
    agent: Agent,
    /// Action that pauses it.
    pause: FormAction<AgentPause>,
    /// Action that resumes it.
    resume: FormAction<AgentResume>,
) -> impl IntoView {
    let name = agent.name;
    if !may::<AgentPause>() {
        return ().into_any();
    }
    if agent.paused_at.is_some() {
        return view! {
            <Post action=resume id=format!("resume-{name}") class="btns">
                <input type="hidden" name="agent" value=name.clone() />
                <button class="btn btn--quiet" type="submit" aria-label=format!("Resume {name}")>
                    "Resume"
                </button>
            </Post>
        }
        .into_any();
    }
    let id = format!("pause-{name}");
    let (form, field) = (form_within(&id), format!("reason-{name}"));
    view! {
        <Confirm id label="Pause" title=format!("Pause {name}?") does="Pause it">
            <p>"It can finish what it holds, and claims nothing more."</p>
            <Post action=pause id=form>
                <input type="hidden" name="agent" value=name />
                <Field label="Reason" name="reason" id=field hint="Everybody can read it" autocomplete="off" />
            </Post>
        </Confirm>
    }
    .into_any()
}
