//! A database that can be read but not written.

use store::conformance::PostgresServer;

use super::{contents, discovery, node, until_ok, workflow};
use crate::harness::Client;

/// Makes each write fail as on a full disk.
const FILL: &str = "\
    CREATE FUNCTION loci_main.fill() RETURNS trigger LANGUAGE plpgsql AS \
        $$ BEGIN RAISE EXCEPTION 'the disk is full' USING ERRCODE = 'disk_full'; END $$; \
    CREATE TRIGGER fill BEFORE INSERT ON loci_main.facts \
        FOR EACH STATEMENT EXECUTE FUNCTION loci_main.fill()";
const FREE: &str = "DROP TRIGGER fill ON loci_main.facts";

/// Makes all sessions read-only, as after a primary became a standby.
const DEMOTE: &str = "\
    ALTER DATABASE postgres SET default_transaction_read_only = on; \
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'loci'";
const PROMOTE: &str =
    "BEGIN READ WRITE; ALTER DATABASE postgres RESET default_transaction_read_only; COMMIT";

#[test]
fn a_write_that_the_database_refuses_is_done_once_it_accepts_writes() {
    let database = PostgresServer::start();
    let server = node(&database);
    let token = server.token("ada", "orchestrator");
    let ada = Client::new(&server.base).bearer(&token);
    let id = workflow(&ada, "Unwritable");
    let mut expected: Vec<&str> = Vec::new();
    for (kind, refuse, accept, words) in [
        (
            "full disk",
            FILL,
            FREE,
            Some("the disk of the database is full"),
        ),
        ("read-only", DEMOTE, PROMOTE, None),
    ] {
        database.execute(refuse);
        let new = discovery(&id, kind);
        let keyed = ada.clone().header("idempotency-key", kind);
        let refused = keyed.call("discovery_record", &new);
        assert_eq!(refused.status, 503, "{kind}: {refused:?}");
        let detail = refused.json()["detail"].as_str().unwrap().to_owned();
        assert!(words.is_none_or(|words| detail.contains(words)), "{detail}");
        assert_eq!(contents(&ada, &id), expected, "{kind}");
        database.execute(accept);
        let made = until_ok(|| keyed.call("discovery_record", &new));
        assert_eq!(keyed.call("discovery_record", &new).ok(), made, "{kind}");
        expected.push(kind);
        assert_eq!(contents(&ada, &id), expected, "{kind}");
    }
}
