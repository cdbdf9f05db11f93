//! Expletive "it", and similar sentences in which it refers to something.

use crate::entity::harness::tracked;
use crate::entity::sentences::{TRACKED, check};

const NOTHING: &str = "\
what time is it? | -
what day is it today? | -
what year is it | -
how late is it? | -
how is it going? | -
how's it going? | -
it will rain | -
it might snow tomorrow | -
it's going to rain | -
it always rains here | -
it was cold | -
it was so hot yesterday | -
it is chilly | -
it is late | -
it is getting late | -
it's getting dark | -
it got late | -
it has been a long day | -
it's been ages | -
it seems | -
it seems so | -
it appears so | -
it turns out that | -
it turned out that the post was wrong | b-1
it depends | -
it really depends | -
it figures | -
it hurts | -
it's fine | -
it's ok, thanks | -
it's alright | -
it's no problem | -
it's not a big deal | -
it is a pity | -
it is my turn | -
it was my fault | -
it could be worse | -
it is what it is | -
it goes without saying | -
it was great meeting you | -
it is worth asking | -
I take it you agree | -
I take it nobody objects | -
I take it the post is done | b-1
make it so | -
make it so that the page is blue | p-1?
make it so everybody can read the post | b-1
I made it to the office | -
";

#[test]
fn an_it_without_a_thing_refers_to_nothing() {
    check(&tracked(&TRACKED), NOTHING);
}

const SOMETHING: &str = "\
is it done? | sec-1
open it | sec-1
how does it look? | sec-1
how is it now? | sec-1
how big is it? | sec-1
what is it called? | sec-1
what colour is it? | sec-1
which page is it on? | sec-1
it is too long, shorten it | sec-1
it's fine, publish it | sec-1
is it right? | sec-1
it's good | sec-1
it is good enough | sec-1
it was published yesterday | sec-1
it just works | sec-1
it is a mess | sec-1
it seems broken | sec-1
it feels too heavy | sec-1
it is too dark | sec-1
it is cold and empty | sec-1
it turns red when I click | sec-1
it takes too much room | sec-1
take it down | sec-1
take it to the top | sec-1
make it warmer | sec-1
make it so big that it fills the screen | sec-1
I will fix it | sec-1
who made it? | sec-1
we need it by Friday | sec-1
";

#[test]
fn an_it_of_a_thing_still_refers_to_it() {
    check(&tracked(&TRACKED), SOMETHING);
}
