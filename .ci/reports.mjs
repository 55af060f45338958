// Reads reports the way their consumers do: validates JSON against schemas, parses workflow commands like the GitHub
// runner, and renders Markdown with two parsers.
//
//   node reports.mjs PACKAGES FORMAT DIRECTORY
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const [packages, format, directory] = process.argv.slice(2);
const require = createRequire(path.resolve(packages, "package.json"));
const reports = readdirSync(directory).filter((name) => path.extname(name) === "." + format)
  .map((name) => ({ name, text: readFileSync(path.join(directory, name), "utf8") }));
const wrong = [];
const expect = (ok, name, what) => ok || wrong.push(`${name}: ${what}`);

function schema(file, part = "") {
  const Ajv = require("ajv");
  const ajv = new Ajv({ strict: false, allErrors: true });
  const source = JSON.parse(readFileSync(new URL("../internal/report/testdata/" + file, import.meta.url)));
  ajv.addSchema(source, "s");
  const validate = ajv.getSchema("s" + part);
  return (name, value) => expect(validate(value), name, ajv.errorsText(validate.errors));
}

const readers = {
  gitlab() {
    const conforms = schema("gitlab.schema.json");
    let findings = 0;
    for (const { name, text } of reports) {
      const all = JSON.parse(text);
      conforms(name, all);
      expect(new Set(all.map((f) => f.fingerprint)).size === all.length, name, "duplicate fingerprint");
      expect(all.length > 0 || text.trim() === "[]", name, "a report without findings is not []");
      findings += all.length;
    }
    return `${findings} findings conform to gitlab.schema.json (ajv); fingerprints are unique within a report`;
  },
  rdjson() {
    const conforms = schema("rdjson.schema.json");
    let findings = 0, suggestions = 0;
    for (const { name, text } of reports) {
      const { diagnostics } = JSON.parse(text);
      conforms(name, JSON.parse(text));
      findings += diagnostics.length;
      suggestions += diagnostics.flatMap((d) => d.suggestions ?? []).length;
    }
    return `${findings} diagnostics with ${suggestions} suggestions conform to rdjson.schema.json (ajv)`;
  },
  rdjsonl() {
    const conforms = schema("rdjson.schema.json", "#/definitions/diagnostic");
    let lines = 0;
    for (const { name, text } of reports) {
      for (const line of text.split("\n").slice(0, -1)) {
        conforms(name, JSON.parse(line));
        lines++;
      }
    }
    return `${lines} lines conform to rdjson.schema.json (ajv)`;
  },
  // Like the runner: a line that starts with "::" after optional spaces is a command, and so is "##[" anywhere.
  github() {
    let commands = 0;
    for (const { name, text } of reports) {
      const shown = {};
      for (const line of text.split("\n").slice(0, -1)) {
        const m = /^::(error|warning|notice) ([^:]*)::(.*)$/s.exec(line.trimStart());
        expect(m && !line.includes("##["), name, "not an annotation: " + line);
        if (!m) continue;
        const properties = Object.fromEntries(m[2].split(",").map((p) => p.split("=", 2)));
        expect(properties.file && Number(properties.line) > 0 && properties.title, name, "missing properties: " + line);
        shown[m[1]] = (shown[m[1]] ?? 0) + 1;
        commands++;
      }
      expect(Object.values(shown).every((n) => n <= 10), name, "more annotations than GitHub shows: " + JSON.stringify(shown));
    }
    return `${commands} annotations, at most 10 of each level in a report`;
  },
  markdown() {
    const commonmark = require("commonmark"), MarkdownIt = require("markdown-it"), { parseDocument } = require("htmlparser2");
    const md = new MarkdownIt({ html: true, linkify: true });
    md.linkify.set({ fuzzyLink: false }); // like GitHub: README.md is not linked
    const renderers = [
      (text) => md.render(text.replace(/\bwww\./g, "http://www.")), // but www. addresses are
      (text) => new commonmark.HtmlRenderer().render(new commonmark.Parser().parse(text)),
    ];
    const known = new Set(["h3", "h4", "p", "details", "summary", "table", "thead", "tbody", "tr", "th", "td", "a", "code", "ul", "li", "br"]);
    const own = /^https:\/\/github\.com\/skilllint\/skilllint\/blob\/main\/docs\/rules\/[a-z-]+\/[a-z-]+\.md$/;
    let links = 0;
    const check = (name, node, inCode) => {
      if (node.type === "text" && !inCode) expect(!/(^|[^\w`])@[\w-]/.test(node.data), name, "mentions a user: " + node.data);
      if (node.type === "tag") {
        expect(known.has(node.name), name, `unexpected element ${node.name}`);
        const attributes = Object.entries(node.attribs);
        expect(attributes.every(([key, value]) => (node.name === "a" && key === "href" && own.test(value)) || key === "style" && /^text-align:/.test(value)),
          name, `${node.name} with ${JSON.stringify(attributes)}`);
        if (node.name === "a") links++;
      }
      for (const child of node.children ?? []) check(name, child, inCode || node.name === "code" || node.name === "a");
    };
    let most = 0;
    for (const { name, text } of reports) {
      most = Math.max(most, text.length);
      expect(text.length <= 65536 && Buffer.byteLength(text) <= 1 << 20, name, `${text.length} characters`);
      for (const render of renderers) check(name, parseDocument(render(text)), false);
    }
    return `no element, link or mention from the input (markdown-it, commonmark); ${links} links to our pages; the longest report has ${most} characters`;
  },
};

const summary = readers[format]();
if (wrong.length > 0) {
  console.log(wrong.slice(0, 20).join("\n"));
  console.log(`${wrong.length} problems`);
  process.exit(1);
}
console.log(summary);
