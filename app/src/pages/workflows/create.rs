//! Form that creates a workflow and opens its page.

use engine::workflow::ops::workflow_create::WorkflowCreate;
use kernel::operation::Operation;
use leptos::prelude::*;

use crate::pages::answered::Post;
use crate::pages::ask::why_not;
use crate::parts::{Area, Field, Need, Sect};
use crate::paths;

/// Renders the section with the form.
pub fn create() -> AnyView {
    let form = match why_not::<WorkflowCreate>() {
        Some(why) => view! { <p class="field-hint">{why}</p> }.into_any(),
        None => view! {
            <Post spec=WorkflowCreate::SPEC id="begin">
                <input type="hidden" name="redirect" value=format!("{}/{{workflow}}", paths::workflows()) />
                <Field label="Name" name="name" hint="One line" autocomplete="off" need=Need::Required />
                <Area label="Goal" name="goal" rows=3 hint="The state that the workflow must reach" need=Need::Required />
                <Area
                    label="Constraints"
                    name="constraints[lines]"
                    id="constraints"
                    rows=3
                    hint="One per line"
                />
                <div class="form-foot">
                    <button class="btn btn--primary" type="submit">"Create workflow"</button>
                    <span>
                        "Agents add the tasks. Plans from other tools can be "
                        <a href=paths::import()>"imported"</a> "."
                    </span>
                </div>
            </Post>
        }
        .into_any(),
    };
    view! { <Sect id=paths::NEW title="New workflow">{form}</Sect> }.into_any()
}
