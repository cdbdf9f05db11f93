//! Soak test: a team works through kills and faults. Acknowledged work stays done, exactly once, and at the end the
//! folder is valid and every workflow kept its rules.
//!
//! Takes a few seconds unless `LOCI_SOAK_SECONDS` is set; `cargo xtask soak` runs it for ten minutes.

mod clients;
mod faults;
mod ledger;
mod rules;
mod ward;

use std::time::{Duration, Instant};

use ledger::Ledger;
use ward::Ward;

/// Default duration, in seconds.
const SECONDS: u64 = 15;

#[test]
fn a_team_works_through_kills_and_faults() {
    let seconds = std::env::var("LOCI_SOAK_SECONDS");
    let seconds = seconds.ok().and_then(|text| text.parse().ok());
    let work = Duration::from_secs(seconds.unwrap_or(SECONDS));
    let (ward, ledger) = (Ward::open(), Ledger::default());
    std::thread::scope(|scope| {
        let (ward, ledger) = (&ward, &ledger);
        for (name, client) in clients::ALL {
            scope.spawn(move || {
                let caller = ward.caller(name);
                for round in 0.. {
                    if ward.is_over() {
                        break;
                    }
                    client(&caller, ledger, round);
                }
            });
        }
        let ends = Instant::now() + work;
        for fault in faults::ALL.iter().cycle() {
            // Every fault occurs at least once, even in a short run.
            let met = ward.faults();
            if met >= faults::ALL.len() && Instant::now() > ends {
                break;
            }
            ward.work_on(met);
            fault(ward);
            ward.survived();
        }
        ward.end();
    });
    ward.check();
    let eye = ward.caller("eye");
    ledger.compare(&eye);
    rules::hold(&eye, &ledger);
    println!("{ledger}, {} faults", ward.faults());
}
