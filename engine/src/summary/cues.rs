//! What a sentence does, told by its words: it binds, decides, sets a date, takes something back, or only keeps
//! the conversation going. English and German, and the commonest words of French and Spanish. Knows no weight.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

/// What a sentence does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cue {
    /// Allows nothing else: must, never, only, at most.
    Binds,
    /// Asks for something less strictly: should, keep, avoid.
    Asks,
    /// Decides: agreed, we use, booked.
    Decides,
    /// Sets a time or an amount: deadline, by, budget.
    Limits,
    /// Says what was otherwise before: now, changed, actually.
    Changes,
    /// Names what is no longer so: instead of, replaced.
    Contrasts,
    /// Wants, likes, plans.
    Wants,
    /// Says what is so: is, has, called.
    States,
    /// Says why.
    Reasons,
    /// Is polite.
    Polite,
    /// Says what the speaker is doing, or nothing at all.
    Talks,
    /// Asks whether to do something, or whether that was all.
    Offers,
}

impl Cue {
    /// Whether its words are also what is spoken of: a budget, a deadline, a meeting.
    const fn names_things(self) -> bool {
        matches!(
            self,
            Self::Limits | Self::States | Self::Wants | Self::Decides
        )
    }
}

const CUES: [(Cue, &str); 23] = [
    (
        Cue::Binds,
        "must|mustn't|never|always|only|solely|exclusively|strictly|exactly|not allowed|not permitted|forbidden|\
         prohibited|banned|at most|at least|no more than|not more than|no later than|no earlier than|nothing but|\
         under no circumstances|no exceptions|nobody|no one|off limits|hands off|required|requires|require|requirement|\
         mandatory|hard limit|hard requirement|non negotiable|constraint|constraints|rule|rules|do not|don't|dont|\
         cannot|may not|can't use|not exceed|exceed|maximum|minimum|up to|limited to|out of scope|off the table|\
         read only|without exception|stick to|stay away|keep out|leave alone|untouched|no way|dealbreaker",
    ),
    (
        Cue::Binds,
        "muss|müssen|musst|müsst|darf|dürfen|darfst|nie|niemals|nur|immer|kein|keine|keinen|keinem|keiner|keinerlei|\
         verboten|nicht erlaubt|auf keinen fall|unbedingt|zwingend|pflicht|vorgabe|vorgaben|bedingung|höchstens|\
         maximal|mindestens|spätestens|ausschließlich|nicht mehr als|tabu|lediglich|genau|bitte nicht|finger weg|\
         niemand|doit|doivent|jamais|seulement|uniquement|toujours|interdit|obligatoire|au plus|au maximum|aucun|\
         aucune|debe|deben|nunca|solo|sólo|solamente|siempre|prohibido|obligatorio|como máximo|ningún|ninguna",
    ),
    (
        Cue::Asks,
        "shall|should|shouldn't|ought|has to|have to|had to|needs to|need to|make sure|ensure|keep|stay|avoid|without|\
         limit|max|min|policy|guideline|convention|careful|be sure|pin|pinned|stays|remain|remains|leave|skip|\
         exclude|include|use|doesn't matter|not matter|support|supports|restricted|compatible|insist|expects|expect|refrain",
    ),
    (
        Cue::Asks,
        "soll|sollte|sollen|sollten|ohne|vermeiden|vermeide|achte|achtet|sicherstellen|bleibt|bleiben|lassen|lass|\
         brauchen|brauche|braucht|benötigen|benötigt|nicht anfassen|beachten|beachte|évite|éviter|sans|faut|sin|\
         evita|evitar|hay que",
    ),
    (
        Cue::Decides,
        "decided|decide|decides|decision|agreed|agree|choose|chose|chosen|confirmed|approved|rejected|settled|\
         going with|go with|went with|gone with|we'll use|we will use|we use|let's use|let's go|picked|pick|goal|\
         promised|promise|cancelled|canceled|cancel|blocked|fixed|signed off|selected|opted|opt for|adopt|booked|\
         reserved|root cause|caused by|cause|culprit|resolved|rolled back|assigned|owns|owner|owned|responsible|\
         on call|in charge|takes over|leads|final|finalised|finalized|verdict|conclusion|refunded|refund|granted|\
         escalated|locked in|we're using|ruled out|dropped|drop|commander",
    ),
    (
        Cue::Decides,
        "entschieden|entscheiden|entscheidung|beschlossen|beschluss|vereinbart|geeinigt|einigen|gewählt|bestätigt|\
         genehmigt|abgelehnt|festgelegt|wir nehmen|nehmen wir|wir nutzen|nutzen wir|wir verwenden|verwenden wir|\
         gebucht|reserviert|storniert|zuständig|verantwortlich|übernimmt|kümmert|ursache|lösung|zugesagt|\
         versprochen|ziel|leitet|entschied|abgemacht|décidé|choisi|confirmé|réservé|responsable|decidido|elegido|\
         confirmado|reservado|acordado",
    ),
    (
        Cue::Limits,
        "deadline|due|budget|by|until|till|before|cutoff|cut off|freeze|expires|expire|launch|release|go live|eod|\
         ship|costs|cost|price|starts|begins|ends|scheduled|appointment|meeting|arrive|arrives|arrival|depart|\
         departs|departure|back by|window|sla|quota|cap|capped|threshold|timeout",
    ),
    (
        Cue::Limits,
        "frist|bis|abgabe|termin|fällig|kostet|kosten|preis|stichtag|beginnt|beginn|endet|ende|start|startet|abfahrt|\
         ankunft|abflug|rückflug|ab dem|budget|date limite|avant|jusqu'au|fecha límite|plazo|antes|hasta",
    ),
    (
        Cue::Changes,
        "actually|instead|rather|changed|changes|change|no longer|correction|scratch that|moved|moves|move|postponed|\
         pushed|shifted|replaced|replace|replaces|replacing|switch|switched|switching|updated|update|revised|now|\
         make it|make that|forget|anymore|any more|on second thought|changed my mind|i meant|bumped|raised|lowered|\
         increased|reduced|goes up|went up|extended|brought forward|rescheduled|renamed|new|wrong|took over|\
         takes over|amended|supersedes|overrides|after all|back to",
    ),
    (
        Cue::Changes,
        "stattdessen|statt|anstatt|doch|geändert|ändert|ändern|änderung|verschoben|verschieben|verlegt|korrektur|\
         nicht mehr|jetzt|nun|umentschieden|ersetzt|ersetzen|neu|neue|neuer|neues|neuen|erhöht|gesenkt|umgebucht|\
         gewechselt|wechseln|nun doch|lieber|falsch|verlängert|umbenannt|finalement|plutôt|au lieu|désormais|\
         maintenant|remplacé|changé|en lugar|ahora|mejor|ya no|cambiado|cambio",
    ),
    (
        Cue::Contrasts,
        "instead of|rather than|no longer|replaced|replace|replaces|replacing|in place of|not anymore|scratch|forget|\
         moved from|from|away from|takes over|took over|dropping|statt|anstatt|anstelle|nicht mehr|ersetzt|von|\
         sondern|au lieu|en lugar|ya no",
    ),
    (
        Cue::Wants,
        "prefer|prefers|preference|preferred|like|likes|love|loves|hate|hates|dislike|dislikes|want|wants|wanted|need|\
         needs|allergic|allergy|vegetarian|vegan|favourite|favorite|plan|plans|planning|important|remember|note that|\
         keep in mind|wish|would like|interested|intolerant|can't stand|aisle seat|window seat|travelling|traveling",
    ),
    (
        Cue::Wants,
        "bevorzuge|bevorzugt|bevorzugen|lieber|mag|möchte|möchten|will|wollen|hasse|allergisch|allergie|vegetarisch|\
         vegetarierin|vegetarier|wichtig|merken|merk|denk daran|planen|plane|wünsche|wünscht|vorliebe|préfère|veux|\
         allergique|prefiero|prefiere|quiero|alérgico|alérgica",
    ),
    (
        Cue::States,
        "is|are|has|have|my name|i'm|i am|called|named|our|runs on|running on|lives|located|stored|version|account|\
         ticket|order|customer|phone|email|address|serial|reference|number|port|host|server|password|branch|contact|\
         affected|affects|tracked|we have|there are|stands|sits|points to",
    ),
    (
        Cue::States,
        "ist|sind|hat|haben|heiße|heißt|mein name|unser|unsere|unserer|liegt|läuft|kunde|kundin|kundennummer|konto|\
         bestellung|nummer|adresse|telefon|wohnt|gibt|betrifft|est|sont|a|s'appelle|es|son|está|tiene|se llama",
    ),
    (
        Cue::Reasons,
        "because|since|due to|reason|so that|weil|denn|deshalb|wegen|damit|parce que|car|porque",
    ),
    (
        Cue::Polite,
        "thanks|thank|hello|hi|hey|ok|okay|sure|great|welcome|bye|nice|cool|perfect|awesome|sorry|yes|no|yep|please|\
         glad|happy|lol|haha|cheers|good morning|morning|weekend|coffee|lunch",
    ),
    (
        Cue::Polite,
        "danke|hallo|gern|gerne|bitte|super|klar|prima|tschüss|toll|schönen|wunderbar|guten morgen|wochenende|kaffee|\
         merci|bonjour|gracias|hola",
    ),
    (
        Cue::Talks,
        "let me|i'll|i will|here is|here's|here are|looking|checking|great question|hope this|feel free|let me know|\
         of course|no problem|no worries|sounds good|makes sense|got it|understood|noted|one moment|will do|\
         happy to|i can|i could|i've|i have|i ran|i did|done|working on it|on it",
    ),
    (
        Cue::Talks,
        "we'll see|i see|i guess|by the way|who knows|right then|whatever|fun fact|guess what|you know|fair enough|\
         never mind|don't worry|don't know|dunno|not sure|can't wait|who cares|only joking|just kidding|me too",
    ),
    (
        Cue::Talks,
        "alles klar|lass mich|ich schaue|schaue mir|einen moment|verstanden|mache ich|gern geschehen|kein problem|\
         melde mich|ich kümmere mich|ich habe|keine sorge|keine ahnung|\
         nur spaß|immer gern|bien sûr|de rien|claro|de nada",
    ),
    (
        Cue::Offers,
        "anything else|anything more|shall i|should i|can i|may i|want me to|how can i|how are you|does that|is that all|\
         soll ich|darf ich|kann ich|noch etwas|ist das alles|wie geht|passt das|makes sense|ok with you",
    ),
    (
        Cue::Talks,
        "i think|i believe|maybe|perhaps|possibly|probably|might|vielleicht|eventuell|ich glaube|könnte|könnten|\
         peut être|quizás",
    ),
];

/// All phrases in one machine, each between spaces, and what each of them is.
struct Table {
    machine: AhoCorasick,
    cues: Vec<Cue>,
    /// The single words among them that say how something is said, and not what about.
    words: BTreeSet<&'static str>,
}

static TABLE: LazyLock<Option<Table>> = LazyLock::new(|| {
    let all = || {
        let each = |(cue, phrases): &'static (Cue, &'static str)| {
            phrases.split('|').map(|phrase| (*cue, phrase))
        };
        CUES.iter().flat_map(each)
    };
    let padded: Vec<String> = all().map(|(_, phrase)| format!(" {phrase} ")).collect();
    Some(Table {
        machine: AhoCorasick::new(padded).ok()?,
        cues: all().map(|(cue, _)| cue).collect(),
        words: all()
            .filter(|(cue, phrase)| !phrase.contains(' ') && !cue.names_things())
            .map(|(_, phrase)| phrase)
            .collect(),
    })
});

/// The cues of a sentence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cues(u16);

impl Cues {
    /// Those of a text.
    pub fn of(text: &str) -> Self {
        let Some(table) = &*TABLE else {
            return Self::default();
        };
        let plain = plain(text);
        let found = table.machine.find_overlapping_iter(&plain);
        let mut cues = found.fold(Self::default(), |cues, found| {
            cues.with(table.cues[found.pattern().as_usize()])
        });
        // "No new packages" forbids; "No, thanks" answers.
        if text
            .split_whitespace()
            .any(|word| word == "no" || word == "No" || word == "NO")
        {
            cues = cues.with(Cue::Binds);
        }
        cues
    }

    const fn with(self, cue: Cue) -> Self {
        Self(self.0 | 1 << cue as u16)
    }

    /// Whether the sentence does that.
    pub const fn has(self, cue: Cue) -> bool {
        self.0 & (1 << cue as u16) != 0
    }
}

/// Whether a word says how something is said, and not what it is about.
pub(super) fn is_cue(word: &str) -> bool {
    TABLE
        .as_ref()
        .is_some_and(|table| table.words.contains(word))
}

/// The words in lower case with one space around each.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len() + 2);
    plain.push(' ');
    for c in text.chars() {
        match c {
            '\'' | '’' => plain.push('\''),
            c if c.is_alphanumeric() => plain.extend(c.to_lowercase()),
            _ if plain.ends_with(' ') => {}
            _ => plain.push(' '),
        }
    }
    if !plain.ends_with(' ') {
        plain.push(' ');
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::{Cue, Cues};

    #[test]
    fn sentences_are_known_by_what_they_do() {
        for (text, cue, has) in [
            ("No new packages, please.", Cue::Binds, true),
            ("No, thanks.", Cue::Binds, false),
            ("Don’t touch main!", Cue::Binds, true),
            ("The adonis blue is a butterfly.", Cue::Binds, false),
            ("Keine neuen Pakete.", Cue::Binds, true),
            ("We agreed on Postgres.", Cue::Decides, true),
            ("Actually, make it Monday.", Cue::Changes, true),
            ("Wir nehmen doch Redis.", Cue::Changes, true),
            ("Thanks a lot!", Cue::Polite, true),
            ("Let me look into it.", Cue::Talks, true),
        ] {
            assert_eq!(Cues::of(text).has(cue), has, "{cue:?}: {text}");
        }
    }
}
