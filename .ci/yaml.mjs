// Asks yaml-language-server, as editors run it, and Ajv about the schema of configurations.
//
//   node .ci/yaml.mjs NPM SKILLLINT PAGE
//
// NPM is a folder with both installed, PAGE docs/configuration.md, of which every configuration has to be
// without a complaint. One complaint each is expected of the slips below.
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
const slips = [
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
const limit = setTimeout(() => { console.log("yaml-language-server does not answer"); process.exit(1); }, 60_000);

const ready = answer(1);
send({ id: 1, method: "initialize", params: { processId: process.pid, rootUri: null, capabilities: { textDocument: { publishDiagnostics: {} } } } });
await ready;
send({ method: "initialized", params: {} });

// complaints returns what the server says of a configuration.
let count = 0;
async function complaints(text) {
  const uri = `file://${join(dir, `${++count}`, ".skilllint.yaml")}`;
  const diagnostics = answer(uri);
  send({ method: "textDocument/didOpen", params: { textDocument: { uri, languageId: "yaml", version: 1, text: `# yaml-language-server: $schema=${schema}\n${text}` } } });
  return diagnostics;
}

let wrong = 0;
const complain = (text, why) => { wrong++; console.log(`${why}\nof:\n${text}`); };
for (const text of good) {
  for (const d of await complaints(text)) complain(text, `${d.range.start.line}:${d.range.start.character}: ${d.message}`);
}
for (const [text, place] of slips) {
  const lines = `\n${text}`.split("\n");
  const found = (await complaints(text)).map((d) => [lines[d.range.start.line].slice(d.range.start.character, d.range.end.character), d.message]);
  if (found.length !== 1 || !found[0][0].includes(place)) complain(text, `found ${JSON.stringify(found)}, want one complaint about ${place}`);
  else console.log(`${place}: ${found[0][1].split("\n")[0]}`);
}
clearTimeout(limit);
console.log(`${good.length} configurations, ${slips.length} slips`);
server.kill();
process.exit(wrong || good.length < 10 ? 1 : 0);
