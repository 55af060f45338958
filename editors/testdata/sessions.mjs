// Runs a session with the language server, and prints its transcript:
//
//   SKILLLINT_NODE=PACKAGES node sessions.mjs SESSION SKILLLINT FOLDER…
import { Client } from "./client.mjs";

const deploy = ".claude/skills/deploy/SKILL.md";
const steps = ".claude/skills/deploy/references/steps.md";
const notes = ".claude/skills/release-notes/SKILL.md";
const shipper = ".claude/agents/shipper.md";
const files = [shipper, deploy, steps, notes];

const [name, program, ...folders] = process.argv.slice(2);
const c = new Client(program, folders);

const sessions = {
  // Files that are closed, open, changed, saved elsewhere, created and deleted.
  async diagnostics() {
    await c.start();
    await c.until(notes, (p) => p.diagnostics.length > 0);
    await c.open(deploy);
    files.forEach((f) => c.diagnostics(f));
    await c.edit(deploy, "Grepp", "Grep");
    c.diagnostics(deploy);
    await c.edit(deploy, "references/step.md", "references/steps.md");
    c.diagnostics(deploy);
    c.write(steps, "# Steps\n\nSee [nothing](nothing.md).\n");
    await c.until(steps, (p) => p.diagnostics.length > 0);
    c.diagnostics(steps);
    c.remove(steps);
    await c.until(deploy, (p) => p.diagnostics.some((d) => d.code === "links/broken"));
    await c.until(steps, (p) => p.diagnostics.length === 0);
    c.diagnostics(deploy);
    c.diagnostics(steps);
    c.print("close without saving");
    c.close(deploy);
    await c.until(deploy, (p) => p.diagnostics.some((d) => d.code === "frontmatter/tool"));
    c.diagnostics(deploy);
  },

  // A change that is not saved, and its effect on another file.
  async unsaved() {
    await c.start();
    await c.until(notes, (p) => p.diagnostics.length > 0);
    await c.open(deploy);
    await c.edit(deploy, "## Limits", "## Limit");
    await c.until(notes, (p) => !p.diagnostics.some((d) => d.code === "links/anchor" && d.message.includes('"#limit"')));
    c.diagnostics(deploy);
    c.diagnostics(notes);
    c.diagnostics(steps);
  },

  async actions() {
    await c.start();
    await c.open(deploy);
    await c.open(notes);
    for (const [file, code] of [[deploy, "frontmatter/tool"], [deploy, "links/broken"], [notes, "links/anchor"], [notes, "links/backslash"]]) {
      c.print(`actions of ${code}`);
      for (const a of await c.actions(file, code)) c.print(`  ${a.kind}${a.isPreferred ? " (preferred)" : ""}: ${a.title}`);
    }
    const titled = async (file, code, title) => (await c.actions(file, code)).find((a) => title.test(a.title));
    await c.take(await titled(deploy, "frontmatter/tool", /Grep/));
    await c.settled(deploy);
    await c.take(await titled(deploy, "links/broken", /steps\.md/));
    await c.settled(deploy);
    c.diagnostics(deploy);
  },

  async fixall() {
    await c.start();
    await c.open(notes);
    const list = await c.actions(notes, "", "source.fixAll");
    for (const a of list) c.print(`${a.kind}: ${a.title}`);
    await c.take(list[0]);
    await c.settled(notes);
    c.diagnostics(notes);
  },

  // A suppression with a reason, in the frontmatter and in the body.
  async suppress() {
    await c.start();
    await c.open(deploy);
    for (const code of ["frontmatter/tool", "links/broken"]) {
      await c.take((await c.actions(deploy, code)).find((a) => /suppress/i.test(a.title)));
      await c.settled(deploy);
    }
    c.diagnostics(deploy);
  },

  async hover() {
    await c.start();
    await c.open(deploy);
    await c.open(notes);
    await c.open(shipper);
    const places = [
      [deploy, "---", 1], [deploy, "name:", 1], [deploy, "description", 3], [deploy, "allowed-tools", 3], [deploy, "Grepp", 1], [deploy, "lisense", 1],
      [deploy, "# Deploy", 3], [deploy, "references/step.md", 3], [deploy, "#limits", 2], [deploy, "{{STAGE}}", 3], [deploy, "${CLAUDE_SKILL_DIR}", 5],
      [notes, "../deploy/SKILL.md#limit)", 5], [shipper, "deploy, release", 2], [shipper, "Read", 1], [deploy, "At most", 2],
    ];
    for (const [file, needle, inside] of places) {
      const at = c.at(file, needle, inside);
      c.print(`hover ${file} ${JSON.stringify(needle)}`);
      const h = await c.request("textDocument/hover", at);
      if (!h) { c.print("  nothing"); continue; }
      c.print(`  ${c.place(at.textDocument.uri, h.range)}`, ...h.contents.value.split("\n").map((l) => `  | ${l}`));
    }
  },

  async completion() {
    await c.start();
    await c.open(deploy);
    await c.open(shipper);
    // Text is inserted in front of a line, and the completion requested at its end.
    const places = [
      [deploy, "lisense", "mod", "a key"], [deploy, "lisense", "model: ", "a value"], [deploy, "lisense", "allowed-tools: Read, Ba", "a tool"],
      [shipper, "---\nShip", "skills: dep", "a skill"], [shipper, "---\nShip", "tools: Read, Agent(", "a subagent"],
      [deploy, "At most", "See [it](ref", "a path"], [deploy, "At most", "See [it](#", "an anchor"],
      [deploy, "At most", "See [it](../release-notes/SKILL.md#", "an anchor of another file"],
      [deploy, "At most", "{{", "a placeholder"], [deploy, "At most", "<!-- skilllint-disable-next-line li", "a rule"],
    ];
    for (const [file, line, text, what] of places) {
      const uri = c.uri(file);
      const saved = c.text(uri);
      await c.edit(file, line, `${text}\n${line}`);
      const at = c.at(file, `${text}\n${line}`, text.length);
      const r = (await c.request("textDocument/completion", { ...at, context: { triggerKind: 1 } })) ?? [];
      const items = r.items ?? r;
      c.print(`  ${what}: ${items.length} items${r.isIncomplete ? ", incomplete" : ""}`);
      for (const i of items.slice(0, 5)) {
        const edit = i.textEdit ? ` replaces ${c.place(uri, i.textEdit.range ?? i.textEdit.replace)} with ${JSON.stringify(i.textEdit.newText)}` : "";
        const about = i.documentation?.value ?? i.documentation;
        c.print(`  - ${i.label}${i.detail ? ` (${i.detail})` : ""}${edit}`);
        if (about) c.print(...about.split("\n").map((l) => `      | ${l}`));
      }
      c.change(uri, [{ range: c.all(file), newText: saved }]);
      await c.settled(file);
    }
  },

  async navigation() {
    await c.start();
    for (const f of files) await c.open(f);
    const places = [
      [deploy, "[the limits](#limits", 14], [deploy, "references/step.md", 3], [deploy, "`release-notes`", 3], [deploy, "{{STAGE}}", 3], [deploy, "## Limits", 4],
      [steps, "../SKILL.md#limits", 14], [shipper, "deploy, release", 2], [deploy, "name: deploy", 8], [notes, "../deploy/SKILL.md#limit)", 5],
    ];
    for (const [file, needle, inside] of places) {
      const at = c.at(file, needle, inside);
      c.print(`${file} ${JSON.stringify(needle)}`);
      c.print(" definition");
      c.locations(await c.request("textDocument/definition", at));
      c.print(" references");
      c.locations(await c.request("textDocument/references", { ...at, context: { includeDeclaration: true } }));
    }
    for (const f of files) {
      c.print(`links of ${f}`);
      for (const l of (await c.request("textDocument/documentLink", { textDocument: { uri: c.uri(f) } })) ?? []) {
        c.print(`  ${c.place(c.uri(f), l.range)} → ${l.target && c.short(l.target)}${l.tooltip ? ` (${l.tooltip})` : ""}`);
      }
    }
  },

  async symbols() {
    await c.start();
    for (const f of files) await c.open(f);
    const tree = (uri, list, indent) => {
      for (const s of list) {
        c.print(`${indent}${s.name}${s.detail ? ` (${s.detail})` : ""}, kind ${s.kind}, ${c.place(uri, s.range)}, selects ${c.place(uri, s.selectionRange)}`);
        tree(uri, s.children ?? [], `${indent}  `);
      }
    };
    for (const f of files) {
      c.print(`symbols of ${f}`);
      tree(c.uri(f), (await c.request("textDocument/documentSymbol", { textDocument: { uri: c.uri(f) } })) ?? [], "  ");
      c.print(`folding of ${f}`);
      for (const r of (await c.request("textDocument/foldingRange", { textDocument: { uri: c.uri(f) } })) ?? []) c.print(`  lines ${r.startLine}-${r.endLine}${r.kind ? ` ${r.kind}` : ""}`);
    }
    for (const query of ["", "dep", "limits"]) {
      c.print(`workspace symbols ${JSON.stringify(query)}`);
      for (const s of (await c.request("workspace/symbol", { query })) ?? []) c.print(`  ${s.name}, kind ${s.kind}${s.containerName ? `, in ${s.containerName}` : ""}, ${c.short(s.location.uri)}`);
    }
  },

  async rename() {
    await c.start();
    await c.open(deploy);
    await c.open(shipper);
    const rename = async (file, needle, inside, newName) => {
      const at = c.at(file, needle, inside);
      c.print(`rename ${JSON.stringify(needle)} in ${file} to ${JSON.stringify(newName)}`);
      try {
        const r = await c.request("textDocument/prepareRename", at);
        c.print(`  ${r ? c.place(at.textDocument.uri, r.range ?? r) : "not here"}`);
        if (r) c.apply(await c.request("textDocument/rename", { ...at, newName }));
      } catch (e) {
        c.print(`  error: ${e.message}`);
      }
    };
    await rename(deploy, "At most", 2, "x");
    await rename(deploy, "name: deploy", 8, "No Name");
    await rename(deploy, "name: deploy", 8, "release-notes");
    await rename(deploy, "## Limits", 4, "The limits of 🚀");
    await c.settled(deploy);
    await rename(deploy, "name: deploy", 8, "ship");
    await c.settled(".claude/skills/ship/SKILL.md").catch(() => c.print("no diagnostics of the new file"));
  },

  async hints() {
    await c.start();
    await c.open(deploy);
    const hints = async () => {
      const list = (await c.request("textDocument/inlayHint", { textDocument: { uri: c.uri(deploy) }, range: c.all(deploy) })) ?? [];
      c.print(`${list.length} hints`);
      for (const h of list) c.print(`  ${h.position.line}:${h.position.character} ${typeof h.label === "string" ? h.label : h.label.map((p) => p.value).join("")}${h.tooltip ? ` (${h.tooltip.value ?? h.tooltip})` : ""}`);
    };
    await hints();
    c.print("enable them");
    c.settings = { inlayHints: true };
    const refreshed = new Promise((resolve) => (c.refreshed = resolve));
    await c.connection.sendNotification("workspace/didChangeConfiguration", { settings: { skilllint: c.settings } });
    await refreshed;
    await hints();
  },

  // A configuration that is written, changed, unsaved, wrong and deleted.
  async configuration() {
    await c.start();
    await c.until(deploy, (p) => p.diagnostics.length > 0);
    const has = (code) => (p) => p.diagnostics.some((d) => d.code === code);
    c.write(".skilllint.yaml", "rules:\n  frontmatter/tool: off\n  links/broken: warning\n");
    await c.until(deploy, (p) => !has("frontmatter/tool")(p));
    c.diagnostics(deploy);
    c.write(".skilllint.yaml", "rules:\n  frontmatter/tooll: off\n");
    await c.until(".skilllint.yaml", (p) => p.diagnostics.length > 0);
    c.diagnostics(".skilllint.yaml");
    await c.open(".skilllint.yaml");
    await c.edit(".skilllint.yaml", "tooll", "tool");
    await c.until(".skilllint.yaml", (p) => p.diagnostics.length === 0);
    c.diagnostics(".skilllint.yaml");
    c.diagnostics(deploy);
    c.close(".skilllint.yaml");
    c.remove(".skilllint.yaml");
    await c.until(deploy, has("frontmatter/tool"));
    c.diagnostics(deploy);
  },

  async folders() {
    await c.start();
    await c.until(deploy, (p) => p.diagnostics.length > 0, 0);
    await c.until(deploy, (p) => p.diagnostics.length > 0, 1);
    c.diagnostics(deploy, 0);
    c.diagnostics(deploy, 1);
    c.print("edit the file in folder 2");
    await c.open(deploy, c.text(c.uri(deploy, 1)).replace("Grepp", "Grep"), 1);
    c.diagnostics(deploy, 0);
    c.diagnostics(deploy, 1);
    c.print("remove folder 2");
    c.connection.sendNotification("workspace/didChangeWorkspaceFolders", { event: { added: [], removed: [{ uri: c.folderURI(1), name: "folder 2" }] } });
    await c.until(deploy, (p) => p.diagnostics.length === 0, 1);
    c.diagnostics(deploy, 0);
    c.diagnostics(deploy, 1);
  },

  // The same position in each encoding. The text before it has a character of 4 bytes in UTF-8.
  async encodings() {
    const line = c.text(c.uri(deploy)).split("\n").find((l) => l.includes("step.md"));
    const before = line.slice(0, line.indexOf("references/step.md"));
    c.print(`UTF-8 ${Buffer.byteLength(before)}, UTF-16 ${before.length}, UTF-32 ${[...before].length}`);
    for (const offered of [undefined, ["utf-16"], ["utf-8", "utf-16"], ["utf-32", "utf-16"], ["utf-16", "utf-8"]]) {
      const session = new Client(program, folders);
      const r = await session.start({ general: { positionEncodings: offered } });
      const p = await session.until(deploy, (p) => p.diagnostics.length > 0);
      const d = p.diagnostics.find((d) => d.code === "links/broken");
      c.print(`${offered ?? "nothing offered"}: ${r.capabilities.positionEncoding}, character ${d.range.start.character}`);
      await session.stop();
    }
    await c.start();
  },

  // Capabilities that a client without any needs, and messages that no server expects.
  async protocol() {
    const r = await c.start();
    c.print(JSON.stringify({ ...r, serverInfo: { name: r.serverInfo.name } }, null, 2));
    for (const [method, params] of [["textDocument/hover", {}], ["textDocument/unknown", {}], ["textDocument/hover", { textDocument: { uri: "untitled:x" }, position: { line: 0, character: 0 } }]]) {
      try {
        c.print(`${method}: ${JSON.stringify(await c.request(method, params))}`);
      } catch (e) {
        c.print(`${method}: error ${e.code}: ${e.message}`);
      }
    }
  },
};

try {
  await sessions[name]();
  await c.stop();
} catch (e) {
  console.log(`session failed: ${e.stack}`);
  c.process.kill();
  process.exitCode = 1;
}
