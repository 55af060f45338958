// Asks agents for the list of skills that they show to their model. Arguments: agent, node_modules,
// a file of JSON lines {id, project, start, home}, the file for the answers: JSON lines {id, entries
// [{path, text, error}]} or {id, text} or {id, error}.
import { spawn } from "node:child_process";
import { appendFileSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const [agent, modules, questions, answers] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(join(modules, path)).href);

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
    const entries = skills.map((skill) => {
      const text = renderAgentSkills([skill]);
      const first = text.indexOf("<available_skills>\n") + "<available_skills>\n".length;
      return { path: skill.location, text: text.slice(first, text.lastIndexOf("</available_skills>")) };
    });
    return { entries };
  };
}

// A folder is one to ask about when it holds a file called so. Links to a folder above are not followed.
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
      continue; // a link to nowhere
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
        entries.push({ path, text: text.slice("<available_skills>\n".length, text.lastIndexOf("</available_skills>")) });
      } catch (error) {
        entries.push({ path: join(dir, "SKILL.md"), error: String(error.message).slice(0, 100) });
      }
    }
    return { entries };
  };
}

// opencode is asked to send a request to this process. One of its servers answers for all trees that
// share a home directory.
async function opencode() {
  const heard = new Map(); // text of the system message by the message's own text
  const chunk = (delta, finish_reason) => `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  const model = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const { messages } = JSON.parse(Buffer.concat(parts).toString("utf8"));
    const text = (message) => (typeof message.content === "string" ? message.content : message.content.map((part) => part.text).join(""));
    const system = messages.filter((m) => m.role === "system").map(text).join("\n");
    if (system.includes("<available_skills>")) heard.set(text(messages.at(-1)), system);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(chunk({ role: "assistant", content: "ok" }, null) + chunk({}, "stop") + "data: [DONE]\n\n");
  });
  await new Promise((done) => model.listen(0, "127.0.0.1", done));
  const config = {
    model: "l/m", small_model: "l/m", autoupdate: false, share: "disabled", snapshot: false, lsp: false, formatter: false,
    provider: { l: { npm: "@ai-sdk/openai-compatible", name: "l", options: { baseURL: `http://127.0.0.1:${model.address().port}/v1`, apiKey: "none" }, models: { m: { name: "m" } } } },
  };
  const environment = { ...process.env, OPENCODE_CONFIG_CONTENT: JSON.stringify(config) };
  for (const what of ["MODELS_FETCH", "AUTOUPDATE", "LSP_DOWNLOAD", "DEFAULT_PLUGINS", "FFF"]) environment["OPENCODE_DISABLE_" + what] = "1";
  environment.OPENCODE_EXPERIMENTAL_DISABLE_FILEWATCHER = "1";
  environment.npm_config_registry = "http://127.0.0.1:9"; // a tree with .opencode shall install nothing
  let server;
  const serve = async (home, dir) => {
    if (server?.home === home && server.asked++ < 60) return server; // it keeps much of each tree in memory
    server?.process.kill("SIGKILL");
    const child = spawn(join(modules, "opencode-linux-x64/bin/opencode"), ["serve", "--port", "0"], { cwd: dir, env: { ...environment, HOME: home }, stdio: ["ignore", "pipe", "pipe"] });
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
    return (server = { home, asked: 1, process: child, url });
  };
  const post = async (path, body) => {
    const response = await fetch(server.url + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal: AbortSignal.timeout(180000) });
    return response.json();
  };
  process.on("SIGTERM", () => process.exit(1));
  process.on("exit", () => server?.process.kill("SIGKILL"));
  return async ({ id, start, home }) => {
    try {
      await serve(home, dirname(home));
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
    if (system === undefined) return { error: "no request with a list of skills came" };
    return { text: system.slice(system.indexOf("<available_skills>"), system.lastIndexOf("</available_skills>") + 19) + "\n" };
  };
}

const ask = await { gemini, agentskills, opencode }[agent]();
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
