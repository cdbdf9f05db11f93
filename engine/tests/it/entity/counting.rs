//! Selection among several entities, and the effect of "what" and "any" before a reference.

use engine::entity::{Entities, Entity};

use crate::entity::harness::tracked;
use crate::entity::sentences::{TRACKED, check};

/// "what", "any" and "some" refer to existing things; "a" and "which" do not.
const THERE: &str = "\
what about that section? | sec-1
what about the section? | sec-1
any news about that section? | sec-1
what do you think about that section? | sec-1
and what about this section? | sec-1
do you have any idea about this section? | sec-1
no idea what that post is about | b-1
I have another question about that post | b-1
a new section for that post | b-1
what does the post say? | b-1
which title does the post have? | b-1
what do the images show? | i-1 i-2
which of the images should I keep? | i-1 i-2
some of the pages are broken | p-1 p-2 p-3
any of those images will do | i-1 i-2
any ideas for a new page? | -
which image is best? | -
create some new pages | -
";

#[test]
fn questions_about_a_thing_refer_to_it() {
    check(&tracked(&TRACKED), THERE);
}

/// Three pages, two images, one of the rest.
const ORDER: &str = "\
the first page | p-1
the very first page | p-1
open the 1st page | p-1
the second page | p-2
the third page | p-3
the fourth page | -
the 12th page | -
the last page | p-1
the latest page | p-1
the previous page | p-2
the earlier page | p-2
the oldest page | p-3
the penultimate page | p-2
the second to last page | p-2
the second newest page | p-2
the third to last page | p-3
the first image | i-1
the second image | i-2
the previous section | -
the second section | -
second image | i-2
the first of the pages | p-1
the last of the images | i-1
the second of those pages | p-2
the first two pages | p-1 p-2
the last two pages | p-1 p-2
the two oldest pages | p-2 p-3
both of the images | i-1 i-2
the second or the third page | p-2
the last one | sec-1
the second one | p-1
";

#[test]
fn places_are_counted_from_the_newest() {
    check(&tracked(&TRACKED), ORDER);
}

/// The images `i-1`, `i-2`, `i-3` were shown together, after others.
const SHOWN: &str = "\
the first image | i-1
the second image | i-2
the last image | i-3
the fourth image | -
the first one | i-1
the second one | i-2
the last one | i-3
the first two images | i-1 i-2
the last two images | i-2 i-3
the previous image | i-4
the oldest image | i-4
the first page | p-1
";

#[test]
fn what_was_shown_together_is_counted_as_it_was_shown() {
    let image = |n: u32| Entity::new("image", format!("i-{n}"), format!("{n}.jpg"));
    let mut entities = Entities::default();
    for one in [Entity::new("page", "p-1", "About"), image(4)] {
        entities.observe(&[one], 10);
    }
    entities.observe(&[image(3), image(2), image(1)], 10);
    check(&entities, SHOWN);
}
