// Records which subagents Gemini CLI accepts.
//
//	npm install --prefix DIR @google/gemini-cli-core@0.61.0
//	node .ci/gemini-agents.mjs DIR rules/testdata/gemini-agents.jsonl
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const [folder, path] = process.argv.slice(2);
const loader = resolve(folder, "node_modules/@google/gemini-cli-core/dist/src/agents/agentLoader.js");
const { parseAgentMarkdown } = await import(loader);
const lines = [];
for (const line of readFileSync(path, "utf8").split("\n").filter(Boolean)) {
  const { file } = JSON.parse(line);
  const loads = await parseAgentMarkdown("agent.md", file).then(() => true, () => false);
  lines.push(JSON.stringify({ file, loads }));
}
writeFileSync(path, lines.join("\n") + "\n");
process.exit(0);
