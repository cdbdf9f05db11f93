//! Entities extracted from tool results.

use engine::entity::{Rule, Rules, extract};
use serde_json::{Value, json};

use crate::entity::harness::{read, shown};

#[test]
#[expect(clippy::too_many_lines, reason = "one table")]
fn answers_of_tools_show_entities() {
    let many: Vec<Value> = (1..=5)
        .map(|n| json!({ "id": format!("img-{n}"), "filename": format!("{n}.jpg") }))
        .collect();
    for (tool, result, expected) in [
        (
            "cms_createPage",
            json!({ "success": true, "page": { "id": "page-123", "title": "About Us", "slug": "about" } }),
            vec!["page page-123 About Us"],
        ),
        (
            "cms_searchImages",
            json!({ "matches": many }),
            vec![
                "image img-1 1.jpg",
                "image img-2 2.jpg",
                "image img-3 3.jpg",
            ],
        ),
        (
            "cms_getSectionContent",
            json!({ "section": { "id": "sec-456", "heading": "Welcome" } }),
            vec!["section sec-456 Welcome"],
        ),
        (
            "cms_listPages",
            json!({ "pages": [{ "id": "p1", "name": "One" }, { "id": "p2", "slug": "two" }] }),
            vec!["page p1 One", "page p2 two"],
        ),
        (
            "cms_listEntries",
            json!({ "entries": [{ "id": 7, "title": "Seven" }] }),
            vec!["entry 7 Seven"],
        ),
        (
            "cms_getCollectionEntry",
            json!({ "entry": { "id": "e1" }, "collection": { "id": "c1", "name": "Team" } }),
            vec!["entry e1 e1"],
        ),
        (
            "list_media",
            json!({ "media": [{ "id": "m1", "filename": "a.mp4" }] }),
            vec!["media m1 a.mp4"],
        ),
        (
            "task-list",
            json!([{ "id": "T1", "title": "Write" }, "no object", { "title": "no id" }]),
            vec!["task T1 Write"],
        ),
        (
            "posts.search",
            json!({ "data": [{ "id": "post-1", "title": "  ", "slug": "first" }] }),
            vec!["post post-1 first"],
        ),
        (
            "getPage",
            json!({ "data": { "page": { "id": "p", "title": "Wrapped" } } }),
            vec!["page p Wrapped"],
        ),
        (
            "getPage",
            json!({ "id": "p", "title": "The answer is the page" }),
            vec!["page p The answer is the page"],
        ),
        (
            "getPage",
            json!("{\"page\":{\"id\":\"p\",\"title\":\"In a text\"}}"),
            vec!["page p In a text"],
        ),
        (
            "getPage",
            json!({ "content": [{ "type": "text", "text": "{\"page\":{\"id\":\"p\",\"title\":\"In parts\"}}" }] }),
            vec!["page p In parts"],
        ),
        (
            "getPage",
            json!({ "content": [], "structuredContent": { "page": { "id": "p", "title": "Structured" } } }),
            vec!["page p Structured"],
        ),
        // Most specific first; the result takes precedence over the name.
        (
            "listPageSections",
            json!({ "sections": [{ "id": "s", "heading": "Hero" }] }),
            vec!["section s Hero"],
        ),
        (
            "addSectionToPage",
            json!({ "page": { "id": "p", "title": "Home" } }),
            vec!["page p Home"],
        ),
        (
            "cms_updateSectionImage",
            json!({ "section": { "id": "sec-456", "heading": "Hero" } }),
            vec!["section sec-456 Hero"],
        ),
        // Results without entities.
        ("getWeather", json!({ "page": { "id": "p" } }), vec![]),
        ("getPage", json!({ "page": { "title": "no id" } }), vec![]),
        ("getPage", json!({ "id": "job-1" }), vec![]),
        (
            "getPage",
            json!({ "success": false, "page": { "id": "p", "title": "x" } }),
            vec![],
        ),
        (
            "getPage",
            json!({ "isError": true, "content": [{ "type": "text", "text": "{}" }] }),
            vec![],
        ),
        ("getPage", json!("not found"), vec![]),
        ("getPage", json!("{broken"), vec![]),
        ("getPage", Value::Null, vec![]),
        ("", json!({ "page": { "id": "p" } }), vec![]),
    ] {
        let extraction = read(tool, &result);
        assert_eq!(shown(&extraction.found), expected, "{tool} {result}");
        assert!(extraction.deleted.is_empty(), "{tool} {result}");
    }
}

#[test]
fn a_name_is_the_first_of_the_fields_that_may_hold_one() {
    let mut resource = json!({
        "id": "p-1", "filename": "f", "heading": "h", "slug": "s", "name": "n", "title": "t",
    });
    for (field, expected) in [
        ("title", "t"),
        ("name", "n"),
        ("slug", "s"),
        ("heading", "h"),
        ("filename", "f"),
        ("", "p-1"),
    ] {
        let found = read("getPage", &json!({ "page": resource })).found;
        assert_eq!(found[0].name, expected);
        resource.as_object_mut().unwrap().remove(field);
    }
}

#[test]
fn answers_of_tools_delete_entities() {
    let gone = |tool: &str, arguments: &Value, result: &Value| -> Vec<String> {
        let extraction = extract(tool, arguments, result, &Rules::default());
        assert!(extraction.found.is_empty(), "{tool} {result}");
        let line = |key: &engine::entity::EntityKey| format!("{} {}", key.kind, key.id);
        extraction.deleted.iter().map(line).collect()
    };
    let none = Value::Null;
    for (tool, arguments, result, expected) in [
        (
            "cms_deletePage",
            &none,
            json!({ "success": true, "page": { "id": "p-1" } }),
            vec!["page p-1"],
        ),
        (
            "cms_deletePage",
            &none,
            json!({ "success": true, "deletedId": "p-1" }),
            vec!["page p-1"],
        ),
        (
            "cms_deletePage",
            &none,
            json!({ "pageId": "p-1" }),
            vec!["page p-1"],
        ),
        (
            "delete_images",
            &none,
            json!({ "deleted_ids": ["i-1", "i-2"] }),
            vec!["image i-1", "image i-2"],
        ),
        (
            "removePost",
            &none,
            json!({ "deleted": [{ "id": 3 }] }),
            vec!["post 3"],
        ),
        (
            "cms_deletePage",
            &json!({ "pageId": "p-1" }),
            json!({ "success": true }),
            vec!["page p-1"],
        ),
        (
            "cms_deletePage",
            &json!({ "id": "p-1" }),
            json!("ok"),
            vec!["page p-1"],
        ),
        (
            "updatePage",
            &none,
            json!({ "deleted": true, "id": "p-1" }),
            vec!["page p-1"],
        ),
        (
            "updatePage",
            &none,
            json!({ "page": { "id": "p-1", "status": "Deleted" } }),
            vec!["page p-1"],
        ),
        (
            "getPage",
            &none,
            json!({ "page": { "id": "p-1", "deletedAt": "2026-01-01" } }),
            vec!["page p-1"],
        ),
        (
            "cms_deletePage",
            &none,
            json!({ "success": false, "page": { "id": "p-1" } }),
            vec![],
        ),
        ("cms_deletePage", &none, json!({ "success": true }), vec![]),
        (
            "removeImageFromPage",
            &none,
            json!({ "removed": 1 }),
            vec![],
        ),
    ] {
        assert_eq!(gone(tool, arguments, &result), expected, "{tool} {result}");
    }
    let unstamped = read(
        "getPage",
        &json!({ "page": { "id": "p-1", "deletedAt": null } }),
    );
    assert_eq!(unstamped.found.len(), 1, "not deleted yet");
}

#[test]
fn arguments_tell_of_a_change_where_the_answer_is_silent() {
    let arguments = json!({ "pageId": "page-123", "title": "About Our Team" });
    let rules = Rules::default();
    let changed = extract(
        "cms_updatePage",
        &arguments,
        &json!({ "success": true }),
        &rules,
    );
    assert_eq!(shown(&changed.found), ["page page-123 About Our Team"]);
    let nameless = json!({ "pageId": "page-123" });
    assert!(extract("cms_updatePage", &nameless, &json!({}), &rules).is_empty());
    for (tool, arguments, expected) in [
        (
            "cms_updatePage",
            json!({ "id": "p-1", "title": "New" }),
            vec!["page p-1 New"],
        ),
        (
            "cms_publishPage",
            json!({ "page_id": "p-1" }),
            vec!["page p-1 p-1"],
        ),
        (
            "cms_publishPage",
            json!({ "id": "p-1" }),
            vec!["page p-1 p-1"],
        ),
        // It may be that of the page.
        (
            "addSectionToPage",
            json!({ "id": "p-1", "title": "Hero" }),
            vec![],
        ),
        ("addSectionToPage", json!({ "pageId": "p-1" }), vec![]),
    ] {
        let changed = extract(tool, &arguments, &json!({ "success": true }), &rules);
        assert_eq!(shown(&changed.found), expected, "{tool} {arguments}");
    }
}

#[test]
fn a_call_that_failed_changes_nothing() {
    let arguments = json!({ "pageId": "p-1", "title": "New" });
    let says = |tool: &str, result: &Value| extract(tool, &arguments, result, &Rules::default());
    for result in [
        json!({ "error": "locked" }),
        json!({ "error": { "code": 423 }, "page": null }),
        json!({ "error": true, "message": "locked" }),
        json!({ "errors": ["locked"], "data": { "page": null } }),
        json!({ "status": "error", "message": "locked" }),
        json!({ "status": "Failed" }),
        json!({ "status": 423, "title": "Locked" }),
        json!({ "isError": true, "content": [{ "type": "text", "text": "locked" }] }),
        json!({ "isError": true, "structuredContent": { "pageId": "p-1" } }),
        json!({ "content": [{ "type": "text", "text": "Error: page is locked" }] }),
        json!("{\"error\":\"locked\"}"),
        json!("Error: page is locked"),
        json!("❌ error deleting the page"),
        json!("[ERROR] page is locked"),
        json!("<tool_use_error>locked</tool_use_error>"),
        json!("ValueError: locked"),
        json!("Failed to delete the page"),
        json!("Could not delete the page"),
    ] {
        for tool in ["cms_deletePage", "cms_updatePage"] {
            assert!(says(tool, &result).is_empty(), "{tool} {result}");
        }
    }
    // The result may show that the deletion failed.
    for result in [
        json!({ "deleted": false }),
        json!({ "id": "p-1", "title": "About", "error": "locked" }),
    ] {
        assert!(says("cms_deletePage", &result).is_empty(), "{result}");
    }
}

#[test]
fn what_only_sounds_like_a_failure_is_none() {
    let page = json!({ "id": "p-1", "title": "Error" });
    for (tool, result, expected) in [
        (
            "getPage",
            json!({ "error": null, "page": page }),
            "page p-1 Error",
        ),
        (
            "getPage",
            json!("{\"error\":null,\"page\":{\"id\":\"p-1\",\"title\":\"Error\"}}"),
            "page p-1 Error",
        ),
        (
            "getPage",
            json!({ "error": "", "errors": [], "page": page }),
            "page p-1 Error",
        ),
        (
            "getPage",
            json!({ "error": {}, "status": 200, "page": page }),
            "page p-1 Error",
        ),
        (
            "getPage",
            json!({ "errors": ["no author"], "data": { "page": page } }),
            "page p-1 Error",
        ),
        (
            "getPage",
            json!({ "success": true, "error": "cached", "page": page }),
            "page p-1 Error",
        ),
        (
            "getTask",
            json!({ "task": { "id": "t", "title": "Build", "status": "failed" } }),
            "task t Build",
        ),
        (
            "getTask",
            json!({ "id": "t", "title": "Build", "status": "failed", "error": "timeout" }),
            "task t Build",
        ),
    ] {
        assert_eq!(shown(&read(tool, &result).found), [expected], "{result}");
    }
    let arguments = json!({ "pageId": "p-1" });
    for result in [
        json!("Page \"Error\" is deleted."),
        json!({ "error": null }),
    ] {
        let gone = extract("cms_deletePage", &arguments, &result, &Rules::default());
        assert_eq!(gone.deleted.len(), 1, "{result}");
    }
}

#[test]
fn a_workspace_may_say_its_own_rules() {
    let rules: Rules = serde_json::from_value(json!([
        { "match": "BlogPost", "type": "article" },
        { "match": "Customer", "type": "person" },
    ]))
    .unwrap();
    rules.check("").unwrap();
    let found =
        |tool: &str, result: &Value| shown(&extract(tool, &Value::Null, result, &rules).found);
    let article = json!({ "article": { "id": "a", "title": "A" } });
    assert_eq!(found("getBlogPosts", &article), ["article a A"]);
    let people = json!({ "people": [{ "id": "c", "name": "Ada" }] });
    assert_eq!(found("list_customers", &people), ["person c Ada"]);
    assert!(found("getPage", &json!({ "page": { "id": "p" } })).is_empty());
    for (wrong, pointer) in [
        (("  ", "page"), "/entity_rules/0/match"),
        (("Page", ""), "/entity_rules/0/type"),
        (("Page", "A page"), "/entity_rules/0/type"),
        (("Page", "x\npages:"), "/entity_rules/0/type"),
    ] {
        let rules = Rules(vec![Rule {
            word: wrong.0.into(),
            kind: wrong.1.into(),
        }]);
        let refused = rules.check("/entity_rules").unwrap_err();
        assert_eq!(refused.extra.fields[0].pointer, pointer);
    }
}

#[test]
fn matches_beside_a_page_are_seen_too() {
    let page = json!({ "id": "p-1", "title": "About" });
    let many: Vec<Value> = (1..=5)
        .map(|n| json!({ "id": n, "name": format!("{n}.jpg") }))
        .collect();
    for (tool, result, expected, total) in [
        (
            "searchImagesOnPage",
            json!({ "page": page, "matches": many }),
            vec![
                "page p-1 About",
                "image 1 1.jpg",
                "image 2 2.jpg",
                "image 3 3.jpg",
            ],
            6,
        ),
        (
            "searchPages",
            json!({ "page": page, "matches": [{ "id": "p-1" }, { "id": "p-2", "title": "Home" }] }),
            vec!["page p-1 About", "page p-2 Home"],
            2,
        ),
        (
            "searchPages",
            json!({ "data": { "page": page, "matches": [{ "id": "p-2", "title": "Home" }] } }),
            vec!["page p-1 About", "page p-2 Home"],
            2,
        ),
        // The page of a list is a number.
        (
            "searchPages",
            json!({ "page": 2, "matches": [{ "id": "p-2", "title": "Home" }] }),
            vec!["page p-2 Home"],
            1,
        ),
    ] {
        let read = read(tool, &result);
        assert_eq!(shown(&read.found), expected, "{tool} {result}");
        assert_eq!(read.total, total, "{tool} {result}");
    }
}

#[test]
fn answers_of_the_wrong_types_say_nothing() {
    let wrong = [
        json!(null),
        json!(true),
        json!(1),
        json!("text"),
        json!([]),
        json!({}),
        json!([[]]),
        json!([{ "id": {} }]),
        json!({ "id": [1] }),
        json!({ "id": null, "name": "x" }),
        json!({ "id": true }),
    ];
    for value in &wrong {
        for result in [
            value.clone(),
            json!({ "page": value }),
            json!({ "pages": value, "matches": value }),
            json!({ "page": value, "data": { "page": value, "matches": value } }),
            json!({ "matches": [value, [value]], "data": [value] }),
        ] {
            let read = read("searchPages", &result);
            assert!(
                read.found.is_empty() && read.total == 0,
                "{result}: {read:?}"
            );
        }
    }
}
