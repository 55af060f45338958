// Compares the results of skilllint's schema validation with those of ajv, another validator.
//
//	node ajv.mjs PACKAGES PROGRAM VALUES
//
// PACKAGES is the directory in which ajv is installed. Every schema is printed by the program and compiled in strict
// mode. VALUES is written by TestValues of package rules: each line has a value, its schema and skilllint's result.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const [folder, program, values] = process.argv.slice(2);
const require = createRequire(folder + "/");
const Ajv = require("ajv/dist/2020").default;

const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true, formats: {} });

// A second implementation of the formats. Formats accept values of other types.
const words = (...list) => (v) => typeof v !== "object" && list.includes(String(v).toLowerCase());
const isTrue = words("true", "yes", "on", "1");
const isFalse = words("false", "no", "off", "0");
const text = (check) => (v) => (typeof v !== "string" && typeof v !== "number") || check(String(v));
const succeeds = (f) => (v) => { try { f(v); return true; } catch { return false; } };
const within = (length, limit) => text((s) => length(s) <= limit);
const collapsed = (s) => [...s.trim().replace(/\s+/gu, " ")].length;
const formats = {
  "date": text((s) => /^\d{4}-\d{2}-\d{2}$/.test(s) && new Date(s + "T00:00:00Z").toJSON()?.slice(0, 10) === s),
  "semver": text((s) => /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)(\.(0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*))*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/.test(s)),
  "version-triple": text((s) => /^\d+\.\d+\.\d+$/.test(s)),
  "skill-name-unicode": text((s) => {
    const name = s.trim().normalize("NFKC");
    return /^[\p{L}\p{Nd}-]*$/u.test(name) && name === name.toLowerCase() && !/^-|-$|--/.test(name);
  }),
  "space-separated": text((s) => {
    let depth = 0, commas = 0;
    for (const c of s) {
      depth += (c === "(") - (c === ")");
      if (c === " " && depth > 0) return true;
      if (c === "," && depth <= 0) commas++;
    }
    return commas === 0;
  }),
  "url": text(succeeds((s) => new URL(s))),
  "json-text": text(succeeds(JSON.parse)),
  "boolean-word": (v) => isTrue(v) || isFalse(v),
  "true-word": isTrue,
  "not-false-word": (v) => !isFalse(v),
  "utf16-length-1024": within((s) => s.length, 1024),
  "utf16-length-1536": within((s) => s.length, 1536),
  "collapsed-length-64": within(collapsed, 64),
  "collapsed-length-1024": within(collapsed, 1024),
  ...Object.fromEntries(["uri", "uri-reference", "regex"].map((name) => [name, () => true])), // used by the metaschema
};
ajv.removeKeyword("format");
ajv.addKeyword({
  keyword: "format",
  schemaType: "string",
  compile: (name) => formats[name] ?? (() => { throw new Error("unknown format " + name); })(),
});

const run = (...args) => execFileSync(program, args, { encoding: "utf8" });
// The configuration schema uses the draft that editors support; .ci/yaml.mjs checks it.
const names = run("schema").split(/\s+/).filter((name) => name.includes("/"));
const schemas = new Map(names.map((name) => [name, JSON.parse(run("schema", name))]));
const annotations = new Set(JSON.stringify([...schemas.values()]).match(/"x-[a-z]+"(?=:)/g));
ajv.addVocabulary([...annotations].map((name) => name.slice(1, -1)));
for (const schema of schemas.values()) ajv.addSchema(schema);
const checks = new Map([...schemas].map(([name, schema]) => [name, ajv.getSchema(schema.$id)]));

let differences = 0;
const counts = new Map(names.map((name) => [name, [0, 0]]));
for (const line of readFileSync(values, "utf8").split("\n").filter(Boolean)) {
  const { schema, value, valid, from } = JSON.parse(line);
  const check = checks.get(schema);
  const verdict = check(value);
  counts.get(schema)[verdict ? 0 : 1]++;
  if (verdict === valid) continue;
  differences++;
  console.log(`${schema}: ${from}: skilllint: ${valid ? "valid" : "invalid"}, ajv: ${verdict ? "valid" : ajv.errorsText(check.errors)}: ${JSON.stringify(value).slice(0, 300)}`);
}
// Output schemas have no values in VALUES: the program prints some, and ajv must accept them and reject an empty object.
const registry = join(mkdtempSync(join(tmpdir(), "ajv-")), "skills", "manifest.json");
mkdirSync(dirname(registry));
writeFileSync(registry, JSON.stringify({ skills: [{ name: "notes", version: "1.0.0", path: "skills/notes" }] }));
const outputs = {
  budget: ["budget"], catalog: ["catalog", "--client", "codex"], commands: ["commands"], compat: ["compat"], config: ["config"], context: ["context"], files: ["files"], graph: ["graph"],
  json: ["lint"], jsonl: ["lint"], load: ["load", "smoke-test"], manifest: ["manifest"],
  "manifest-dispatch": ["manifest", "dispatch", "--title", "Write notes", registry], rules: ["rules"], version: ["version"],
};
for (const [format, args] of Object.entries(outputs)) {
  const name = "output/" + format;
  const { stdout, stderr } = spawnSync(program, [...args, "--format", format === "jsonl" ? format : "json"], { encoding: "utf8", cwd: "fixtures/examples" });
  if (!stdout) console.log(`${name}: no output: ${stderr}`);
  for (const text of format === "jsonl" ? stdout.split("\n").filter(Boolean) : [stdout || "null"]) {
    const check = checks.get(name);
    const valid = check(JSON.parse(text));
    counts.get(name)[valid ? 0 : 1]++;
    if (valid && !check({})) counts.get(name)[1]++;
    if (valid) continue;
    differences++;
    console.log(`${name}: ajv: ${ajv.errorsText(check.errors)}: ${text.slice(0, 300)}`);
  }
}
for (const [name, [valid, invalid]] of counts) {
  if (valid === 0 || invalid === 0) {
    console.log(`${name}: ${valid} valid and ${invalid} invalid values; want at least one of each`);
    differences++;
  }
}
const total = [...counts.values()].flat().reduce((a, b) => a + b, 0);
console.log(`${names.length} schemas, ${total} values, ${differences} differences`);
process.exit(differences === 0 ? 0 : 1);
