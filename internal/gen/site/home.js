// The example of the front page. The linter is loaded when the text is edited for the first time.
import { createEditor } from "./playground/editor.js";
import { showFindings } from "./playground/results.js";

const $ = (id) => document.getElementById(id);
const { files: initial, result: first } = JSON.parse($("home").dataset.demo);
const files = initial.map(([path, text]) => ({ path, text }));
let result = first, isCurrent = true, engine, timer, version = 0;

const say = (text) => { $("summary").textContent = text; };

const marks = () => (isCurrent ? result.findings.filter((f) => f.at.path === files[0].path).map((f) => ({ start: f.at.start, end: f.at.end, severity: f.severity })) : []);

const go = (at) => {
  if (isCurrent && at.path === files[0].path) editor.select(at.start, at.end);
};

const apply = (fix) => {
  if (!isCurrent) return;
  for (const edit of [...fix.edits].sort((a, b) => b.at.start - a.at.start)) {
    files[0].text = files[0].text.slice(0, edit.at.start) + edit.text + files[0].text.slice(edit.at.end);
  }
  isCurrent = false;
  editor.show(files[0].text, []);
  $("text").focus();
  lint();
};

const show = () => {
  showFindings(result, { go, apply, canApply: (fix) => fix.edits.every((e) => e.at.path === files[0].path) });
  editor.show(files[0].text, marks());
};

// lint lints the text after a pause. Results of earlier texts are not shown.
const lint = () => {
  version++;
  clearTimeout(timer);
  timer = setTimeout(async () => {
    if (!engine) {
      say("Loading the linter …");
      const { createEngine } = await import("./playground/engine.js");
      engine = createEngine({
        onReady() {},
        onResult(request, found) {
          if (request.version < version) return;
          result = found;
          isCurrent = true;
          show();
        },
        onError: say,
      });
    }
    engine.lint({ files: files.map((f) => ({ ...f })), dialect: "", targets: [], fix: false, version });
  }, 150);
};

const editor = createEditor($("editor"), $("lines"), $("text"), (text) => {
  files[0].text = text;
  isCurrent = false;
  lint();
});

$("notices").hidden = false;
show();
