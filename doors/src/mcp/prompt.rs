//! Prompts for typical roles. Each is a text in which `{workflow}` is replaced with the argument.

use rmcp::model::{
    ErrorData, GetPromptResult, JsonObject, Prompt as Listed, PromptArgument, PromptMessage, Role,
};
use serde_json::Value;

/// Maximum length of an argument's value, in bytes.
const VALUE: usize = 2_000;

/// Prompt template.
pub struct Prompt {
    name: &'static str,
    about: &'static str,
    text: &'static str,
    /// Arguments of the prompt.
    pub arguments: &'static [Argument],
}

/// Argument of a prompt.
pub struct Argument {
    /// Name of the argument.
    pub name: &'static str,
    about: &'static str,
    /// Text that replaces an absent argument; `None` if the argument is required.
    without: Option<&'static str>,
}

const WORKFLOW: Argument = Argument {
    name: "workflow",
    about: "The workflow's id.",
    without: Some("the workflow that needs it most (`workflow_list` says which there are)"),
};

/// All prompts.
static PROMPTS: [Prompt; 4] = [
    Prompt {
        name: "orchestrate",
        about: "Plan a goal as a workflow, hand its tasks out and see it through.",
        text: include_str!("prompts/orchestrate.md"),
        arguments: &[Argument {
            name: "goal",
            about: "What is to be reached.",
            without: None,
        }],
    },
    Prompt {
        name: "work-on-next-task",
        about: "Take the best ready task, do it and hand it in.",
        text: include_str!("prompts/work-on-next-task.md"),
        arguments: &[WORKFLOW],
    },
    Prompt {
        name: "review",
        about: "Review work that was handed in.",
        text: include_str!("prompts/review.md"),
        arguments: &[
            WORKFLOW,
            Argument {
                name: "task",
                about: "The task's name, such as T12.",
                without: Some("the next one in review (`task_list` with `status` `review`)"),
            },
        ],
    },
    Prompt {
        name: "hand-off",
        about: "Leave a task so that someone else can continue it.",
        text: include_str!("prompts/hand-off.md"),
        arguments: &[
            WORKFLOW,
            Argument {
                name: "task",
                about: "The task's name, such as T12.",
                without: Some("the one that I hold"),
            },
        ],
    },
];

/// Returns the prompt with this name.
pub fn find(name: &str) -> Option<&'static Prompt> {
    PROMPTS.iter().find(|prompt| prompt.name == name)
}

/// Lists all prompts.
pub fn list() -> Vec<Listed> {
    let listed = PROMPTS.iter().map(|prompt| {
        let arguments = prompt.arguments.iter().map(|argument| {
            PromptArgument::new(argument.name)
                .with_description(argument.about)
                .with_required(argument.without.is_none())
        });
        Listed::new(prompt.name, Some(prompt.about), Some(arguments.collect()))
    });
    listed.collect()
}

/// Renders the prompt with its arguments.
///
/// # Errors
/// Returns an error if there is no such prompt, or an argument is invalid.
pub fn get(name: &str, given: &JsonObject) -> Result<GetPromptResult, ErrorData> {
    let invalid = |detail: String| ErrorData::invalid_params(detail, None);
    let prompt = find(name).ok_or_else(|| {
        let names: Vec<&str> = PROMPTS.iter().map(|prompt| prompt.name).collect();
        invalid(format!(
            "There is no prompt {name:?}; there are {}.",
            names.join(", ")
        ))
    })?;
    let takes = |name: &str| {
        prompt
            .arguments
            .iter()
            .any(|argument| argument.name == name)
    };
    if let Some(other) = given.keys().find(|name| !takes(name)) {
        return Err(invalid(format!("This prompt has no argument {other:?}.")));
    }
    let mut values = Vec::new();
    for argument in prompt.arguments {
        let name = argument.name;
        values.push(match (given.get(name), argument.without) {
            (Some(Value::String(value)), _) if value.len() > VALUE => {
                return Err(invalid(format!("`{name}` has more than {VALUE} bytes.")));
            }
            (Some(Value::String(value)), _) if !value.trim().is_empty() => value.as_str(),
            (None | Some(Value::String(_)), Some(without)) => without,
            (None | Some(Value::String(_)), None) => {
                return Err(invalid(format!("`{name}` is missing: {}", argument.about)));
            }
            (Some(_), _) => return Err(invalid(format!("`{name}` is not a text."))),
        });
    }
    let text = fill(prompt, &values);
    let message = PromptMessage::new_text(Role::User, text);
    Ok(GetPromptResult::new(vec![message]).with_description(prompt.about))
}

/// Replaces the placeholders with the values. Values are not scanned for placeholders.
fn fill(prompt: &Prompt, values: &[&str]) -> String {
    let mut text = String::new();
    let mut rest = prompt.text.trim_end();
    while let Some(start) = rest.find('{') {
        let (before, after) = rest.split_at(start);
        text.push_str(before);
        let arguments = prompt.arguments.iter().zip(values);
        let mut found = arguments.filter_map(|(argument, value)| {
            let rest = after[1..].strip_prefix(argument.name)?;
            Some((*value, rest.strip_prefix('}')?))
        });
        let (value, after) = found.next().unwrap_or(("{", &after[1..]));
        text.push_str(value);
        rest = after;
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use kernel::registry::whole;
    use serde_json::json;

    use super::*;
    use crate::mcp::tool;

    fn text(name: &str, given: &Value) -> Result<String, String> {
        let got = get(name, given.as_object().unwrap());
        let got = got.map_err(|error| error.message.into_owned())?;
        let content = serde_json::to_value(&got.messages[0].content).unwrap();
        Ok(content["text"].as_str().unwrap().to_owned())
    }

    #[test]
    fn what_is_given_stands_in_the_text_as_it_is() {
        let goal = "Ship {goal} {workflow}";
        let orchestrate = text("orchestrate", &json!({ "goal": goal })).unwrap();
        assert_eq!(orchestrate.matches(goal).count(), 1, "{orchestrate}");
        let next = text("work-on-next-task", &json!({ "workflow": "01J" })).unwrap();
        assert!(next.contains("01J") && !next.contains("{workflow}"));
        assert!(
            text("hand-off", &json!({}))
                .unwrap()
                .contains("the one that I hold")
        );
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for (name, given, said) in [
            ("orchestrate", json!({}), "`goal` is missing"),
            ("orchestrate", json!({ "goal": 7 }), "not a text"),
            (
                "orchestrate",
                json!({ "goal": "x".repeat(VALUE + 1) }),
                "more than",
            ),
            ("review", json!({ "job": "T1" }), "no argument"),
            ("dance", json!({}), "no prompt"),
        ] {
            let refused = text(name, &given).unwrap_err();
            assert!(refused.contains(said), "{refused}");
        }
    }

    #[test]
    fn prompts_name_what_there_is() {
        let tools = tool::all().iter();
        let described = tools.map(|tool| {
            let arguments = whole(tool.entry.arguments).to_string();
            format!("\"{}\" {arguments}", tool.entry.spec.name)
        });
        let known: String = described.collect();
        for prompt in &PROMPTS {
            for word in prompt.text.split('`').skip(1).step_by(2) {
                let is_name = word.contains('_') && !word.contains(' ');
                let is_known = known.contains(&format!("\"{word}\""));
                assert!(!is_name || is_known, "{}: {word}", prompt.name);
            }
        }
    }
}
