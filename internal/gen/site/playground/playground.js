// The page "Playground", which lints a small tree in the browser.
import { createEditor, worst } from "./editor.js";
import { createEngine } from "./engine.js";
import { examples } from "./examples.js";
import { element, showClients, showFindings, visible } from "./results.js";
import { decode, encode } from "./share.js";

const $ = (id) => document.getElementById(id);
const maxUndo = 50;

let files = []; // {path, text}
let active = 0;
let version = 0; // version of the tree, to discard results of earlier ones
const nothing = { findings: [], notices: [], skills: [], more: 0 };
let shown = { version: -1, result: nothing };
let choices = { dialects: [], clients: [] };
let timer;
let failed = false; // the last run
const undo = [];

const say = (text, failed = false) => {
  $("state").textContent = text;
  $("state").classList.toggle("failed", failed);
};

// Results

const isCurrent = () => shown.version === version;

const go = (at) => {
  const i = files.findIndex((f) => f.path === at.path);
  if (i < 0) return;
  open(i);
  if (isCurrent()) editor.select(at.start, at.end);
};

const canApply = (fix) => fix.edits.every((e) => files.some((f) => f.path === e.at.path));

const apply = (fix) => {
  if (!isCurrent()) return;
  remember();
  for (const edit of [...fix.edits].sort((a, b) => b.at.start - a.at.start)) {
    const file = files.find((f) => f.path === edit.at.path);
    file.text = file.text.slice(0, edit.at.start) + edit.text + file.text.slice(edit.at.end);
  }
  open(Math.max(0, files.findIndex((f) => f.path === fix.edits[0].at.path)));
  changed(`Applied: ${fix.title}.`);
  $("undo").focus(); // the list with the button was replaced
};

const inFile = (path) => shown.result.findings.filter((f) => f.at.path === path);

const marks = () => (isCurrent() && files[active] ? inFile(files[active].path).map((f) => ({ start: f.at.start, end: f.at.end, severity: f.severity })) : []);

const engine = createEngine({
  onReady(found) {
    if (choices.clients.length > 0) return; // restarted; the text that stopped it is not linted until it changes
    choices = found;
    fill($("dialect"), found.dialects);
    fill($("target"), [{ id: "*", title: "all measured clients" }, ...found.clients]);
    if (!$("state").classList.contains("failed")) say("Ready. The linter runs in this page; nothing is uploaded.");
    if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {}); // offline use is optional
    lint();
  },
  onResult(request, result) {
    const fixed = Object.entries(result.fixed);
    if (request.version !== version) return;
    if (failed) say("Linted again.");
    failed = false;
    if (request.fix && fixed.length > 0) {
      remember();
      for (const [path, text] of fixed) files.find((f) => f.path === path).text = text;
      version++;
      say("Applied the safe fixes.");
    } else if (request.fix) {
      say("No safe fix can be applied without causing other findings.");
    }
    shown = { version, result };
    draw();
    if (request.fix && fixed.length > 0) $("undo").focus();
  },
  onError(text) {
    failed = true;
    shown = { version: -1, result: nothing };
    draw();
    $("summary").textContent = "Not linted";
    say(text, true);
  },
});

const lint = (fix = false) => {
  const target = $("target").value;
  const targets = target === "*" ? choices.clients.map((c) => c.id) : target === "" ? [] : [target];
  engine.lint({ version, files: files.map((f) => ({ ...f })), dialect: $("dialect").value, targets, fix });
};

const draw = () => {
  showFindings(shown.result, { go, apply, canApply });
  showClients(shown.result, choices.clients, go);
  $("fix-all").hidden = !shown.result.findings.some((f) => f.fixes.some((fix) => fix.safe && canApply(fix)));
  drawFiles();
};

// Files

const remember = () => {
  undo.push(files.map((f) => ({ ...f })));
  if (undo.length > maxUndo) undo.shift();
};

// changed lints after a change.
const changed = (text = "") => {
  version++;
  if (text) say(text);
  drawFiles();
  clearTimeout(timer);
  timer = setTimeout(lint, 150);
};

// label returns the shortest unique end of a path.
const label = (path) => {
  const parts = path.split("/");
  for (let n = 1; n < parts.length; n++) {
    const end = parts.slice(-n).join("/");
    if (files.every((f) => f.path === path || (f.path !== end && !f.path.endsWith(`/${end}`)))) return end;
  }
  return path;
};

const drawFiles = () => {
  $("undo").hidden = undo.length === 0;
  $("rename").disabled = $("delete").disabled = files.length === 0;
  $("tabs").replaceChildren(...files.map((f, i) => {
    const tab = element("button", "", visible(label(f.path)));
    tab.type = "button";
    tab.title = visible(f.path);
    tab.role = "tab";
    tab.id = `tab-${i}`;
    tab.setAttribute("aria-selected", String(i === active));
    tab.setAttribute("aria-controls", "editor");
    tab.tabIndex = i === active ? 0 : -1;
    tab.addEventListener("click", () => open(i, true));
    const own = inFile(f.path);
    if (own.length > 0) tab.append(element("span", `count ${worst(own)}`, String(own.length)));
    return tab;
  }));
  const file = files[active];
  $("text").disabled = !file;
  if (file) $("editor").setAttribute("aria-labelledby", `tab-${active}`);
  $("text").setAttribute("aria-label", file ? `Content of ${visible(file.path)}` : "No file");
  editor.show(file?.text ?? "", marks());
};

const open = (i, focus = false) => {
  active = Math.min(Math.max(i, 0), Math.max(files.length - 1, 0));
  drawFiles();
  if (focus) $(`tab-${active}`)?.focus();
};

const editor = createEditor($("editor"), $("lines"), $("text"), (text) => {
  if (!files[active]) return;
  files[active].text = text;
  version++;
  clearTimeout(timer);
  timer = setTimeout(lint, 250);
});

// show replaces the tree. Text areas have no carriage returns, so the text has none either.
const show = (tree) => {
  files = tree.files.map(({ path, text }) => ({ path, text: text.replaceAll(/\r\n?/g, "\n") }));
  undo.length = 0;
  open(0);
  changed();
};

$("tabs").addEventListener("keydown", (event) => {
  const to = { ArrowLeft: active - 1, ArrowRight: active + 1, Home: 0, End: files.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  open((to + files.length) % files.length, true);
});

// The form for the path of a new or renamed file

let naming; // "add" or "rename"; undefined: hidden

const name = (what) => {
  naming = what;
  $("path-form").hidden = !what;
  $("path-error").textContent = "";
  if (!what) return;
  const path = files[active]?.path ?? "";
  $("path").value = what === "rename" ? path : path.slice(0, path.lastIndexOf("/") + 1);
  $("path-save").textContent = what === "add" ? "Add" : "Rename";
  $("path").focus();
};

const wrongPath = (path) => {
  const parts = path.split("/");
  if (parts.some((p) => p === "" || p === "." || p === "..")) return "Use a relative path without empty parts, \".\" and \"..\".";
  const others = files.filter((_, i) => naming === "add" || i !== active);
  if (others.some((f) => f.path === path)) return "A file with this path exists.";
  if (others.some((f) => f.path.startsWith(`${path}/`) || path.startsWith(`${f.path}/`))) return "A path cannot be a file and a directory.";
  return "";
};

$("path-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const path = $("path").value.trim();
  const wrong = wrongPath(path);
  $("path-error").textContent = wrong;
  if (wrong) {
    $("path").focus();
    return;
  }
  remember();
  if (naming === "rename") {
    files[active].path = path;
  } else {
    files.push({ path, text: "" });
    active = files.length - 1;
  }
  name();
  changed();
  $("text").focus();
});

$("path-form").addEventListener("keydown", (event) => {
  if (event.key === "Escape") name();
});
$("path-cancel").addEventListener("click", () => name());
$("add").addEventListener("click", () => name("add"));
$("rename").addEventListener("click", () => name("rename"));
$("delete").addEventListener("click", () => {
  remember();
  const [gone] = files.splice(active, 1);
  open(active);
  changed(`Deleted ${visible(gone.path)}.`);
});
$("undo").addEventListener("click", () => {
  files = undo.pop();
  open(active);
  changed("Undone.");
  if ($("undo").hidden) $(`tab-${active}`)?.focus();
});
$("fix-all").addEventListener("click", () => {
  if (isCurrent()) lint(true);
});

// Selections, examples and links

const fill = (select, list) => {
  const wanted = select.dataset.wanted ?? select.value;
  select.append(...list.filter(({ id }) => ![...select.options].some((o) => o.value === id)).map(({ id, title }) => new Option(title, id)));
  select.value = wanted;
  if (select.selectedIndex < 0) select.selectedIndex = 0;
};

$("dialect").addEventListener("change", () => changed());
$("target").addEventListener("change", () => changed());

$("example").append(...examples.map((e, i) => new Option(e.title, String(i))));
$("example").addEventListener("change", () => {
  $("dialect").value = $("target").value = "";
  history.replaceState(null, "", location.pathname);
  show(examples[$("example").value]);
});

$("share").addEventListener("click", async () => {
  const fragment = await encode({ files, dialect: $("dialect").value, target: $("target").value });
  history.replaceState(null, "", `#${fragment}`);
  try {
    await navigator.clipboard.writeText(location.href);
    say("Copied a link with these files to the clipboard.");
  } catch {
    say("The address of this page now contains these files; copy it.");
  }
});

const openLink = async () => {
  if (location.hash.length < 2) return false;
  try {
    const tree = await decode(location.hash.slice(1));
    $("dialect").dataset.wanted = tree.dialect;
    $("target").dataset.wanted = tree.target;
    fill($("dialect"), choices.dialects);
    fill($("target"), choices.clients);
    $("example").prepend(new Option("from the link", "", true, true));
    show(tree);
    return true;
  } catch {
    say("The link cannot be read: it is incomplete or from another version of the page.", true);
    return false;
  }
};

addEventListener("hashchange", openLink);
if (!(await openLink())) show(examples[0]);
