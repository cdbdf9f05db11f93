//! Names after a reference, which select among several entities.

use engine::entity::Rules;

use crate::entity::harness::tracked;
use crate::entity::sentences::{TRACKED, check};

/// Pages of the design, most recent first.
const PAGES: [&str; 6] = [
    "page page-123 About Us",
    "page page-456 Contact",
    "page page-789 Home",
    "section p2 Footer",
    "page pa Terms",
    "page 7 Imprint",
];

/// The name or id follows the noun.
const BEHIND: &str = "\
Delete the page Contact | page-456
DELETE THE PAGE CONTACT | page-456
Delete the page contact | page-456
Delete the page contact now | page-456
Update the page called Contact | page-456
Update the page named home, please | page-789
Rename the page titled “Home” to Start | page-789
Open the page \"Home\" | page-789
Open the page: \"Home\" | page-789
Delete that page (page-789) | page-789
Delete that page (Contact) | page-456
Delete that page (\"Contact\") now | page-456
Delete it (page-789) | page-789
Delete that page, the Contact one | page-456
Delete that page, the contact one. | page-456
Delete that page, the Home one, now | page-789
Delete that page, page-789 | page-789
Delete that page page-789 | page-789
Delete the page page-456 | page-456
Delete that page-789 page | page-789
Delete the page with the id page-789 | page-789
Delete the page with id pa | pa
Open the last page (Home) | page-789
Before you publish it, rename the page Contact | page-456
Open the page Contact's menu | page-456
page pa | pa
page 7 | 7
the page #7 | 7
section p2 | p2
delete pa | pa
delete pa today | -
delete p2 | p2
IT | page-123
IT! | page-123
";

#[test]
fn a_name_behind_a_noun_says_which_is_meant() {
    check(&tracked(&PAGES), BEHIND);
}

/// Words after a reference that are not its name.
const BESIDE: &str = "\
Delete that page | page-123?
Delete the page. Contact support. | page-123?
Delete the page. \"Contact\" stays. | page-123?
Delete that page, Contact support about it | page-123?
Delete that page, the Home page stays | page-123?
Delete that page, page-789 stays | page-123?
Delete that page (the Home page stays) | page-123?
Delete that page (not page-789) | page-123?
Delete that page, not the Contact one | page-123?
Delete the page contact form | page-123?
Swap that page with the Home page | page-123?
Move that page to Home | page-123?
Rename the page to Contact | page-123?
Copy that page under page-789 | page-123?
Add it to the page Contact | page-123
Set its title (Contact) | page-123
Delete that page (p2) | page-123?
Link that section to the page Home | p2
Ask IT to help | -
";

#[test]
fn what_else_stands_behind_a_reference_leaves_it_alone() {
    check(&tracked(&PAGES), BESIDE);
    let twins = tracked(&["section s Home", "page a Home", "page b Home"]);
    let found = twins.resolve("the page (Home)", &Rules::default());
    let choices: Vec<&str> = found.choices.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(choices, ["a", "b"], "of one name, those of the type");
    check(
        &tracked(&TRACKED),
        "Replace that image with lake.jpg | i-1?\n",
    );
}

#[test]
fn a_page_marks_no_reference_that_is_named() {
    let entities = tracked(&PAGES);
    for (text, marked) in [("Delete the page Contact", 0), ("Delete that page", 1)] {
        let marks = entities.mentions(text, &Rules::default());
        assert_eq!(marks.len(), marked, "{text}: {marks:?}");
    }
}

/// Files.
const FILES: [&str; 4] = [
    "media m-1 logo.svg",
    "media m-2 Team photo.jpeg",
    "media m-3 page.png",
    "page p-1 Version 2.0 of the site",
];

#[test]
fn a_file_is_called_by_its_name_without_the_extension() {
    let sentences = "\
Make the logo bigger | m-1
Replace our logo | m-1
Das Logo bitte ändern | m-1
Cambia el logo | m-1
Change le logo | m-1
Ein Logo wäre gut | -
Put that logo at the top | m-1
Crop the team photo | m-2
Delete the page | p-1
A logo would help | -
Delete the logotype | -
";
    check(&tracked(&FILES), sentences);
    let twins = tracked(&["media a logo.svg", "media b logo.png"]);
    let found = twins.resolve("Make the logo bigger", &Rules::default());
    assert!(found.ambiguous, "{found:?}");
    let choices: Vec<&str> = found.choices.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(choices, ["a", "b"]);
}

/// Names in other scripts, and in other Unicode forms.
const SCRIPTS: [&str; 4] = [
    "page street Straße",
    "page cafe Café",
    "page gift दान",
    "page day दिन",
];

#[test]
fn a_name_is_the_same_in_every_form_of_its_letters() {
    let sentences = "\
Open the page STRASSE | street
Open the page Cafe\u{301} | cafe
Open the page cafe | cafe
Open the page दान | gift
Open the page दिन | day
";
    check(&tracked(&SCRIPTS), sentences);
}
