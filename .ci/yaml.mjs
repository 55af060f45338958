// Tests the configuration schema with Ajv and with yaml-language-server, which editors run.
//
//   node .ci/yaml.mjs NPM SKILLLINT PAGE
//
// NPM is the directory in which both are installed. PAGE is docs/configuration.md: every configuration in it must be
// accepted. Each of the typos below must be reported once.
import { spawn, execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const [npm, skilllint, page] = process.argv.slice(2);
const require = createRequire(resolve(npm, "node_modules", "x.js"));
const source = execFileSync(skilllint, ["schema", "config"], { encoding: "utf8" });
const Ajv = require("ajv");
new Ajv({ strict: true, allowUnionTypes: true, strictRequired: false, strictTypes: false, keywords: ["deprecationMessage"] }).compile(JSON.parse(source));

const good = [...readFileSync(page, "utf8").matchAll(/```yaml\n([^]*?)```/g)].map((m) => m[1]);
const typos = [
  ["ruels: {}\n", "ruels"],
  ["rules:\n  links/brokn: off\n", "links/brokn"],
  ["rules:\n  links: warn\n", "warn"],
  ["rules:\n  budget/skill:\n    tokns: 3\n", "tokns"],
  ["budgets:\n  skill: 0\n", "0"],
  ["overrides:\n  - files: a\n    rulse: {links: off}\n", "rulse"],
  ["targets: [jarvis]\n", "jarvis"],
];

const dir = mkdtempSync(join(tmpdir(), "yaml-"));
const schema = join(dir, "schema.json");
writeFileSync(schema, source);
const server = spawn(process.execPath, [join(npm, "node_modules/yaml-language-server/bin/yaml-language-server"), "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
const send = (m) => { const text = JSON.stringify({ jsonrpc: "2.0", ...m }); server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`); };
const waiting = new Map();
let rest = Buffer.alloc(0);
server.stdout.on("data", (data) => {
  rest = Buffer.concat([rest, data]);
  for (;;) {
    const end = rest.indexOf("\r\n\r\n");
    const length = end < 0 ? NaN : Number(/Content-Length: (\d+)/i.exec(rest.subarray(0, end))[1]);
    if (!(rest.length >= end + 4 + length)) return;
    const message = JSON.parse(rest.subarray(end + 4, end + 4 + length));
    rest = rest.subarray(end + 4 + length);
    if (message.id !== undefined && message.method) {
      send({ id: message.id, result: message.method === "workspace/configuration" ? message.params.items.map(() => ({})) : null });
    } else if (message.id !== undefined) {
      waiting.get(message.id)?.(message.result);
    } else if (message.method === "textDocument/publishDiagnostics") {
      waiting.get(message.params.uri)?.(message.params.diagnostics);
    }
  }
});
const answer = (key) => new Promise((done) => waiting.set(key, done));
const limit = setTimeout(() => { console.log("yaml-language-server does not respond"); process.exit(1); }, 60_000);

const ready = answer(1);
send({ id: 1, method: "initialize", params: { processId: process.pid, rootUri: null, capabilities: { textDocument: { publishDiagnostics: {} } } } });
await ready;
send({ method: "initialized", params: {} });

// validate returns the server's diagnostics for a configuration.
let count = 0;
async function validate(text) {
  const uri = `file://${join(dir, `${++count}`, ".skilllint.yaml")}`;
  const diagnostics = answer(uri);
  send({ method: "textDocument/didOpen", params: { textDocument: { uri, languageId: "yaml", version: 1, text: `# yaml-language-server: $schema=${schema}\n${text}` } } });
  return diagnostics;
}

let wrong = 0;
const report = (text, why) => { wrong++; console.log(`${why}\nof:\n${text}`); };
for (const text of good) {
  for (const d of await validate(text)) report(text, `${d.range.start.line}:${d.range.start.character}: ${d.message}`);
}
for (const [text, place] of typos) {
  const lines = `\n${text}`.split("\n");
  const found = (await validate(text)).map((d) => [lines[d.range.start.line].slice(d.range.start.character, d.range.end.character), d.message]);
  if (found.length !== 1 || !found[0][0].includes(place)) report(text, `found ${JSON.stringify(found)}, want one diagnostic for ${place}`);
  else console.log(`${place}: ${found[0][1].split("\n")[0]}`);
}
clearTimeout(limit);
console.log(`${good.length} configurations, ${typos.length} typos`);
server.kill();
process.exit(wrong || good.length < 10 ? 1 : 0);
