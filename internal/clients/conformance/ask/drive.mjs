// Asks the agents that are libraries for node. Arguments: agent, node_modules, a file of JSON
// lines {id, path of SKILL.md}, the file for the answers.
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
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

const ask = await { gemini, agentskills }[agent]();
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
