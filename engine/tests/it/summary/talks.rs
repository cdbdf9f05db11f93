//! Conversations and their summaries: answers with their questions, revoked prohibitions, the latest value.

use kernel::ports::tokens::Tokens;

use crate::summary::harness::{Words, request, write};

/// Requests for permission with their answers. One conversation per line: `u`, `a` and `t` are speakers; `+` must be in
/// the summary, with ` / ` for a change of speaker, and `-` must not be.
const LEAVE: &str = "\
a May I deploy tonight? | u Yes. | + May I deploy tonight? | + Yes.
a May I deploy tonight? | u No, wait until Monday | + May I deploy tonight? | + No, wait until Monday
a Should I use Postgres? | u Yes please. | + Should I use Postgres? / Yes please.
a Should I use Postgres? | u Go ahead. | + Should I use Postgres? / Go ahead.
a Should I use Postgres? | u ok do it | + Should I use Postgres? / ok do it
a Can I drop the old table? | u No. | + Can I drop the old table? / No.
a Shall I merge the branch? | u Not yet. | + Shall I merge the branch? / Not yet.
a Do you want me to rewrite the importer? | u Sure | + rewrite the importer? / Sure
a Is it ok if I force-push to the feature branch? | u Please don't. | + force-push to the feature branch? / Please don't.
a Would you like me to send the invoice? | u yep | + send the invoice? / yep
a Could we switch the cache to Redis? | u Absolutely! | + switch the cache to Redis? / Absolutely!
a Am I allowed to change the schema? | u Only the index. | + change the schema? / Only the index.
u Wir bauen den neuen Laden. | a Darf ich heute Abend deployen? | u Ja, bitte. | + Darf ich heute Abend deployen? / Ja, bitte.
u Wir bauen den neuen Laden. | a Soll ich Postgres nehmen? | u Lieber nicht. | + Soll ich Postgres nehmen? / Lieber nicht.
a May I deploy tonight? The build is green. | u Yes. | + May I deploy tonight? | + Yes.
a Shall I continue? | u Yes. | - Shall I continue
a Anything else? | u No, thanks. | - Anything else
a Shall I start? | u Go ahead. | - Shall I start
a Can I help you with anything else? | u No. | - Can I help
a Which database do we use? | u Hold on. Postgres. | + Which database do we use? | + Postgres.
a May I rename the table orders? | u Sure, go for it. | + May I rename the table orders? / Sure, go for it.
a Should we ship this on Thursday? | u Nope. | + Should we ship this on Thursday? / Nope.
a Mind if I upgrade the compiler? | u Not at all. | + Mind if I upgrade the compiler? / Not at all.
u Should I write the docs in German? | a Yes. | + Should I write the docs in German? / Yes.
a Do I have permission to restart the database? | u No! Never on weekdays. | + restart the database? | + Never on weekdays.
a I read the plan. Want me to open a pull request? | u Yes, against develop. | + Want me to open a pull request? / Yes, against develop.
u Der Import liest die Dateien des Ladens. | a Sollen wir den Server neu starten? | u Nein, erst morgen. | + Sollen wir den Server neu starten? / Nein, erst morgen.
u L'import lit les fichiers du magasin. | a Puis-je supprimer la table? | u Non. | + Puis-je supprimer la table? / Non.
u La importación lee los archivos de la tienda. | a ¿Puedo borrar la tabla? | u Sí, claro. | + borrar la tabla? / Sí, claro.
a Should I keep going? | u yes | - keep going
a Shall we move on to the next step? | u Sure. | - move on
a Which colour? And which font? | u Inter. | + And which font? / Inter.
a May I use your API key for the test? | u no | + May I use your API key for the test? / no
a Should I cache the thumbnails? | u I think so, yes | + Should I cache the thumbnails? / I think so, yes
a Could I squash the commits? | u 👍 | + Could I squash the commits? / 👍
a Shall I book the flight? | u Wait. | + Shall I book the flight? / Wait.
a Can I publish the post? | u Not before Ada has read it. | + Can I publish the post? / Not before Ada has read it.
a I would drop the column. Okay to drop it? | u Please do. | + Okay to drop it? / Please do.
a Should I go with Svelte or React? | u Svelte. | + Svelte or React? / Svelte.
a Am I allowed to see the salaries? | u Negative. | + Am I allowed to see the salaries? / Negative.
a Shall I? | u Yes. | - Shall I?
a How can I help you today? | u Fix the parser. | + Fix the parser.
";

/// Messages without content between a question and its answer.
const LATER: &str = "\
a Which region should it run in? | u Hm, let me think. | u eu-north-1. | + Which region should it run in? / eu-north-1. | - let me think
a May I deploy tonight? | u One moment. | t 2026-01-01T10:00:00Z INFO done in 3 ms | u Yes. | + May I deploy tonight? / Yes.
a Which region should it run in? | t {\"status\":\"ok\",\"count\":3} | u eu-north-1. | + Which region should it run in? / eu-north-1.
a Should the API be public? | u Good question, let me check. | u No, internal only. | + Should the API be public? / No, internal only.
a What is the budget? | u Hmm. | a Take your time. | u 4000 euros | + What is the budget? / 4000 euros
a Which port? | u Let me look it up. | t tcp 0 0 0.0.0.0:8443 LISTEN | u 8443 | + Which port? / 8443
a Can we delete the legacy endpoint now? | u Let me ask the team. | u Yes, delete it. | + Can we delete the legacy endpoint now? / Yes, delete it.
a Is it okay if I skip the slow tests? | u hmm | u fine, but only locally | + skip the slow tests? / fine, but only locally
u Der Import liest die Dateien des Ladens. | a Kann ich die Tabelle löschen? | u Einen Moment bitte. | u Ja. | + Kann ich die Tabelle löschen? / Ja.
u Do not add packages. | a May I add packages now? | u Yes. | + May I add packages now? / Yes. | - Do not add
a How long are sessions kept? | a I need it for the policy. | u 30 days | + How long are sessions kept? / 30 days
a Which editor should the docs name? | u I'll check. | t ok | t ok | u Zed. | + Which editor should the docs name? / Zed.
a Who owns the release? | u Good morning! | u Ada. | + Who owns the release? / Ada.
a Which database? | u What would you recommend? | a Postgres. | + Postgres.
a What is the deadline? | u Uh... | u Let me check the calendar. | u 14 May. | + What is the deadline? / 14 May.
a Which licence? | u Thinking... | u MIT. | + Which licence? / MIT.
";

/// A prohibition is lifted, a permission is revoked, or only other things change.
const CONTRARY: &str = "\
u Do not add packages. | a Fine. | u You may add packages now. | + You may add packages now. | - Do not add packages
u Do not add packages. | a Fine. | u you can add packages after all | + you can add packages after all | - Do not add packages
u Never push to main. | u Pushing to main is fine now. | + Pushing to main is fine now. | - Never push to main.
u You must not touch the billing module. | u You are allowed to touch the billing module from now on. | + You are allowed to touch the billing module | - must not touch
u You may use the staging server. | u Don't use the staging server any more. | + Don't use the staging server any more. | - You may use the staging server.
u No new dependencies. | u New dependencies are okay now. | + New dependencies are okay now. | - No new dependencies.
u Deployments are forbidden. | u Deployments are allowed again. | + Deployments are allowed again. | - Deployments are forbidden.
u Wir bauen den neuen Laden. | u Bitte keine Pakete hinzufügen. | u Du darfst jetzt Pakete hinzufügen. | + Du darfst jetzt Pakete hinzufügen. | - Bitte keine Pakete
u Do not touch the code. | u You may touch the code of the importer. | + Do not touch the code. | + You may touch the code of the importer.
u Do not deploy on Fridays. | u You may deploy on Mondays. | + Do not deploy on Fridays.
u Do not add packages. | u You can see the packages with cargo tree. | + Do not add packages.
u Don't email the customer. | u Okay, you can email the customer. | + you can email the customer | - Don't email
u Tests may not use the network. | u Scratch that, tests may use the network. | + tests may use the network. | - Tests may not use the network.
u Don't deploy before Friday. | u You can deploy right away. | + You can deploy right away.
u The colour should be blue. | u No, make the colour green. | + green
u Please never commit to the release branch. | a Understood. | u It's fine to commit to the release branch from today. | + fine to commit to the release branch | - never commit
u No emails to customers! | u Emails to customers are allowed again. | + Emails to customers are allowed again. | - No emails
u You cannot change the schema. | u Actually, change the schema if you need to. | + Actually, change the schema
u Always run the full test suite. | u You don't have to run the full test suite any more. | + You don't have to run the full test suite | - Always run
u Do not use Redis. | u Feel free to use Redis. | + Feel free to use Redis. | - Do not use Redis.
u Avoid global state. | u Global state is okay now. | + Global state is okay now. | - Avoid global state.
u The logs are off limits. | u You can read the logs now. | + You can read the logs now.
u Do not add packages. | u You may add packages. | u Do not add packages any more. | + Do not add packages any more. | - Do not add packages.\n | - You may add packages.
u Never log passwords. | u You can log in with the usual password. | + Never log passwords.
u Do not delete the backups. | u You may delete the old logs. | + Do not delete the backups.
u Don't call the customer. | u Calling the customer is allowed now. | + Calling the customer is allowed now. | - Don't call
u You mustn't edit the generated files. | u You may edit the generated files after all. | + You may edit the generated files after all. | - mustn't
u Hands off the config folder. | u You can change the config folder now. | + You can change the config folder now. | - Hands off
u No deployments this week. | u We can do deployments again. | + deployments again | - No deployments
u Never rebase the shared branch. | u Forget that, rebase the shared branch. | + rebase the shared branch. | - Never rebase
u We must get approval for each release. | u Approval for each release is no longer required. | + no longer required | - We must get
u You can use sudo. | u You can no longer use sudo. | + You can no longer use sudo. | - You can use sudo.
u Do not touch the header. | u Do not touch the footer either. | + header | + footer
u Do not send mails. | u You may send mails to Ada. | + Do not send mails. | + You may send mails to Ada.
u Don't merge without a review. | u You can merge the docs branch. | + Don't merge without a review.
";

/// The last of two values for one thing holds.
const VALUES: &str = "\
u The launch is on Monday. | u The launch is on Tuesday. | + Tuesday | - Monday
u Make part 3 red. | u Make part 4 blue. | + part 3 | + part 4
u timeout = 30s | a Done. | u timeout = 45s | + timeout = 45s | - timeout = 30s
u TIMEOUT=30 | a Done. | u TIMEOUT=45 | + TIMEOUT=45 | - TIMEOUT=30
u timeout: 30s | a Done. | u timeout: 45s | + timeout: 45s | - timeout: 30s
u timeout = 30s | a Done. | u set the timeout to 45 s | + set the timeout to 45 s | - timeout = 30s
u max_retries = 3 | u max_retries = 5 | + max_retries = 5 | - max_retries = 3
u debug = true | u debug = false | + debug = false | - debug = true
u LOG_LEVEL=info | u LOG_LEVEL=debug | + LOG_LEVEL=debug | - LOG_LEVEL=info
u The timeout is 30 seconds. | u timeout = 45s | + timeout = 45s | - 30 seconds
u Set the pool size to 10. | u Set the pool size to 20. | + Set the pool size to 20. | - size to 10
u Please raise the memory limit to 512 MB. | u memory limit: 1 GB | + memory limit: 1 GB | - 512
u Use a timeout of 30 s. | u Make the timeout 45 s. | + Make the timeout 45 s. | - 30 s
u timeout = 30s | u retries = 45 | + timeout = 30s | + retries = 45
u PORT=8080 | u Change the port to 9090. | + Change the port to 9090. | - 8080
u database = postgres | u database = mysql | + database = mysql | - postgres
u Wir bauen den neuen Laden. | u Stell den Timeout auf 30 Sekunden. | u Stell den Timeout auf 45 Sekunden. | + 45 Sekunden | - 30 Sekunden
t timeout = 30s | u The deadline is Friday. | - timeout | + Friday
u The timeout is 30s. | u The retry limit is 45. | + 30s | + 45
u batch_size: 100 | u batch_size: 250 | + batch_size: 250 | - 100
u Use a cache size of 64 MB. | u Increase the cache size to 128 MB. | + 128 MB | - 64 MB
u The cache size should be 64 MB. | u cache_size=128 | + cache_size=128 | - 64 MB
u Set the port to 8080 on staging. | u Set the port to 9090 on production. | + 8080 on staging | + 9090 on production
u retries=3 | u retries=0 | + retries=0 | - retries=3
u region = eu-north-1 | t region = us-east-1 | u region = eu-west-2 | + region = eu-west-2 | - north | - us-east
u export API_URL=https://a.example.com | u export API_URL=https://b.example.com | + b.example.com | - a.example.com
u Bitte setze den Timeout auf 30 Sekunden. | u Setze den Timeout lieber auf 60 Sekunden. | + 60 Sekunden | - 30 Sekunden
u concurrency = 4 | u concurrency: 8 | + concurrency: 8 | - concurrency = 4
u The limit is 10 per user. | u Raise the limit to 20 per user. | + 20 per user | - 10 per user
u ttl = 1h | u Let's make the ttl 2h. | + ttl 2h | - ttl = 1h
u font-size: 14px | u font-size: 16px | + 16px | - 14px
u The model temperature is 0.2. | u temperature = 0.7 | + temperature = 0.7
u Our budget is 300 euros. | u Make that 500 euros. | + 500 euros
u The port must be 8080. | u The port must be 8081. | + 8081 | - 8080
u The deploy starts at 5pm. | u The deploy starts at 6pm now. | + 6pm | - 5pm
u timeout = 30s | u Change it to 45s. | + 45s
u Use Python 3.11. | u Use Python 3.12. | + 3.12 | - 3.11
";

/// Checks every conversation of a table, with its opening before it.
fn check(table: &str) {
    let wrong: Vec<String> = table.lines().filter_map(fault).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the fault of a conversation's summary, if any.
fn fault(talk: &str) -> Option<String> {
    let marked = |mark: &str| -> Vec<&str> {
        let lines = talk.split(" | ").filter_map(|part| part.split_once(' '));
        lines
            .filter(|(own, _)| *own == mark)
            .map(|(_, rest)| rest)
            .collect()
    };
    let role = |mark: &str| match mark {
        "u" => Some("user"),
        "a" => Some("assistant"),
        "t" => Some("tool"),
        _ => None,
    };
    let said = talk.split(" | ").filter_map(|part| part.split_once(' '));
    let said = said.filter_map(|(mark, content)| Some((role(mark)?, content)));
    let opens = ("user", "We build the shop for Ada.");
    let messages: Vec<(&str, &str)> = [opens].into_iter().chain(said).collect();
    let text = write(&request("", &messages, 80));
    let flat = ["user", "assistant", "tool"]
        .iter()
        .fold(text.clone(), |text, role| {
            text.replace(&format!("\n{role}: "), " / ")
        });
    let is_lost = marked("+").iter().any(|kept| !flat.contains(kept));
    let is_kept = marked("-").iter().any(|gone| flat.contains(gone));
    (is_lost || is_kept).then(|| format!("{talk}\n>>> {text}"))
}

#[test]
fn leave_is_kept_with_what_was_asked() {
    check(LEAVE);
}

#[test]
fn an_answer_is_found_behind_what_fills_the_time() {
    check(LATER);
}

#[test]
fn what_is_contrary_overtakes_what_was_said() {
    check(CONTRARY);
}

#[test]
fn the_last_value_is_kept_and_the_first_is_not() {
    check(VALUES);
}

#[test]
fn settings_are_still_settings_in_the_next_summary() {
    let first = [
        ("user", "timeout = 30s"),
        ("user", "retries = 3"),
        ("user", "We use tabs."),
    ];
    let text = write(&request("", &first, 80));
    let again = write(&request(&text, &[("user", "timeout = 45s")], 80));
    for (part, is_kept) in [("45s", true), ("retries = 3", true), ("30s", false)] {
        assert_eq!(again.contains(part), is_kept, "{part}: {text} | {again}");
    }
}

#[test]
fn a_short_talk_keeps_its_booking_and_that_it_was_taken_back() {
    let talk = [
        ("user", "Please book a table for 4 at Luigi's on Friday."),
        (
            "assistant",
            "Booked: Luigi's, Friday 8pm, 4 people, ref LX-99.",
        ),
        ("user", "Make it 6."),
        (
            "assistant",
            "Sure, happy to help. I have changed it to 6 people.",
        ),
        ("user", "Actually, cancel it."),
        ("assistant", "Cancelled."),
        ("user", "And the colour of the cards is teal."),
        ("assistant", "Great choice! Teal it is."),
    ];
    let source: u32 = talk.iter().map(|(_, said)| Words.count(said)).sum();
    let text = write(&request("", &talk, source * 9 / 10));
    for kept in ["LX-99", "cancel it", "Cancelled.", "teal"] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
}
