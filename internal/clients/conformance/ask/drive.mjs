// Asks the agents that are libraries for node. Arguments: agent, node_modules, a file of JSON
// lines {id, path of SKILL.md}, the file for the answers.
import { appendFileSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const [agent, modules, questions, answers] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(join(modules, path)).href);

async function gemini() {
  const { loadSkillFromFile } = await load("@google/gemini-cli-core/dist/src/skills/skillLoader.js");
  return async (path) => {
    const skill = await loadSkillFromFile(path);
    return skill ? { loads: true, name: skill.name, description: skill.description } : { loads: false };
  };
}

async function agentskills() {
  const { validate, readProperties } = await load("skills-ref/dist/index.js");
  return async (path) => {
    const errors = await validate(dirname(path));
    let read;
    try {
      read = await readProperties(dirname(path));
    } catch (error) {
      errors.push(`read-properties: ${error.message}`);
    }
    if (errors.length > 0) return { loads: false, error: errors.join("; ") };
    return { loads: true, name: read.name, description: read.description };
  };
}

async function pi() {
  const { loadSkillsFromDir } = await load("@earendil-works/pi-coding-agent/dist/core/skills.js");
  return async (path) => {
    const { skills, diagnostics } = loadSkillsFromDir({ dir: dirname(path), source: "path" });
    const [skill] = skills;
    return skill ? { loads: true, name: skill.name, description: skill.description } : { loads: false, error: diagnostics.map((d) => d.message).join("; ") };
  };
}

// The programs are bundles whose files have other names in each version.
const folder = (path) => readdirSync(join(modules, path)).sort();

async function qwen() {
  const chunks = "@qwen-code/qwen-code/chunks/";
  for (const file of folder(chunks)) {
    if (!readFileSync(join(modules, chunks + file), "utf8").includes("var SkillManager = class")) continue;
    const { SkillManager } = await load(chunks + file);
    const manager = new SkillManager({});
    return async (path) => {
      const skill = await manager.parseSkillFile(path, "project");
      return { loads: true, name: skill.name, description: skill.description };
    };
  }
}

async function openclaw() {
  const dist = "openclaw/dist/";
  const file = folder(dist).find((name) => name.startsWith("local-loader-"));
  const loader = await load(dist + file);
  const loadSkill = Object.values(loader).find((value) => value.name === "loadSingleSkillDirectory");
  return async (path) => {
    const problems = [];
    const skill = loadSkill({ skillDir: dirname(path), source: "workspace", rootRealPath: realpathSync(dirname(path)), onDiagnostic: (d) => problems.push(d.message) });
    return skill ? { loads: true, name: skill.skill.name, description: skill.skill.description } : { loads: false, error: problems.join("; ") };
  };
}

async function deepagents() {
  const { createSkillsMiddleware, FilesystemBackend } = await load("deepagents/dist/index.js");
  return async (path) => {
    const root = dirname(dirname(path));
    const middleware = createSkillsMiddleware({ backend: new FilesystemBackend({ rootDir: root, virtualMode: true }), sources: ["/" + basename(dirname(path)) + "/"] });
    const { skillsMetadata } = await middleware.beforeModel({});
    const [skill] = skillsMetadata ?? [];
    return skill ? { loads: true, name: skill.name, description: skill.description } : { loads: false };
  };
}

// letta.js exports nothing: its functions about skills are taken out of it by their names.
async function letta() {
  const source = readFileSync(join(modules, "@letta-ai/letta-code/letta.js"), "utf8");
  const code = (pattern) => {
    const found = pattern.exec(source);
    if (!found) throw new Error(`letta.js has no ${pattern}`);
    return found[0];
  };
  const named = ["parseBlockScalar", "parseFrontmatter", "stripSurroundingQuotes", "getFrontmatterString", "getFrontmatterStringList", "getFrontmatterBoolean", "parseSkillFile"]
    .map((name) => code(new RegExp(`^(async )?function ${name}\\([^]*?^}$`, "m")));
  const readFile = /await (readFile\w*)\(/.exec(named.at(-1))[1];
  const parse = new Function(readFile, named.join("\n") + "\nreturn parseSkillFile;")(async (path) => readFileSync(path, "utf8"));
  return async (path) => {
    const skill = await parse(path, dirname(dirname(path)), "project");
    return { loads: true, name: skill.id, description: skill.description };
  };
}

console.log = console.warn = () => {};
const ask = await { gemini, agentskills, pi, qwen, openclaw, deepagents, letta }[agent]();
writeFileSync(answers, "");
for (const line of readFileSync(questions, "utf8").split("\n").filter(Boolean)) {
  const { id, path } = JSON.parse(line);
  let answer;
  try {
    answer = await ask(path);
  } catch (error) {
    answer = { loads: false, error: String(error) };
  }
  appendFileSync(answers, JSON.stringify({ id, ...answer }) + "\n");
}
process.exit(0);
