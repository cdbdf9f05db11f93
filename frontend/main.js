// @ts-check
// Entry point of the browser: installs what pages do beyond links and forms.
import * as documents from "./document.js";
import * as page from "./page.js";
import * as forms from "./forms.js";
import * as drafts from "./drafts.js";
import * as base from "./base.js";
import * as feed from "./feed.js";
import * as seek from "./seek.js";
import * as hold from "./hold.js";
import * as keys from "./keys.js";
import * as times from "./times.js";
import * as copy from "./copy.js";
import * as choices from "./choices.js";
import * as dialogs from "./dialogs.js";
import "./pages/graph.js";
import "./pages/import.js";
import "./pages/inbox.js";
import "./pages/workflow.js";
import "./pages/conversation.js";
import "./pages/scratchpad.js";
import "./pages/docs.js";

for (const part of [documents, page, hold, base, drafts, forms, seek, times, keys, copy, choices, dialogs, feed]) part.start();
// Tests and scripts wait for this attribute before they press anything.
document.documentElement.setAttribute("data-hydrated", "");
