//! Commands that need a data folder: executed by the running server, or by this process if there is none.

use std::io::BufRead;
use std::path::Path;

use engine::workspace::audit::BackupRestored;
use engine::workspace::ops::noted::Noted;
use kernel::actor::Role;
use kernel::ports::accounts::TokenInfo;
use kernel::{Code, Error, Time};
use serde_json::Value;
use store::Restored;

use super::Folder;
use crate::command::{self, Command, NewToken};
use crate::config::Config;
use crate::control;
use crate::failure::Failure;
use crate::instance::Instance;
use crate::output::{mention, say};

/// Executes a command in the process that holds the folder.
async fn ask(folder: &Folder, command: Command) -> Result<Value, Failure> {
    let mut answer = Value::Null;
    converse(folder, command, |done| {
        answer = done;
        Ok(None)
    })
    .await?;
    Ok(answer)
}

/// Executes a command in the process that holds the folder, then the commands that `next` returns for each answer.
pub(super) async fn converse(
    folder: &Folder,
    first: Command,
    mut next: impl FnMut(Value) -> Result<Option<Command>, Failure>,
) -> Result<(), Failure> {
    let mut config = folder.config()?;
    let is_check = matches!(first, Command::Check { .. });
    let (has_log, is_named) = (store::folder::has_log(&config.data), folder.data.is_some());
    if is_check && has_log {
        // A backup is checked itself, also where LOCI_LOG names the log of the servers.
        config.database = None;
    }
    let root = &config.data;
    let is_missing = match config.database {
        Some(_) => is_check && is_named && !root.is_dir(),
        None => !store::folder::is_inhabited(root),
    };
    if is_missing {
        return Err(Failure {
            message: format!(
                "there is no data folder of Loci at {}. Name another one with --data, or begin one with \
                 `loci serve`.",
                root.display()
            ),
            code: Code::NotFound,
            is_restart: false,
        });
    }
    let socket = store::folder::Paths::new(root).control_socket();
    let mut command = first;
    while let Some(value) = control::ask(&socket, &command).await? {
        match next(value)? {
            Some(after) => command = after,
            None => return Ok(()),
        }
    }
    let instance = if is_check || command.only_reads() && store::folder::is_only_read(root) {
        Instance::look(&config).await?
    } else {
        Instance::open(&config).await?
    };
    let doing = async {
        loop {
            let done = command::run(&instance, command).await;
            match done.map_err(Failure::from).and_then(&mut next) {
                Ok(Some(after)) => command = after,
                Ok(None) => break Ok(()),
                Err(failure) => break Err(failure),
            }
        }
    };
    let done = tokio::select! {
        done = doing => done,
        // Removes the temporary files of the read-only instance.
        _ = tokio::signal::ctrl_c(), if instance.is_look() => {
            Err(Failure::unavailable("stopped; nothing was changed"))
        }
    };
    instance.close().await;
    done
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn parse_role(name: &str, fits: fn(Role) -> bool, expected: &str) -> Result<Role, Failure> {
    Role::parse(name)
        .filter(|role| fits(*role))
        .ok_or_else(|| Failure::usage(format!("{name:?} is not a role here; expected {expected}")))
}

/// Parses the role of an agent.
pub fn agent_role(name: &str) -> Result<Role, Failure> {
    let expected = "orchestrator, worker, reviewer, librarian or observer";
    parse_role(name, Role::is_agent, expected)
}

pub async fn token_create(folder: &Folder, new: NewToken) -> Result<(), Failure> {
    let command = Command::TokenCreate(new);
    let minted = ask(folder, command).await?;
    say(text(&minted, "token"))
}

pub async fn token_list(folder: &Folder, agent: Option<String>) -> Result<(), Failure> {
    let listed = ask(folder, Command::TokenList { agent }).await?;
    let read = |name: &str| listed.get(name).cloned().unwrap_or_default();
    let tokens: Vec<TokenInfo> = serde_json::from_value(read("tokens")).unwrap_or_default();
    let now: Time = serde_json::from_value(read("now")).unwrap_or_default();
    for token in tokens {
        let holds = match (token.revoked_at, token.expires_at) {
            (Some(at), _) => format!("revoked {at}"),
            (None, Some(at)) if at <= now => format!("expired {at}"),
            (None, Some(at)) => format!("until {at}"),
            (None, None) => "holds".into(),
        };
        let (id, agent, role) = (&token.id, &token.agent, token.role.name());
        let part = |name: &str, value: &Option<String>| {
            let value = value.as_ref();
            value.map_or_else(String::new, |value| format!(" {name}={value}"))
        };
        let user = part("user", &token.user_id);
        let namespace = part("namespace", &token.namespace);
        say(&format!("{id} {agent} {role} {holds}{user}{namespace}"))?;
    }
    Ok(())
}

pub async fn token_revoke(folder: &Folder, token: String) -> Result<(), Failure> {
    let revoked = ask(folder, Command::TokenRevoke { token }).await?;
    say(&format!("revoked {}", text(&revoked, "revoked")))
}

pub async fn key_rotate(folder: &Folder) -> Result<(), Failure> {
    ask(folder, Command::KeyRotate).await?;
    say(
        "the key is replaced: tokens go on, people sign in again, links that were not used have ended",
    )
}

pub async fn user_create(folder: &Folder, name: String, role: &str) -> Result<(), Failure> {
    let role = parse_role(role, Role::is_person, "owner, member or viewer")?;
    let command = Command::UserCreate {
        name,
        role,
        password: password()?,
    };
    let person = ask(folder, command).await?;
    say_person(&person)
}

pub async fn user_password(folder: &Folder, name: String) -> Result<(), Failure> {
    let command = Command::UserPassword {
        name,
        password: password()?,
    };
    let person = ask(folder, command).await?;
    say_person(&person)
}

/// Reads the first line of standard input.
fn password() -> Result<String, Failure> {
    let mut line = String::new();
    std::io::stdin()
        .lock()
        .read_line(&mut line)
        .map_err(|error| Failure::usage(format!("standard input: {error}")))?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

fn say_person(person: &Value) -> Result<(), Failure> {
    say(&format!(
        "{} {}",
        text(person, "name"),
        text(person, "role")
    ))
}

pub async fn user_link(folder: &Folder, name: String) -> Result<(), Failure> {
    let made = ask(folder, Command::UserLink { name }).await?;
    say(text(&made, "link"))
}

pub async fn setup_link(folder: &Folder) -> Result<(), Failure> {
    let made = ask(folder, Command::SetupLink).await?;
    say(text(&made, "link"))
}

/// Asks the running server; a probe never opens the folder itself.
pub async fn check_health(folder: &Folder) -> Result<(), Failure> {
    let data = folder.config()?.data;
    let socket = store::folder::Paths::new(&data).control_socket();
    match control::ask(&socket, &Command::CheckHealth).await? {
        Some(answer) => say(text(&answer, "health")),
        None => Err(Failure::unavailable(format!(
            "no server runs on {}. Start one with `loci serve`, or name its folder with --data.",
            data.display()
        ))),
    }
}

pub async fn check(folder: &Folder, head: Option<String>) -> Result<(), Failure> {
    let report = ask(folder, Command::Check { head }).await?;
    let number = |name: &str| report.get(name).and_then(Value::as_u64).unwrap_or_default();
    let place = text(&report, "place");
    let found = faults(&report, "faults");
    if !found.is_empty() {
        return Err(Error::internal(format!(
            "{place} is damaged:\n  {}\nRestore a backup with `loci restore PATH`; it keeps what is there now aside.",
            found.join("\n  ")
        ))
        .into());
    }
    let found = faults(&report, "index_faults");
    if !found.is_empty() {
        return Err(Error::internal(format!(
            "the log and the blobs of {place} are sound, the index is damaged:\n  {}\nBuild it again with `loci rebuild-index`.",
            found.join("\n  ")
        ))
        .into());
    }
    let unreferenced = number("unreferenced_blobs");
    if unreferenced > 0 {
        mention(format_args!(
            "nothing refers to {unreferenced} of the blobs: `loci rebuild-index` removes them"
        ));
    }
    let (facts, streams) = (number("facts"), number("streams"));
    let head = text(&report, "head");
    let index = match text(&report, "index_skipped") {
        "" => format!("log, blobs and index (not its vectors) of {place}"),
        reason => format!("log and blobs of {place}; not the index: {reason}"),
    };
    say(&format!(
        "sound: {facts} facts in {streams} streams\nchecked: {index}\nhead {head}"
    ))
}

pub async fn rebuild_index(folder: &Folder) -> Result<(), Failure> {
    let built = ask(folder, Command::RebuildIndex).await?;
    let number = |name: &str| built.get(name).and_then(Value::as_u64).unwrap_or(0);
    let removed = number("removed_blobs");
    if removed > 0 {
        mention(format_args!(
            "removed {removed} blobs that nothing refers to"
        ));
    }
    say(&format!("built from {} facts", number("facts")))
}

pub async fn backup(folder: &Folder, path: &Path) -> Result<(), Failure> {
    // The server may have another working directory than this command.
    let path = std::path::absolute(path)
        .map_err(|error| Failure::usage(format!("{}: {error}", path.display())))?;
    let said = path.display().to_string();
    let made = ask(folder, Command::Backup { path }).await?;
    let facts = made.get("facts").and_then(Value::as_u64).unwrap_or(0);
    let faults = faults(&made, "faults");
    if faults.is_empty() {
        return say(&format!("{said}: {facts} facts"));
    }
    let what = format!("{said}: {facts} facts, but not whole, as the data folder is not");
    Err(damage_failure(&what, &faults))
}

/// Returns the faults in an answer.
fn faults<'a>(answer: &'a Value, name: &str) -> Vec<&'a str> {
    let faults = answer.get(name).and_then(Value::as_array);
    faults
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}

pub(super) fn damage_failure(what: &str, faults: &[impl AsRef<str>]) -> Failure {
    let faults: Vec<&str> = faults.iter().map(AsRef::as_ref).collect();
    Error::internal(format!("{what}:\n  {}", faults.join("\n  "))).into()
}

/// Prints to standard error who can and cannot sign in and call after a restore.
fn mention_access(restored: &Restored) {
    mention("everybody is signed out, and one-time links have ended");
    let made_at = restored.made_at;
    if let Some(carried) = &restored.carried_over {
        for (names, what) in [
            (&carried.tokens_revoked, "tokens that stay revoked"),
            (
                &carried.passwords_kept,
                "people who keep the password they changed",
            ),
            (
                &carried.people_returned,
                "people of the backup who can sign in again",
            ),
        ] {
            if !names.is_empty() {
                // The names are from a file of unknown origin, so they are escaped.
                let line = format!("{what}: {}", names.join(", "));
                mention(terminal::shown::lines(&line));
            }
        }
    } else {
        mention(format_args!(
            "tokens that were revoked and passwords that were changed after {made_at} are valid again as they were \
             then: see `loci token list`"
        ));
    }
    if restored.is_key_returned {
        mention(
            "the key that was replaced after the backup is in use again: replace it with `loci key rotate`",
        );
    }
    if !restored.has_hashes {
        mention(
            "an earlier version of Loci made the backup without hashes of its files: only the log, the blobs and the \
             form of the databases were checked",
        );
    }
}

pub async fn restore(folder: &Folder, path: &Path) -> Result<(), Failure> {
    let config = folder.config()?;
    if config.database.is_some() {
        return Err(Failure::usage(
            "the log is in a database. Copy the backup into one that does not have the workspace, with `loci copy --from \
             BACKUP --to postgres://…`, and start the servers there. To restore a backup into a data folder, leave out \
             --log (LOCI_LOG)",
        ));
    }
    let data = config.data.clone();
    let restored = store::restore(&data, path)
        .await
        .map_err(|error| Failure::unavailable(error.to_string()))?;
    mention_access(&restored);
    if let Some(aside) = &restored.moved_aside {
        mention(format_args!(
            "what was there is in {}; it holds everything, also what is erased from now on",
            aside.display()
        ));
    }
    let (place, position) = (data.display(), restored.position);
    // A backup may be older than any plausible pause.
    let config = Config {
        accept_clock: true,
        ..config
    };
    let instance = Instance::open(&config).await?;
    let count = |names: &[String]| names.len() as u64;
    let carried = restored.carried_over.as_ref();
    let what = Noted::BackupRestored(BackupRestored {
        position,
        made_at: Some(restored.made_at),
        tokens_revoked: carried.map(|carried| count(&carried.tokens_revoked)),
        passwords_kept: carried.map(|carried| count(&carried.passwords_kept)),
    });
    let noted = command::note(&instance, what).await;
    let faults = command::faults_with(&instance, restored.damaged).await;
    instance.close().await;
    noted?;
    let faults = faults?;
    if faults.is_empty() {
        return say(&format!("{place}: up to position {position}"));
    }
    let what = format!("{place}: up to position {position}, but not whole, as the backup is not");
    Err(damage_failure(&what, &faults))
}
