// Asks the clients that are libraries for node. Arguments: client, node_modules, a file of JSON lines {id, path of
// SKILL.md}, the output file for the answers.
import { spawn } from "node:child_process";
import { appendFileSync, copyFileSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
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

async function adk() {
  const { loadSkillFromDir } = await load("@google/adk/dist/esm/skills/loader.js");
  return async (path) => {
    const { frontmatter } = await loadSkillFromDir(dirname(path));
    return { loads: true, name: frontmatter.name, description: frontmatter.description };
  };
}

async function strands() {
  const { Skill } = await load("@strands-agents/sdk/dist/src/vended-plugins/skills/skill.js");
  return async (path) => {
    const { name, description } = Skill.fromFile(dirname(path));
    return { loads: true, name, description };
  };
}

async function cline() {
  const { parseSkillConfigFromMarkdown } = await load("@cline/core/dist/index.js");
  return async (path) => {
    const { name, description } = parseSkillConfigFromMarkdown(readFileSync(path, "utf8"), basename(dirname(path)));
    return { loads: true, name, description };
  };
}

async function codebuff() {
  const { loadSkills } = await load("@codebuff/sdk/dist/index.mjs");
  return async (path) => {
    const [skill] = Object.values(await loadSkills({ skillsPath: dirname(dirname(path)) }));
    return skill ? { loads: true, name: skill.name, description: skill.description } : { loads: false };
  };
}

// Cursor's program has its skill loader in a module of a bundle. A copy of the bundle exports its function that loads
// modules.
async function cursor() {
  const dist = join(modules, "@cursor/sdk/dist/esm");
  const source = readFileSync(join(dist, "index.js"), "utf8");
  const [, chunks, require] = /Promise\.all\(\[([\w.(),]+)\]\)\.then\((\w+)\.bind\(\w+,"\.\/src\/agent\/local-executor\.ts"/.exec(source);
  writeFileSync(join(dist, "observed.js"), `${source};export{${require} as bundle};`);
  const { bundle } = await load("@cursor/sdk/dist/esm/observed.js");
  await Promise.all(chunks.match(/\d+/g).map(bundle.e));
  const Service = Object.values(bundle("../local-exec/dist/index.js")).find((value) => value.prototype && "loadAgentStoreSkills" in value.prototype);
  const createContext = Object.values(bundle("../context/dist/core.js")).find((value) => value.length === 0);
  const project = join(dirname(answers), "project"), skills = join(project, ".cursor/skills");
  rmSync(project, { recursive: true, force: true });
  for (const { id, path } of asked) {
    mkdirSync(join(skills, id), { recursive: true });
    symlinkSync(dirname(path), join(skills, id, basename(dirname(path))));
  }
  const context = createContext();
  const service = new Service(context, [project], join(project, "home"), undefined, false);
  const found = new Map((await service.getAllAgentSkills(context)).map((skill) => [skill.fullPath.slice(skills.length + 1).split("/")[0], skill]));
  return async (path, id) => {
    const skill = found.get(id);
    if (!skill || skill.parseError) return { loads: false, error: skill?.parseError };
    return { loads: true, name: basename(dirname(path)), description: skill.description };
  };
}

// Names of files in bundles differ between versions.
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

// letta.js exports nothing, so its functions for skills are extracted by name.
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

// Continue exports nothing, and its skill list has no paths. A copy of the program with an additional statement
// writes the loaded skills to a file before it sends a request to the model, which is a server in this process.
async function cn() {
  const dist = join(modules, "@continuedev/cli/dist");
  const source = readFileSync(join(dist, "index.js"), "utf8");
  const result = /(Error loading markdown skill files[^]{0,80}?)return(\{skills:\w+,errors:\w+\})/;
  if (!result.test(source)) throw new Error("the program's skill loader has changed");
  const observed = join(dist, "observed.js");
  const note = 'process.getBuiltinModule("node:fs").writeFileSync(process.env.SKILLS_FOUND,JSON.stringify';
  writeFileSync(observed, source.replace(result, (_, before, found) => `${before}${note}(${found}));return${found}`));
  writeFileSync(join(dist, "observed-cn.js"), readFileSync(join(dist, "cn.js"), "utf8").replaceAll("./index.js", "./observed.js"));
  const project = join(dirname(answers), "project"), found = join(dirname(answers), "found.json"), config = join(dirname(answers), "config.yaml");
  rmSync(project, { recursive: true, force: true });
  for (const { id, path } of asked) {
    mkdirSync(join(project, ".continue/skills", id), { recursive: true });
    copyFileSync(path, join(project, ".continue/skills", id, "SKILL.md"));
  }
  const model = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end('data: {"id":"1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"ok"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
  });
  await new Promise((done) => model.listen(0, "127.0.0.1", done));
  writeFileSync(config, `name: l\nversion: 0.0.1\nschema: v1\nmodels:\n  - {name: m, provider: openai, model: m, apiKey: none, apiBase: "http://127.0.0.1:${model.address().port}/v1", roles: [chat]}\n`);
  const run = spawn(process.execPath, [join(dist, "observed-cn.js"), "-p", "--config", config, "hi"], { cwd: project, env: { ...process.env, SKILLS_FOUND: found }, stdio: "ignore" });
  await new Promise((done) => run.on("exit", done));
  const loaded = new Map(JSON.parse(readFileSync(found, "utf8")).skills.map((skill) => [skill.path.split("/").at(-2), skill]));
  return async (_, id) => {
    const skill = loaded.get(id);
    return skill ? { loads: true, name: skill.name, description: skill.description } : { loads: false };
  };
}

const asked = readFileSync(questions, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
console.log = console.info = console.warn = () => {};
const ask = await { gemini, agentskills, adk, strands, cline, codebuff, cursor, pi, qwen, openclaw, deepagents, letta, continue: cn }[agent]();
writeFileSync(answers, "");
for (const { id, path } of asked) {
  let answer;
  try {
    answer = await ask(path, id);
  } catch (error) {
    answer = { loads: false, error: String(error) };
  }
  appendFileSync(answers, JSON.stringify({ id, ...answer }) + "\n");
}
process.exit(0);
