// Asks clients for the skill list that they show to their model. The answers are JSON lines {id, text}, {id, error}
// or, where the order varies, {id, entries: [{path, text, error}], frame: [prefix, separator, suffix]}.
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { agent, answer, between, chunk, continued, load, modules, opencode, pi } from "./serve.mjs";

const tags = ["<available_skills>\n", "", "</available_skills>\n"];
const whole = (text) => between(text, tags[0], tags[2].trim());
const line = (text) => ({ text: text && text + "\n" });

async function gemini() {
  const core = "@google/gemini-cli-core/dist/src/";
  const { SkillManager } = await load(core + "skills/skillManager.js");
  const { Storage } = await load(core + "config/storage.js");
  const { renderAgentSkills } = await load(core + "prompts/snippets.js");
  return async ({ start, home }) => {
    process.env.HOME = home;
    const manager = new SkillManager();
    await manager.discoverSkills(new Storage(start), [], true);
    const skills = manager.getSkills().filter((skill) => !skill.isBuiltin);
    const entries = skills.map((skill) => ({ path: skill.location, text: whole(renderAgentSkills([skill])).slice(tags[0].length, -tags[2].length + 1) }));
    return { entries, frame: tags };
  };
}

// Yields the directories with a SKILL.md. Links to a parent directory are not followed.
function* folders(dir, above = []) {
  const real = realpathSync(dir);
  if (above.includes(real)) return;
  const names = readdirSync(dir);
  if (names.includes("SKILL.md") || names.includes("skill.md")) yield dir;
  for (const name of names) {
    let stat;
    try {
      stat = name !== ".git" && statSync(join(dir, name));
    } catch {
      continue; // a broken link
    }
    if (stat && stat.isDirectory()) yield* folders(join(dir, name), [...above, real]);
  }
}

async function agentskills() {
  const { toPrompt } = await load("skills-ref/dist/index.js");
  return async ({ start }) => {
    const entries = [];
    for (const dir of folders(start)) {
      try {
        const text = (await toPrompt([dir])) + "\n";
        const path = text.slice(text.lastIndexOf("<location>\n") + 11, text.lastIndexOf("\n</location>"));
        entries.push({ path, text: text.slice(tags[0].length, text.lastIndexOf("</available_skills>")) });
      } catch (error) {
        entries.push({ path: join(dir, "SKILL.md"), error: String(error.message).slice(0, 100) });
      }
    }
    return { entries };
  };
}

async function opencodeLists(...program) {
  const ask = await opencode(tags[0], ...program);
  return async (question) => line(whole(await ask(question)));
}

const kilo = () => opencodeLists("@kilocode/cli-linux-x64/bin/kilo", "KILO_");

async function codebuff() {
  const { loadSkills, formatAvailableSkillsXml } = await load("@codebuff/sdk/dist/index.mjs");
  return async ({ start, home }) => {
    process.env.HOME = home;
    return line(formatAvailableSkillsXml(await loadSkills({ cwd: start })));
  };
}

// ADK lists the directories that a program names, here .agents/skills.
async function adk() {
  const { loadAllSkillsInDir } = await load("@google/adk/dist/esm/skills/loader.js");
  const { formatSkillsAsXml } = await load("@google/adk/dist/esm/skills/prompt.js");
  return async ({ start }) => {
    const skills = Object.values(await loadAllSkillsInDir(join(start, ".agents/skills")));
    return line(skills.length > 0 ? formatSkillsAsXml(skills) : "");
  };
}

// Strands, too.
async function strands() {
  const dist = "@strands-agents/sdk/dist/src/";
  const { AgentSkills } = await load(dist + "vended-plugins/skills/agent-skills.js");
  const { NotASandboxLocalEnvironment } = await load(dist + "sandbox/not-a-sandbox-local-environment.js");
  return async ({ start }) => {
    const plugin = new AgentSkills({ skills: [join(start, ".agents/skills")] }), agent = { sandbox: new NotASandboxLocalEnvironment() };
    await plugin._loadSkillPaths(agent);
    const text = plugin._generateSkillsXml(agent);
    return line(text.startsWith("<available_skills>\nNo skills are currently available.") ? "" : text);
  };
}

// Cline adds the names of its skills to the description of a tool.
async function cline() {
  const { createUserInstructionConfigService, setClineDir, setHomeDir } = await load("@cline/core/dist/index.js");
  return async ({ start, home }) => {
    setHomeDir(home);
    setClineDir(join(home, ".cline"));
    const of = { workspacePath: start };
    const service = createUserInstructionConfigService({ skills: of, rules: of, workflows: of });
    await service.start();
    const names = service.createSkillsExecutor().configuredSkills.filter((skill) => !skill.disabled).map((skill) => (skill.id.includes(":") ? skill.id : skill.name));
    service.stop();
    return line(names.length > 0 ? `Available skills: ${names.join(", ")}.` : "");
  };
}

async function piLists() {
  const ask = await pi();
  return async (question) => line(whole(await ask(question)));
}

// Qwen Code also lists its bundled skills. They are not part of the answer, but count toward its limit.
async function qwen() {
  const chunks = "@qwen-code/qwen-code/chunks";
  const { SkillManager } = await load(chunk(chunks, "var SkillManager = class"));
  const { buildAvailableSkillsReminder } = await load(chunk(chunks, "async function buildAvailableSkillsReminder("));
  return async ({ start, home }) => {
    process.env.HOME = home;
    const config = {
      getProjectRoot: () => start, isSafeMode: () => false, getBareMode: () => false, getActiveExtensions: () => [],
      isSkillEnabled: () => true, getModelInvocableCommandsProvider: () => undefined, getSkillManager: () => manager,
    };
    const manager = new SkillManager(config);
    const { reminder } = await buildAvailableSkillsReminder(config);
    const skills = whole(reminder).match(/<skill>\n[^]*?\n<\/skill>/g) ?? [];
    const own = skills.filter((skill) => !skill.endsWith("\n<location>\nbundled\n</location>\n</skill>"));
    return line(own.length > 0 ? tags[0] + own.join("\n") + "\n</available_skills>" : "");
  };
}

// letta.js exports nothing, so its functions for skills are extracted by name.
async function letta() {
  const source = readFileSync(join(modules, "@letta-ai/letta-code/letta.js"), "utf8");
  const named = (name) => {
    const found = new RegExp(`^(async )?function ${name}\\([^]*?^}$`, "m").exec(source);
    if (!found) throw new Error(`letta.js has no function ${name}`);
    return found[0];
  };
  const functions = ["parseBlockScalar", "parseFrontmatter", "stripSurroundingQuotes", "getFrontmatterString", "getFrontmatterStringList", "getFrontmatterBoolean",
    "parseSkillFile", "findSkillFiles", "discoverSkillsFromDir", "discoverSkills", "compareSkills", "isModelInvocableSkill", "isSkillAvailableForAgent", "collectClientSideSkills",
    "discoverSharedMemorySkills", "discoverMemorySkills", "toClientSkill", "stringField", "compileAvailableSkillsBlock"].map(named).join("\n");
  const imported = {};
  for (const [, names, from] of source.matchAll(/^import \{ ([^}]*) \} from "(node:fs|node:fs\/promises|node:path)";$/gm))
    for (const [, name, as = name] of names.matchAll(/(\w+)(?: as (\w+))?/g)) imported[as] = (await import(from))[name];
  const names = Object.keys(imported);
  const make = new Function("GLOBAL_SKILLS_DIR", ...names, functions + `
    const SKILLS_DIR = ".skills", ALL_SKILL_SOURCES = ["bundled", "global", "agent", "project"], getMemorySkillsDirs2 = () => [];
    return { collectClientSideSkills, isModelInvocableSkill, toClientSkill, compileAvailableSkillsBlock };`);
  return async ({ start, home }) => {
    const of = make(join(home, ".letta/skills"), ...names.map((name) => imported[name]));
    const { skills } = await of.collectClientSideSkills({
      skillSources: ["global", "agent", "project"], legacySkillsDirectory: join(start, ".skills"), primaryProjectSkillsDirectory: join(start, ".agents/skills"),
      sharedMemoryErrors: [], sharedMemorySkillsDirs: [],
    });
    return line(of.compileAvailableSkillsBlock(skills.filter(of.isModelInvocableSkill).map(of.toClientSkill)));
  };
}

// The directory is that of the library's settings, in the repository.
async function deepagents() {
  const { createSkillsMiddleware, createSettings, FilesystemBackend } = await load("deepagents/dist/index.js");
  return async ({ start }) => {
    const source = createSettings({ startPath: start }).getProjectSkillsDir();
    if (!source) return { text: "" };
    const middleware = createSkillsMiddleware({ backend: new FilesystemBackend({ rootDir: "/" }), sources: [source + "/"] });
    const state = await middleware.beforeModel({});
    let prompt = "";
    const systemMessage = { concat: (more) => (prompt = more) };
    middleware.wrapModelCall({ state, systemMessage }, () => {});
    const list = between(prompt, "**Available Skills:**\n\n", "\n\n**How to Use Skills").slice("**Available Skills:**\n\n".length, -"\n\n**How to Use Skills".length);
    return line(list.startsWith("(No skills available yet.") ? "" : list);
  };
}

// The bundled skills of OpenClaw and of its plugins depend on the machine and are excluded.
async function openclaw() {
  const dist = "openclaw/dist";
  const exported = async (name, words, file) => Object.values(await load(chunk(dist, words, file))).find((value) => value.name === name);
  const buildSkillSnapshot = await exported("buildSkillSnapshot", "async function buildSkillSnapshot(", /^workspace-skill-prompt-/);
  const none = join(tmpdir(), "no-bundled-skills");
  return async ({ start, home }) => {
    process.env.HOME = home;
    const { prompt } = await buildSkillSnapshot(start, { bundledSkillsDir: none, managedSkillsDir: join(home, ".openclaw/skills"), pluginSkillsDir: none, pluginMetadataSnapshot: { manifestRegistry: { plugins: [] } } });
    return line(whole(prompt));
  };
}

async function cn() {
  const tool = /(?<before>[\w$]+=async\(\)=>\{)(?<body>let\{skills:[\w$]+\}=await (?<skills>[\w$]+)\(\);return\{\.\.\.[\w$]+,description:`Use this tool to read the content of a skill)/;
  const lists = await continued(tool, ({ before, skills }) => `let {skills}=await ${skills}(),{description}=await ${before.split("=")[0]}();all[q.id]={skills,description}`);
  return async ({ id, start }) => {
    const { skills, description } = lists[id];
    const texts = skills.map((skill) => `\nname: ${skill.name}\ndescription: ${skill.description}\n`);
    const list = description.slice(description.indexOf(":\n") + 2); // their order varies from call to call
    if (list.length !== texts.join(",").length || !texts.every((text) => list.includes(text))) throw new Error("unexpected format of the list");
    return { entries: skills.map((skill, i) => ({ path: skill.path.startsWith("/") ? skill.path : join(start, skill.path), text: texts[i] })), frame: ["", ",", ""] };
  };
}

await answer(await { adk, cline, codebuff, kilo, strands, gemini, agentskills, opencode: opencodeLists, pi: piLists, qwen, letta, deepagents, openclaw, continue: cn }[agent]());
