// Functions shared by the scripts that ask clients for lists and instructions. Arguments of both: client,
// node_modules, a file of JSON lines {id, start, home}, the output file for the answers.
import { spawn } from "node:child_process";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

export const [agent, modules, questions, answers] = process.argv.slice(2);
export const load = (path) => import(pathToFileURL(join(modules, path)).href);

// chunk returns the path of the file in a bundle that contains some words. Names of such files differ between
// versions.
export const chunk = (directory, words, name = /\.m?js$/) => {
  for (const file of readdirSync(join(modules, directory)).sort())
    if (name.test(file) && readFileSync(join(modules, directory, file), "utf8").includes(words)) return directory + "/" + file;
  throw new Error(`no file in ${directory} has ${words}`);
};

// model starts a server that answers each request with "ok" in the format of OpenAI or Gemini, and passes its body to
// onRequest.
export async function model(onRequest) {
  const event = (value) => `data: ${JSON.stringify(value)}\n\n`;
  const delta = (delta, finish_reason) => event({ id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] });
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    let body = {};
    try {
      body = JSON.parse(Buffer.concat(parts).toString("utf8"));
    } catch {}
    onRequest(body);
    const candidate = { candidates: [{ content: { role: "model", parts: [{ text: "ok" }] }, finishReason: "STOP", index: 0 }], usageMetadata: { totalTokenCount: 1 } };
    const stream = (text) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(text);
    };
    const json = (value) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(value));
    };
    if (request.url.includes("streamGenerateContent")) stream(event(candidate));
    else if (request.url.includes("generateContent")) json(candidate);
    else if (request.url.includes("completions") && body.stream) stream(delta({ role: "assistant", content: "ok" }, null) + delta({}, "stop") + "data: [DONE]\n\n");
    else json({ object: "list", data: [{ id: "m", object: "model" }], id: "1", choices: [{ index: 0, message: { role: "assistant", content: "ok" }, finish_reason: "stop" }] });
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return server.address().port;
}

// text returns the text of a message's content.
export const text = (content) => (typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? "").join(""));

// between returns the part of a text from the first occurrence of one string to the last occurrence of another.
export const between = (text, from, to, start = 0) => {
  const first = text.indexOf(from, start);
  const last = text.lastIndexOf(to);
  return first < 0 || last < first ? "" : text.slice(first, last + to.length);
};

const children = new Set();
process.on("SIGTERM", () => process.exit(1));
process.on("exit", () => children.forEach((child) => child.kill("SIGKILL")));

// protocol starts a client that implements the Agent Client Protocol: one process for all trees with the same home
// directory.
export function protocol(program, args, env) {
  let client;
  const start = (home) => {
    mkdirSync(home, { recursive: true });
    client?.process.kill("SIGKILL");
    const child = spawn(program, args, { cwd: home, env: { PATH: process.env.PATH, NO_COLOR: "1", HOME: home, ...env }, stdio: ["pipe", "pipe", "pipe"] });
    children.add(child);
    client = { home, process: child, waiting: new Map(), last: 0, output: "" };
    const own = client;
    let rest = "";
    child.stderr.on("data", (data) => (own.output = (own.output + data).slice(-500)));
    child.stdout.on("data", (data) => {
      const lines = (rest + data).split("\n");
      rest = lines.pop();
      for (const line of lines.filter(Boolean)) {
        const message = JSON.parse(line);
        own.waiting.get(message.id)?.(message);
      }
    });
    child.on("close", () => own.waiting.forEach((done) => done({ error: { message: "the program exited: " + own.output } })));
  };
  const call = (method, params) =>
    new Promise((done, failed) => {
      const id = ++client.last;
      const limit = setTimeout(() => failed(new Error(method + ": no answer: " + client.output)), 120000);
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

// opencode returns a function that makes opencode, or kilo, which is made of the same code, send a request for a tree,
// and returns the last system message that contains some words. One server handles up to 60 trees with the same home
// directory, because it keeps much of each in memory.
export async function opencode(words, program = "opencode-linux-x64/bin/opencode", prefix = "OPENCODE_") {
  const received = new Map();
  const port = await model((body) => {
    if (!body.messages) return;
    const system = body.messages.filter((message) => message.role === "system").map((message) => text(message.content)).join("\n");
    const asked = text(body.messages.at(-1).content).split("\n")[0]; // kilo adds details
    if (!received.has(asked) || system.includes(words)) received.set(asked, system);
  });
  const config = {
    model: "l/m", small_model: "l/m", enabled_providers: ["l"], autoupdate: false, share: "disabled", snapshot: false, lsp: false, formatter: false,
    provider: { l: { npm: "@ai-sdk/openai-compatible", name: "l", options: { baseURL: `http://127.0.0.1:${port}/v1`, apiKey: "none" }, models: { m: { name: "m" } } } },
  };
  // opencode must not install anything for a tree with .opencode.
  const environment = { PATH: process.env.PATH, [prefix + "CONFIG_CONTENT"]: JSON.stringify(config), [prefix + "TELEMETRY_LEVEL"]: "off", npm_config_registry: "http://127.0.0.1:9" };
  for (const what of ["EXPERIMENTAL_DISABLE_FILEWATCHER", "DISABLE_MODELS_FETCH", "DISABLE_AUTOUPDATE", "DISABLE_LSP_DOWNLOAD", "DISABLE_DEFAULT_PLUGINS", "DISABLE_FFF", "DISABLE_SESSION_INGEST"]) environment[prefix + what] = "1";
  let server;
  const serve = async (home) => {
    if (server?.home === home && server.asked++ < 60) return;
    mkdirSync(home, { recursive: true });
    server?.process.kill("SIGKILL");
    const child = spawn(join(modules, program), ["serve", "--port", "0"], { cwd: dirname(home), env: { ...environment, HOME: home }, stdio: ["ignore", "pipe", "pipe"] });
    children.add(child);
    const url = await new Promise((done, failed) => {
      let output = "";
      const onData = (data) => {
        output += data;
        const address = /listening on (http:\S+)/.exec(output);
        if (!address) return;
        clearTimeout(limit);
        done(address[1]);
      };
      child.stdout.on("data", onData);
      child.stderr.on("data", onData);
      child.on("exit", () => failed(new Error("the program exited: " + output.slice(-300))));
      const limit = setTimeout(() => {
        child.kill("SIGKILL");
        failed(new Error("the program did not start: " + output.slice(-300)));
      }, 180000);
      limit.unref();
    });
    server = { home, asked: 1, process: child, url };
  };
  const post = async (path, body) => {
    const response = await fetch(server.url + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal: AbortSignal.timeout(180000) });
    return response.json();
  };
  return async ({ id, start, home }) => {
    try {
      await serve(home);
      const query = "?directory=" + encodeURIComponent(start);
      const session = await post("/session" + query, { title: id });
      await post(`/session/${session.id}/message${query}`, { model: { providerID: "l", modelID: "m" }, parts: [{ type: "text", text: id }] });
      await post("/instance/dispose" + query, {});
    } catch (error) {
      server?.process.kill("SIGKILL");
      server = undefined;
      if (!received.has(id)) throw error;
    }
    if (!received.has(id)) throw new Error("no request was received");
    return received.get(id);
  };
}

// pi returns a function that builds the system prompt of a session with Pi's library.
export async function pi() {
  const { createAgentSession } = await load("@earendil-works/pi-coding-agent/dist/bundle/index.js");
  return async ({ start, home }) => {
    process.env.HOME = home;
    const { session } = await createAgentSession({ cwd: start, agentDir: join(home, ".pi/agent") });
    const prompt = session.systemPrompt;
    session.dispose?.();
    return prompt;
  };
}

// continued returns what Continue computes for all trees, by ID. Continue exports nothing: a copy of the program gets
// statements at the start of the function that a pattern matches, with its groups "before" and "body".
export async function continued(pattern, statements) {
  const dist = join(modules, "@continuedev/cli/dist");
  const source = readFileSync(join(dist, "index.js"), "utf8");
  const found = pattern.exec(source)?.groups;
  const home = /([\w$]+)\.continueHome/.exec(source)?.[1];
  if (!found || !home) throw new Error("the program has changed");
  const loop = `if(process.env.TREES_OF){let fs=process.getBuiltinModule("node:fs"),all={},lines=fs.readFileSync(process.env.TREES_OF,"utf8").split("\\n").filter(Boolean);` +
    `delete process.env.TREES_OF;for(let line of lines){let q=JSON.parse(line);process.chdir(q.start);${home}.continueHome=q.home+"/.continue";` +
    `${statements(found)}}fs.writeFileSync(process.env.TREES_FOUND,JSON.stringify(all));process.exit(0)}`;
  writeFileSync(join(dist, "trees.js"), source.replace(pattern, () => found.before + loop + found.body));
  writeFileSync(join(dist, "trees-cn.js"), readFileSync(join(dist, "cn.js"), "utf8").replaceAll("./index.js", "./trees.js"));
  const project = join(dirname(questions), "project"), results = join(dirname(questions), "found.json"), config = join(dirname(questions), "config.yaml");
  mkdirSync(project, { recursive: true });
  const port = await model(() => {});
  writeFileSync(config, `name: l\nversion: 0.0.1\nschema: v1\nmodels:\n  - {name: m, provider: openai, model: m, apiKey: none, apiBase: "http://127.0.0.1:${port}/v1", roles: [chat]}\n`);
  const run = spawn(process.execPath, [join(dist, "trees-cn.js"), "-p", "--config", config, "hi"], { cwd: project, env: { ...process.env, TREES_OF: questions, TREES_FOUND: results }, stdio: "ignore" });
  await new Promise((done) => run.on("exit", done));
  return JSON.parse(readFileSync(results, "utf8"));
}

// answer answers all questions of the file in order, and ends the process.
export async function answer(ask) {
  writeFileSync(answers, "");
  for (const line of readFileSync(questions, "utf8").split("\n").filter(Boolean)) {
    const question = JSON.parse(line);
    let reply;
    try {
      reply = await ask(question);
    } catch (error) {
      reply = { error: String(error) };
    }
    appendFileSync(answers, JSON.stringify({ id: question.id, ...reply }) + "\n");
  }
  process.exit(0);
}
