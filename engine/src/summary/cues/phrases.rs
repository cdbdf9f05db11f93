//! Phrases that tell the function of a sentence: English and German, and the most common ones of French and Spanish.

use super::Cue;

/// Phrases, separated by `|`, with their function; a phrase may have several.
pub(super) const PHRASES: [(Cue, &str); 42] = [
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
         wir benutzen|benutzen wir|gebucht|reserviert|storniert|zuständig|verantwortlich|übernimmt|kümmert|ursache|lösung|zugesagt|\
         versprochen|ziel|leitet|entschied|abgemacht|décidé|choisi|confirmé|réservé|responsable|decidido|elegido|\
         confirmado|reservado|acordado|cancelado|cancelada|anulado|annulé|annulée|usamos|utilizamos|nous utilisons|on utilise",
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
         takes over|amended|supersedes|overrides|after all|back to|moving|changing|slips|slipped|delayed|becomes|\
         from now on|changed to|decided against|has left",
    ),
    (
        Cue::Changes,
        "stattdessen|statt|anstatt|doch|geändert|ändert|ändern|änderung|verschoben|verschieben|verlegt|korrektur|\
         nicht mehr|jetzt|nun|umentschieden|ersetzt|ersetzen|neu|neue|neuer|neues|neuen|erhöht|gesenkt|umgebucht|\
         gewechselt|wechseln|nun doch|lieber|falsch|verlängert|umbenannt|finalement|plutôt|au lieu|désormais|\
         maintenant|remplacé|changé|changeons|passons|correction|augmenté|réduit|en lugar|ahora|mejor|ya no|cambiado|\
         cambio|cambiamos|corrección|aumentado|reducido",
    ),
    (
        Cue::Contrasts,
        "instead of|rather than|no longer|replaced|replace|replaces|replacing|in place of|not anymore|scratch|forget|\
         moved from|from|away from|takes over|took over|dropping|decided against|has left|statt|anstatt|anstelle|nicht mehr|ersetzt|von|\
         sondern|wechseln|au lieu|passons de|changeons|en lugar|ya no|cambiamos",
    ),
    (
        Cue::Wants,
        "prefer|prefers|preference|preferred|like|likes|love|loves|hate|hates|dislike|dislikes|want|wants|wanted|need|\
         needs|allergic|allergy|vegetarian|vegan|favourite|favorite|plan|plans|planning|important|remember|note that|\
         keep in mind|wish|would like|interested|intolerant|can't stand|aisle seat|window seat|travelling|traveling",
    ),
    (
        Cue::Wants,
        "bevorzuge|bevorzugt|bevorzugen|lieber|mag|möchte|möchten|ich will|will ich|er will|sie will|wollen|hasse|allergisch|allergie|vegetarisch|\
         vegetarierin|vegetarier|wichtig|merken|merk|denk daran|planen|plane|wünsche|wünscht|vorliebe|préfère|veux|\
         allergique|prefiero|prefiere|quiero|alérgico|alérgica",
    ),
    (
        Cue::States,
        "is|are|has|have|my name|i'm|i am|called|named|our|runs on|running on|lives|located|stored|version|account|\
         ticket|order|customer|phone|live|lives|work|works|study|studies|will be|going to be|email|address|serial|reference|number|port|host|server|password|branch|contact|\
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
        "anything else|anything more|how can i|i help|how are you|does that|is that all|\
         noch etwas|ist das alles|wie geht|ich helfen|passt das|makes sense|ok with you",
    ),
    (
        Cue::Leave,
        "may i|may we|can i|can we|could i|could we|should i|should we|shall i|shall we|want me to|like me to|ok if|\
         okay if|fine if|alright if|ok to|okay to|fine to|i allowed to|we allowed to|mind if|want us to|like us to",
    ),
    (
        Cue::Leave,
        "darf ich|dürfen wir|soll ich|sollen wir|kann ich|können wir|ok wenn|okay wenn|recht wenn|puis je|pouvons nous|\
         dois je|devons nous|je peux|puedo|podemos|debo|debería|deberíamos",
    ),
    (
        Cue::Stalls,
        "let me|one moment|one sec|one second|one minute|a moment|\
         a second|a sec|a minute|hang on|hold on|bear with me|good question|great question|thinking|take your time|\
         i'll check|i'll look|i will check|i will look|looking into it|checking|no rush|brb|good morning|good evening|good afternoon",
    ),
    (
        Cue::Stalls,
        "guten morgen|guten tag|guten abend|einen moment|moment bitte|lass mich|lassen sie mich|mal sehen|mal überlegen|gute frage|augenblick|ich schaue|\
         ich prüfe|sekunde|un moment|un instant|voyons|bonne question|laisse moi|un momento|a ver|buena pregunta|\
         déjame|un segundo",
    ),
    (
        Cue::Forbids,
        "do not|don't|dont|never|must not|mustn't|may not|cannot|can not|can't|should not|shouldn't|not allowed|\
         not permitted|forbidden|prohibited|banned|off limits|hands off|avoid|stay away|keep out|leave alone|no longer|\
         nobody|no one|not to|won't|will not|stop|untouched|refrain|not anymore",
    ),
    (
        Cue::Forbids,
        "nicht|nie|niemals|kein|keine|keinen|keinem|keiner|keinerlei|verboten|untersagt|finger weg|vermeide|vermeiden|\
         ohne|tabu|pas|jamais|interdit|aucun|aucune|évite|éviter|nunca|prohibido|ningún|ninguna|evita|evitar",
    ),
    (
        Cue::Permits,
        "may|can|could|allowed|permitted|is fine|are fine|is ok|are ok|is okay|are okay|ok to|okay to|fine to|feel free|\
         free to|lifted|welcome to|go ahead|darfst|darf|dürfen|dürft|kannst|können|könnt|erlaubt|\
         in ordnung|pouvez|peux|peut|autorisé|permis|puedes|puede|pueden|permitido",
    ),
    (
        Cue::Waives,
        "don't need|do not need|doesn't need|need not|needn't|don't have to|do not have to|doesn't have to|no need|\
         not necessary|not required|not needed|unnecessary|optional|nicht nötig|nicht notwendig|musst nicht|\
         müssen nicht|muss nicht|brauchst nicht|pas besoin|pas nécessaire|no hace falta|no es necesario",
    ),
    (
        Cue::Talks,
        "i think|i believe|maybe|perhaps|possibly|probably|might|vielleicht|eventuell|ich glaube|könnte|könnten|\
         peut être|quizás",
    ),
    (
        Cue::Revokes,
        "instead|no longer|not anymore|any more|anymore|rather than|changed my mind|from now on|after all|scratch that|\
         forget|switched to|switch to|switching to|replaced|replaces|replacing|decided against|has left|moving from|\
         moved from|on second thought|cancelled|canceled|cancel|called off|correction|is off|ruled out",
    ),
    (
        Cue::Revokes,
        "korrektur|corrección|wechseln|cambiamos|changeons|stattdessen|statt|anstatt|nicht mehr|doch nicht|ab jetzt|ab sofort|storniert|abgesagt|umentschieden|ersetzt|\
         finalement|au lieu|désormais|ne plus|annulé|en lugar|ya no|a partir de ahora|cancelado",
    ),
    (
        Cue::Health,
        "allergic|allergy|allergies|intolerant|intolerance|can't eat|cannot eat|coeliac|celiac|gluten|asthma|diabetic|\
         diabetes|migraine|migraines|pregnant|medication|medicine|tablet|tablets|pills|insulin|prescription|\
         prescribed|diagnosed|diagnosis|surgery|operation on|injury|injured|blood pressure|disease|epilepsy|dyslexia|\
         vegan|vegetarian|wheelchair|hearing aid|mg of|afraid of|phobia|can't have|cannot have",
    ),
    (
        Cue::Health,
        "allergisch|allergie|unverträglichkeit|asthma|diabetes|migräne|schwanger|medikament|medikamente|tabletten|\
         diagnose|operation|blutdruck|krankheit|verträgt kein|angst vor|allergique|enceinte|médicament|maladie|\
         alérgico|alérgica|embarazada|medicamento|enfermedad",
    ),
    (
        Cue::Personal,
        "my|i|i'm|i've|mine|our|we|we're|we've|he has|she has|he is|she is|he takes|she takes|he can|she can",
    ),
    (
        Cue::Personal,
        "ich|mein|meine|meiner|meinem|meinen|wir|unser|unsere|je|j'ai|mon|ma|mes|nous|notre|yo|mi|mis|nosotros|nuestro",
    ),
    (
        Cue::Promises,
        "i'll|i will|we'll|we will|i promise|i promised|promised|promise|i'm going to|told him that i|told her that i|\
         will send|has promised|ich werde|versprochen|verspreche|zugesagt|je vais|promis|voy a|prometo",
    ),
    (
        Cue::Finds,
        "found|turned out|turns out|caused by|the cause|root cause|because of|fails because|failed because|because the|\
         measured|traced|reproduced|discovered|noticed that|the problem is|the problem was|the reason was|the bug|\
         i compared|i looked|i tested|i read|i checked|i ran|\
         went from|booked|reserved|merged|deployed",
    ),
    (
        Cue::Finds,
        "herausgefunden|gefunden|stellte sich heraus|verursacht|ursache|gemessen|das problem ist|das problem war|\
         der grund war|liegt daran|fehlt|trouvé|causé par|le problème est|encontrado|causado por|el problema es",
    ),
    (
        Cue::Reports,
        "was|were|took|had|did|went|came|ran|failed|stopped|war|waren|hatte|wurde|était|fue|estaba",
    ),
    (
        Cue::Generalizes,
        "usually|often|most|many|typically|typical|generally|in general|in practice|for example|such as|imagine|rarely|\
         normally|tends|tend|helps|helpful|common|one approach|approaches|another|if you|when you|you can|you could|\
         you should|you would|you may|you might|you need|you want|consider|there are|sometimes|can be|may be|should be|\
         a good|a great|worth|better than|how about|i would|i'd|let them",
    ),
];
