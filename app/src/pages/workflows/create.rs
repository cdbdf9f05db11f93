//! Form that creates a workflow and opens its page.

use engine::workflow::ops::workflow_create::WorkflowCreate;
use leptos::prelude::*;

use crate::pages::answered::{FormAction, Post};
use crate::pages::ask::why_not;
use crate::parts::{Area, Field, Need, Sect};
use crate::paths;

/// Section with the form.
#[component]
pub fn Create() -> impl IntoView {
    let action = FormAction::<WorkflowCreate>::new();
    view! {
        <Sect id=paths::NEW title="New workflow">
            {match why_not::<WorkflowCreate>() {
                Some(why) => view! { <p class="field-hint">{why}</p> }.into_any(),
                None => {
                    view! {
                        <Post action id="begin">
                            <input type="hidden" name="redirect" value=format!("{}/{{workflow}}", paths::workflows()) />
                            <Field label="Name" name="name" hint="In a line" autocomplete="off" need=Need::Required />
                            <Area label="Goal" name="goal" rows=3 hint="What is so when it is done" need=Need::Required />
                            <Area
                                label="Constraints"
                                name="constraints[lines]"
                                id="constraints"
                                rows=3
                                hint="One on each line"
                            />
                            <div class="form-foot">
                                <button class="btn btn--primary" type="submit">
                                    "Begin it"
                                </button>
                                <span>
                                    "Tasks are added on its page. What was planned elsewhere can be "
                                    <a href=paths::import()>"imported"</a> "."
                                </span>
                            </div>
                        </Post>
                    }
                        .into_any()
                }
            }}
        </Sect>
    }
}
