// Asks clients for the instructions that they send to their model, which is a server in this process. The answers are
// JSON lines {id, text} or {id, error}.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { agent, answer, between, chunk, continued, load, model, modules, opencode, pi, protocol, text } from "./serve.mjs";

// The home directory of a tree. Trees without their own share one.
const homeOf = (home) => (home.endsWith("-empty") ? join(dirname(home), "start-home") : home);

const own = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {});

async function gemini() {
  const received = new Map();
  const port = await model((body) => body.contents && received.set(body.contents.at(-1).parts.at(-1).text, body));
  const prompt = protocol("node", [join(modules, "@google/gemini-cli/bundle/gemini.js"), "-m", "gemini-2.5-flash", "--acp"],
    { GEMINI_API_KEY: "none", GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${port}`, GEMINI_CLI_TRUST_WORKSPACE: "true" });
  return async ({ id, start, home }) => {
    const settings = join(homeOf(home), ".gemini/settings.json");
    mkdirSync(dirname(settings), { recursive: true });
    const before = own(settings);
    writeFileSync(settings, JSON.stringify({ ...before, security: { auth: { selectedType: "gemini-api-key" } } }));
    const alone = before.context || existsSync(join(start, ".gemini/settings.json")); // the program caches file names
    await prompt(homeOf(home), start, id, Boolean(alone));
    const body = received.get(id);
    if (!body) return { error: "no request was received" };
    const system = text(body.systemInstruction?.parts);
    const session = text(body.contents[0].parts);
    const heading = system.lastIndexOf("# Contextual Instructions (");
    return { text: (heading < 0 ? "" : between(system, "<loaded_context>", "</loaded_context>", heading)) + between(session, "\n<loaded_context>", "</loaded_context>") };
  };
}

async function copilot() {
  const received = new Map();
  const port = await model((body) => body.messages && received.set(/start-[a-z0-9-]+/.exec(text(body.messages.at(-1).content))?.[0], body));
  const prompt = protocol(join(modules, ".bin/copilot"), ["--acp", "--allow-all-tools"],
    { COPILOT_PROVIDER_BASE_URL: `http://127.0.0.1:${port}/v1`, COPILOT_PROVIDER_TYPE: "openai", COPILOT_PROVIDER_API_KEY: "none", COPILOT_MODEL: "gpt-4.1", COPILOT_OFFLINE: "true" });
  return async ({ id, start, home }) => {
    await prompt(homeOf(home), start, id);
    const body = received.get(id);
    if (!body) return { error: "no request was received" };
    const end = "\n<system_notifications>";
    return { text: between(text(body.messages[0].content), "<custom_instruction>", end).slice(0, -end.length) };
  };
}

async function opencodeStarts(...program) {
  const ask = await opencode("Instructions from: ", ...program);
  return async (question) => {
    const system = await ask({ ...question, home: homeOf(question.home) });
    const first = system.indexOf("Instructions from: ");
    const skills = system.lastIndexOf("\nSkills provide specialized instructions");
    return { text: first < 0 ? "" : system.slice(first, skills < first ? undefined : skills) };
  };
}

async function piStarts() {
  const ask = await pi();
  return async ({ start, home }) => ({ text: between(await ask({ start, home: homeOf(home) }), "<project_context>\n", "\n</project_context>") });
}

const kilo = () => opencodeStarts("@kilocode/cli-linux-x64/bin/kilo", "KILO_");

async function qwen() {
  const chunks = "@qwen-code/qwen-code/chunks";
  const { loadServerHierarchicalMemory } = await load(chunk(chunks, "async function loadServerHierarchicalMemory("));
  return async ({ start, home }) => {
    process.env.HOME = homeOf(home);
    const { memoryContent } = await loadServerHierarchicalMemory(start, [], undefined, [], true);
    return { text: memoryContent };
  };
}

async function cn() {
  const prompt = /(?<before>async function (?<name>[\w$]+)\([\w$,]+\)\{)(?<body>let [\w$]+=\["AGENTS\.md","AGENT\.md","CLAUDE\.md","CODEX\.md"\])/;
  const prompts = await continued(prompt, ({ name }) => `all[q.id]=await ${name}()`);
  return async ({ id }) => ({ text: between(prompts[id], '\n\n<context name="userRules">', "\n</context>", prompts[id].indexOf('<context name="commitSignature">')) });
}

await answer(await { continue: cn, kilo, qwen, gemini, opencode: opencodeStarts, copilot, pi: piStarts }[agent]());
