// Asks programs for the instructions that they send to their model, which a server of this process plays. Arguments:
// agent, node_modules, a file of JSON lines {id, start, home}, the file for the answers: JSON lines {id, text} or {id, error}.
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";

const [agent, modules, questions, answers] = process.argv.slice(2);

// A model answers each request with "ok" in the form of OpenAI or Gemini, and hands its body to hear.
async function model(hear) {
  const event = (value) => `data: ${JSON.stringify(value)}\n\n`;
  const chunk = (delta, finish_reason) => event({ id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] });
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const text = Buffer.concat(parts).toString("utf8");
    let body = {};
    try {
      body = JSON.parse(text);
    } catch {}
    hear(body, request.url);
    const candidate = { candidates: [{ content: { role: "model", parts: [{ text: "ok" }] }, finishReason: "STOP", index: 0 }], usageMetadata: { totalTokenCount: 1 } };
    if (request.url.includes("streamGenerateContent")) {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(event(candidate));
    } else if (request.url.includes("generateContent")) {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(candidate));
    } else if (request.url.includes("completions") && body.stream) {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(chunk({ role: "assistant", content: "ok" }, null) + chunk({}, "stop") + "data: [DONE]\n\n");
    } else {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ object: "list", data: [{ id: "m", object: "model" }], id: "1", choices: [{ index: 0, message: { role: "assistant", content: "ok" }, finish_reason: "stop" }] }));
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return server.address().port;
}

// between returns a text from the first of some words to the last of others.
const between = (text, from, to, start = 0) => {
  const first = text.indexOf(from, start);
  const last = text.lastIndexOf(to);
  return first < 0 || last < first ? "" : text.slice(first, last + to.length);
};

const children = new Set();
process.on("SIGTERM", () => process.exit(1));
process.on("exit", () => children.forEach((child) => child.kill("SIGKILL")));

// protocol starts a program that speaks the Agent Client Protocol: one for all trees of a home directory.
function protocol(program, args, env) {
  let client;
  const start = (home) => {
    mkdirSync(home, { recursive: true });
    client?.process.kill("SIGKILL");
    const child = spawn(program, args, { cwd: home, env: { PATH: process.env.PATH, NO_COLOR: "1", HOME: home, ...env }, stdio: ["pipe", "pipe", "pipe"] });
    children.add(child);
    client = { home, process: child, waiting: new Map(), last: 0, said: "" };
    const own = client;
    let rest = "";
    child.stderr.on("data", (data) => (own.said = (own.said + data).slice(-500)));
    child.stdout.on("data", (data) => {
      const lines = (rest + data).split("\n");
      rest = lines.pop();
      for (const line of lines.filter(Boolean)) {
        const message = JSON.parse(line);
        own.waiting.get(message.id)?.(message);
      }
    });
    child.on("close", () => own.waiting.forEach((done) => done({ error: { message: "the program ended: " + own.said } })));
  };
  const call = (method, params) =>
    new Promise((done, failed) => {
      const id = ++client.last;
      const limit = setTimeout(() => failed(new Error(method + ": no answer: " + client.said)), 120000);
      client.waiting.set(id, (message) => {
        clearTimeout(limit);
        message.error ? failed(new Error(method + ": " + JSON.stringify(message.error))) : done(message.result);
      });
      client.process.stdin.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n");
    });
  return async (home, cwd, words, alone) => {
    if (client?.home !== home || alone || client.alone) {
      start(home);
      client.alone = alone;
      await call("initialize", { protocolVersion: 1, clientCapabilities: { fs: { readTextFile: false, writeTextFile: false } } });
    }
    try {
      const { sessionId } = await call("session/new", { cwd, mcpServers: [] });
      await call("session/prompt", { sessionId, prompt: [{ type: "text", text: words }] });
    } catch (error) {
      client.process.kill("SIGKILL");
      client = undefined;
      throw error;
    }
  };
}

// homeOf returns the home directory of a tree: one for all trees without their own.
const homeOf = (home) => (home.endsWith("-empty") ? join(dirname(home), "start-home") : home);

const text = (content) => (typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? "").join(""));

async function gemini() {
  const heard = new Map();
  const port = await model((body) => body.contents && heard.set(body.contents.at(-1).parts.at(-1).text, body));
  const prompt = protocol("node", [join(modules, "@google/gemini-cli/bundle/gemini.js"), "-m", "gemini-2.5-flash", "--acp"],
    { GEMINI_API_KEY: "none", GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${port}`, GEMINI_CLI_TRUST_WORKSPACE: "true" });
  return async ({ id, start, home }) => {
    const settings = join(homeOf(home), ".gemini/settings.json");
    mkdirSync(dirname(settings), { recursive: true });
    const own = existsSync(settings) ? JSON.parse(readFileSync(settings, "utf8")) : {};
    writeFileSync(settings, JSON.stringify({ ...own, security: { auth: { selectedType: "gemini-api-key" } } }));
    const alone = own.context || existsSync(join(start, ".gemini/settings.json")); // the program keeps names of files
    await prompt(homeOf(home), start, id, Boolean(alone));
    const body = heard.get(id);
    if (!body) return { error: "no request came" };
    const system = text(body.systemInstruction?.parts);
    const session = text(body.contents[0].parts);
    const heading = system.lastIndexOf("# Contextual Instructions (");
    return { text: (heading < 0 ? "" : between(system, "<loaded_context>", "</loaded_context>", heading)) + between(session, "\n<loaded_context>", "</loaded_context>") };
  };
}

async function copilot() {
  const heard = new Map();
  const port = await model((body) => body.messages && heard.set(/start-[a-z0-9-]+/.exec(text(body.messages.at(-1).content))?.[0], body));
  const prompt = protocol(join(modules, ".bin/copilot"), ["--acp", "--allow-all-tools"],
    { COPILOT_PROVIDER_BASE_URL: `http://127.0.0.1:${port}/v1`, COPILOT_PROVIDER_TYPE: "openai", COPILOT_PROVIDER_API_KEY: "none", COPILOT_MODEL: "gpt-4.1", COPILOT_OFFLINE: "true" });
  return async ({ id, start, home }) => {
    await prompt(homeOf(home), start, id);
    const body = heard.get(id);
    if (!body) return { error: "no request came" };
    const end = "\n<system_notifications>";
    return { text: between(text(body.messages[0].content), "<custom_instruction>", end).slice(0, -end.length) };
  };
}

// opencode has one server for all trees of a home directory.
async function opencode() {
  const heard = new Map();
  const port = await model((body) => {
    if (!body.messages) return;
    const system = body.messages.filter((message) => message.role === "system").map((message) => text(message.content)).join("\n");
    const asked = text(body.messages.at(-1).content);
    if (!heard.has(asked) || system.includes("Instructions from: ")) heard.set(asked, system);
  });
  const config = {
    model: "l/m", small_model: "l/m", autoupdate: false, share: "disabled", snapshot: false, lsp: false, formatter: false,
    provider: { l: { npm: "@ai-sdk/openai-compatible", name: "l", options: { baseURL: `http://127.0.0.1:${port}/v1`, apiKey: "none" }, models: { m: { name: "m" } } } },
  };
  const environment = { PATH: process.env.PATH, OPENCODE_CONFIG_CONTENT: JSON.stringify(config), OPENCODE_EXPERIMENTAL_DISABLE_FILEWATCHER: "1", npm_config_registry: "http://127.0.0.1:9" };
  for (const what of ["MODELS_FETCH", "AUTOUPDATE", "LSP_DOWNLOAD", "DEFAULT_PLUGINS", "FFF"]) environment["OPENCODE_DISABLE_" + what] = "1";
  let server;
  const serve = async (home) => {
    mkdirSync(home, { recursive: true });
    if (server?.home === home) return;
    server?.process.kill("SIGKILL");
    const child = spawn(join(modules, "opencode-linux-x64/bin/opencode"), ["serve", "--port", "0"], { cwd: home, env: { ...environment, HOME: home }, stdio: ["ignore", "pipe", "pipe"] });
    children.add(child);
    const url = await new Promise((done, failed) => {
      let said = "";
      const hear = (data) => {
        said += data;
        const address = /listening on (http:\S+)/.exec(said);
        if (address) done(address[1]);
      };
      child.stdout.on("data", hear);
      child.stderr.on("data", hear);
      child.on("exit", () => failed(new Error("opencode ended: " + said.slice(-300))));
      setTimeout(() => failed(new Error("opencode does not start: " + said.slice(-300))), 60000).unref();
    });
    server = { home, process: child, url };
  };
  const post = async (path, body) => {
    const response = await fetch(server.url + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal: AbortSignal.timeout(60000) });
    return response.json();
  };
  return async ({ id, start, home }) => {
    try {
      await serve(homeOf(home));
      const query = "?directory=" + encodeURIComponent(start);
      const session = await post("/session" + query, { title: id });
      await post(`/session/${session.id}/message${query}`, { model: { providerID: "l", modelID: "m" }, parts: [{ type: "text", text: id }] });
      await post("/instance/dispose" + query, {});
    } catch (error) {
      server?.process.kill("SIGKILL");
      server = undefined;
      if (!heard.has(id)) return { error: String(error) };
    }
    const system = heard.get(id);
    if (system === undefined) return { error: "no request came" };
    const first = system.indexOf("Instructions from: ");
    const skills = system.lastIndexOf("\nSkills provide specialized instructions");
    return { text: first < 0 ? "" : system.slice(first, skills < first ? undefined : skills) };
  };
}

const ask = await { gemini, opencode, copilot }[agent]();
writeFileSync(answers, "");
for (const line of readFileSync(questions, "utf8").split("\n").filter(Boolean)) {
  const question = JSON.parse(line);
  let answer;
  try {
    answer = await ask(question);
  } catch (error) {
    answer = { error: String(error) };
  }
  appendFileSync(answers, JSON.stringify({ id: question.id, ...answer }) + "\n");
}
process.exit(0);
