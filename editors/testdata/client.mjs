// A client of the Language Server Protocol, with the libraries that VS Code uses. It keeps documents, applies edits, and
// prints a transcript.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync, mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL, fileURLToPath } from "node:url";

const require = createRequire(path.resolve(process.env.SKILLLINT_NODE, "package.json"));
const protocol = require("vscode-languageserver-protocol/node");

const capabilities = {
  general: { positionEncodings: ["utf-16"] },
  window: { showDocument: { support: true }, workDoneProgress: true },
  workspace: {
    applyEdit: true,
    configuration: true,
    workspaceFolders: true,
    inlayHint: { refreshSupport: true },
    workspaceEdit: { documentChanges: true, resourceOperations: ["create", "rename", "delete"] },
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
    didChangeConfiguration: { dynamicRegistration: true },
  },
  textDocument: {
    publishDiagnostics: { relatedInformation: true, versionSupport: true, codeDescriptionSupport: true, dataSupport: true },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "refactor", "source", "source.fixAll"] } },
      dataSupport: true,
      resolveSupport: { properties: ["edit"] },
    },
    hover: { contentFormat: ["markdown"] },
    completion: { completionItem: { snippetSupport: false, documentationFormat: ["markdown"] } },
    definition: { linkSupport: false },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    foldingRange: { lineFoldingOnly: true },
    rename: { prepareSupport: true },
    inlayHint: {},
    documentLink: { tooltipSupport: true },
  },
};

export class Client {
  documents = new Map(); // URI → { version, text }
  published = new Map(); // URI → the last diagnostics
  waiting = new Set();
  settings = {};

  constructor(program, folders) {
    this.folders = folders;
    this.process = spawn(program, ["lsp"], { cwd: folders[0], stdio: ["pipe", "pipe", "inherit"] });
    this.ended = new Promise((resolve) => this.process.on("close", resolve));
    this.connection = protocol.createProtocolConnection(
      new protocol.StreamMessageReader(this.process.stdout),
      new protocol.StreamMessageWriter(this.process.stdin),
    );
    this.connection.onNotification("textDocument/publishDiagnostics", (p) => {
      this.published.set(p.uri, p);
      this.waiting.forEach((check) => check());
    });
    this.connection.onNotification("window/logMessage", (p) => this.print(`log: ${p.message}`));
    this.connection.onNotification("window/showMessage", (p) => this.print(`message: ${p.message}`));
    this.connection.onRequest("client/registerCapability", () => null);
    this.connection.onRequest("window/workDoneProgress/create", () => null);
    this.connection.onRequest("window/showDocument", (p) => (this.print(`shows ${this.short(p.uri)}`), { success: true }));
    this.connection.onRequest("workspace/configuration", (p) => p.items.map(() => this.settings));
    this.connection.onRequest("workspace/applyEdit", (p) => (this.apply(p.edit), { applied: true }));
    this.connection.onRequest("workspace/inlayHint/refresh", () => (this.refreshed?.(), null));
    this.connection.listen();
  }

  async start(changes = {}, options) {
    const result = await this.connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: this.folderURI(0),
      workspaceFolders: this.folders.map((_, i) => ({ uri: this.folderURI(i), name: `folder ${i + 1}` })),
      capabilities: { ...capabilities, ...changes },
      initializationOptions: options,
    });
    await this.connection.sendNotification("initialized", {});
    return result;
  }

  async stop() {
    await this.connection.sendRequest("shutdown");
    await this.connection.sendNotification("exit");
    this.print(`exit code ${await this.ended}`);
  }

  print(...lines) {
    let text = lines.join("\n");
    this.folders.forEach((folder, i) => {
      text = text.replaceAll(pathToFileURL(folder).href, `folder${i + 1}:`).replaceAll(folder, `folder${i + 1}`);
    });
    console.log(text);
  }

  folderURI(i) { return pathToFileURL(this.folders[i]).href; }
  file(name, folder = 0) { return path.join(this.folders[folder], name); }
  uri(name, folder = 0) { return pathToFileURL(this.file(name, folder)).href; }
  short(uri) {
    const i = this.folders.findIndex((_, i) => uri.startsWith(this.folderURI(i) + "/"));
    if (i < 0) return uri;
    const name = decodeURIComponent(uri.slice(this.folderURI(i).length + 1));
    return this.folders.length > 1 ? `folder${i + 1}/${name}` : name;
  }
  text(uri) {
    const doc = this.documents.get(uri);
    if (doc) return doc.text;
    const file = fileURLToPath(uri.replace(/#.*/, ""));
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  }

  // offset converts a position in UTF-16 units.
  offset(text, position) {
    let at = 0;
    for (let line = 0; line < position.line; line++) {
      const end = text.indexOf("\n", at);
      if (end < 0) return text.length;
      at = end + 1;
    }
    return Math.min(at + position.character, text.length);
  }
  position(uri, offset) {
    const before = this.text(uri).slice(0, offset).split("\n");
    return { line: before.length - 1, character: before.at(-1).length };
  }
  // at returns the position in front of, or with inside > 0 within, the only occurrence of a text.
  at(name, needle, inside = 1) {
    const uri = this.uri(name);
    const offset = this.text(uri).indexOf(needle);
    if (offset < 0) throw new Error(`${name}: no ${needle}`);
    return { textDocument: { uri }, position: this.position(uri, offset + inside) };
  }
  all(name) {
    const uri = this.uri(name);
    return { start: { line: 0, character: 0 }, end: this.position(uri, this.text(uri).length) };
  }
  // place prints a range with its text.
  place(uri, range) {
    const text = this.text(uri);
    const part = text.slice(this.offset(text, range.start), this.offset(text, range.end));
    const shown = part.includes("\n") ? part.slice(0, part.indexOf("\n")) + "…" : part;
    const at = (p) => `${p.line}:${p.character}`;
    return `${at(range.start)}-${at(range.end)} ${JSON.stringify(shown)}`;
  }

  open(name, text, folder = 0) {
    const uri = this.uri(name, folder);
    this.documents.set(uri, { version: 1, text: text ?? this.text(uri) });
    const languageId = name.endsWith(".yaml") ? "yaml" : "markdown";
    this.connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId, version: 1, text: this.text(uri) },
    });
    return this.settled(name, folder);
  }
  close(name) {
    const uri = this.uri(name);
    this.documents.delete(uri);
    return this.connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
  }
  // edit replaces the only occurrence of a text, with a range as an editor sends it.
  edit(name, needle, replacement) {
    const uri = this.uri(name);
    const start = this.text(uri).indexOf(needle);
    if (start < 0) throw new Error(`${name}: no ${needle}`);
    this.print(`edit ${name}: ${JSON.stringify(needle)} → ${JSON.stringify(replacement)}`);
    this.change(uri, [{ range: { start: this.position(uri, start), end: this.position(uri, start + needle.length) }, newText: replacement }]);
    return this.settled(name);
  }
  change(uri, edits) {
    const doc = this.documents.get(uri);
    const contentChanges = [];
    for (const e of [...edits].sort((a, b) => this.offset(doc.text, b.range.start) - this.offset(doc.text, a.range.start))) {
      contentChanges.push({ range: e.range, text: e.newText });
      doc.text = doc.text.slice(0, this.offset(doc.text, e.range.start)) + e.newText + doc.text.slice(this.offset(doc.text, e.range.end));
    }
    doc.version++;
    this.connection.sendNotification("textDocument/didChange", { textDocument: { uri, version: doc.version }, contentChanges });
  }
  write(name, text) {
    const file = this.file(name);
    const type = existsSync(file) ? 2 : 1;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    this.print(`write ${name}`);
    this.watched(name, type);
  }
  remove(name) {
    rmSync(this.file(name));
    this.print(`delete ${name}`);
    this.watched(name, 3);
  }
  watched(name, type) {
    this.connection.sendNotification("workspace/didChangeWatchedFiles", { changes: [{ uri: this.uri(name), type }] });
  }

  // until waits for diagnostics of a file that satisfy a condition.
  until(name, condition, folder = 0) {
    const uri = this.uri(name, folder);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${name}: no such diagnostics: ${JSON.stringify(this.published.get(uri))}`)), 20_000);
      const check = () => {
        const p = this.published.get(uri);
        if (!p || !condition(p)) return;
        clearTimeout(timer);
        this.waiting.delete(check);
        resolve(p);
      };
      this.waiting.add(check);
      check();
    });
  }
  settled(name, folder = 0) {
    const version = this.documents.get(this.uri(name, folder)).version;
    return this.until(name, (p) => p.version === version, folder);
  }

  diagnostics(name, folder = 0) {
    const uri = this.uri(name, folder);
    const list = this.published.get(uri)?.diagnostics ?? [];
    this.print(`${list.length} diagnostic${list.length === 1 ? "" : "s"} in ${this.short(uri)}`);
    for (const d of list) {
      this.print(`  ${["", "error", "warning", "information", "hint"][d.severity]} ${d.code} ${this.place(uri, d.range)}`);
      this.print(...d.message.split("\n").map((line) => `    ${line}`));
      for (const r of d.relatedInformation ?? []) this.print(`    see ${this.short(r.location.uri)} ${this.place(r.location.uri, r.location.range)}: ${r.message}`);
    }
  }

  request(method, params) { return this.connection.sendRequest(method, params); }

  // actions returns the code actions at a diagnostic, or of a kind for the whole file.
  async actions(name, code, only) {
    const uri = this.uri(name);
    const list = (this.published.get(uri)?.diagnostics ?? []).filter((d) => d.code === code);
    const range = list[0]?.range ?? this.all(name);
    const context = { diagnostics: list, triggerKind: 1, ...(only && { only: [only] }) };
    return (await this.request("textDocument/codeAction", { textDocument: { uri }, range, context })) ?? [];
  }
  async take(action) {
    const a = action.edit || !action.data ? action : await this.request("codeAction/resolve", action);
    this.print(`take ${JSON.stringify(a.title)}`);
    if (a.edit) this.apply(a.edit);
    if (a.command) await this.request("workspace/executeCommand", { command: a.command.command, arguments: a.command.arguments });
  }
  // apply prints and applies a workspace edit: to documents if they are open, else to files.
  apply(edit) {
    const changes = edit.documentChanges ?? Object.entries(edit.changes ?? {}).map(([uri, edits]) => ({ textDocument: { uri }, edits }));
    for (const c of changes) {
      if (c.kind === "rename") {
        this.print(`  rename ${this.short(c.oldUri)} → ${this.short(c.newUri)}`);
        renameSync(fileURLToPath(c.oldUri), fileURLToPath(c.newUri));
        for (const [uri, doc] of [...this.documents]) {
          if (uri === c.oldUri || uri.startsWith(c.oldUri + "/")) {
            this.documents.delete(uri);
            this.documents.set(c.newUri + uri.slice(c.oldUri.length), doc);
          }
        }
        continue;
      }
      if (c.kind) throw new Error(`unexpected ${c.kind}`);
      const uri = c.textDocument.uri;
      const before = this.text(uri);
      if (this.documents.has(uri)) {
        this.change(uri, c.edits);
      } else {
        let text = before;
        for (const e of [...c.edits].sort((a, b) => this.offset(before, b.range.start) - this.offset(before, a.range.start))) {
          text = text.slice(0, this.offset(text, e.range.start)) + e.newText + text.slice(this.offset(text, e.range.end));
        }
        writeFileSync(fileURLToPath(uri), text);
      }
      this.print(`  change ${this.short(uri)}`);
      this.difference(before, this.text(uri));
    }
  }
  // difference prints the lines between the first and the last that differ.
  difference(before, after) {
    const a = before.split("\n"), b = after.split("\n");
    while (a.length && b.length && a[0] === b[0]) a.shift(), b.shift();
    while (a.length && b.length && a.at(-1) === b.at(-1)) a.pop(), b.pop();
    this.print(...a.map((line) => `    -${line}`), ...b.map((line) => `    +${line}`));
  }
  locations(list) {
    for (const l of [list ?? []].flat()) this.print(`  ${this.short(l.uri)} ${this.place(l.uri, l.range)}`);
  }
}
