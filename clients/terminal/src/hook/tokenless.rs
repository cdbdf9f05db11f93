//! Hooks of an agent without a token: they store and send nothing, and tell the agent so once per session.

use kernel::Result;

use super::{START, answer, read_input, said};
use crate::output;

/// Text for the agent.
const OFF: &str = "Loci, the working memory, is off in this session: LOCI_TOKEN is not set. To use it, start the agent with \
                   a token in LOCI_TOKEN, as `loci token create` prints one.";

/// Answers the agent.
///
/// # Errors
/// Returns an error if standard output cannot be written.
pub async fn serve(moment: &str) -> Result<()> {
    // The agent may wait until its event is read, so it is read and ignored.
    let said = read_input().await.unwrap_or_default();
    let text = (moment == START).then(|| OFF.to_owned());
    if text.is_some() {
        output::mention(format_args!("loci: {OFF}"));
    }
    output::print_json(&answer(moment, said::event(&said), text).to_string())
}
