// Tests the extension in VS Code, in a browser:
//
//   node vscode.mjs PACKAGES VSIX ARCHIVE [SCREENSHOTS]
//
// PACKAGES has code-server, whose lib/vscode is VS Code with a server, and playwright-core. ARCHIVE is a txtar archive of a
// workspace. The program skilllint of PATH is the server.
import { spawn, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";

const [packages, vsix, archive, screenshots] = process.argv.slice(2).map((p) => path.resolve(p));
const { chromium } = createRequire(path.join(packages, "package.json"))("playwright-core");
const vscode = path.join(packages, "node_modules/code-server/lib/vscode");
const port = 18900 + (process.pid % 1000);
const server = [path.join(vscode, "out/server-main.js"), "--accept-server-license-terms", "--telemetry-level", "off", "--force-disable-user-env",
  "--server-data-dir", path.join(packages, "data"), "--extensions-dir", path.join(packages, "extensions")];
const workspace = path.join(mkdtempSync(path.join(tmpdir(), "skilllint")), "project");
const deploy = path.join(workspace, ".claude/skills/deploy/SKILL.md");
let failures = 0;

function check(what, ok, details = "") {
  console.log(`${ok ? "ok" : "FAILED"}: ${what}${ok ? "" : `: ${details}`}`);
  if (!ok) failures++;
}

const parts = readFileSync(archive, "utf8").split(/^-- (.+) --\n/m);
for (let i = 1; i < parts.length; i += 2) {
  mkdirSync(path.dirname(path.join(workspace, parts[i])), { recursive: true });
  writeFileSync(path.join(workspace, parts[i]), parts[i + 1]);
}

// An untrusted workspace that tries to run its own program.
mkdirSync(path.join(workspace, ".vscode"), { recursive: true });
writeFileSync(path.join(workspace, "hostile"), `#!/bin/sh\ntouch "${workspace}/hostile.ran"\n`, { mode: 0o755 });
writeFileSync(path.join(workspace, "skilllint"), `#!/bin/sh\ntouch "${workspace}/hostile.ran"\n`, { mode: 0o755 });
writeFileSync(path.join(workspace, ".vscode/settings.json"), '{ "skilllint.path": "./hostile" }');

if (!existsSync(path.join(vscode, "node_modules.asar"))) symlinkSync("node_modules", path.join(vscode, "node_modules.asar"));
execFileSync(process.execPath, [...server, "--install-extension", vsix], { stdio: "ignore" });
const running = spawn(process.execPath, [...server, "--host", "127.0.0.1", "--port", `${port}`, "--without-connection-token"], { cwd: workspace });
const ready = new Promise((resolve) => running.stdout.on("data", (d) => `${d}`.includes("Extension host agent listening") && resolve()));
running.stderr.resume();
await ready;

const executable = ["/usr/bin/chromium", "/usr/bin/google-chrome", "/usr/bin/chromium-browser"].find(existsSync);
const browser = await chromium.launch({ executablePath: executable, args: ["--no-sandbox"] });
let page;

// open opens the skill in a new browser context, where VS Code asks whether to trust the workspace, and answers.
async function open(answer) {
  await page?.context().close();
  const context = await browser.newContext({ viewport: { width: 1060, height: 640 }, permissions: ["clipboard-read", "clipboard-write"] });
  page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const payload = JSON.stringify([["openFile", `vscode-remote://localhost:${port}${deploy}`]]);
  await page.goto(`http://localhost:${port}/?folder=${workspace}&payload=${encodeURIComponent(payload)}`);
  await page.getByText(answer).click();
}
// command runs a command of the palette. It retries, because the palette may close or be incomplete while the editor starts.
async function command(title) {
  for (let attempt = 0; attempt < 20; attempt++) {
    await page.keyboard.press("F1");
    const opened = await page.waitForSelector(".quick-input-widget input", { timeout: 2000 }).catch(() => null);
    if (opened) await page.keyboard.type(title, { delay: 5 });
    const row = page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first();
    if (opened && await row.click({ timeout: 3000 }).then(() => true, () => false)) return;
    await page.keyboard.press("Escape");
    await page.waitForTimeout(500);
  }
  throw new Error(`no command ${title}`);
}
async function screenshot(name) {
  if (screenshots) await page.screenshot({ path: path.join(screenshots, `${name}.png`) });
}
const text = async (selector) => (await page.locator(selector).allInnerTexts()).join("\n").replaceAll("\u00a0", " ");
const problems = () => text("#status\\.problems");
// waitForText waits until the text of elements matches.
async function waitForText(what, selector, pattern) {
  let got = "";
  for (let i = 0; i < 600; i++) {
    got = await text(selector).catch(String);
    if (pattern.test(got)) return check(what, true);
    await page.waitForTimeout(100);
  }
  check(what, false, got);
  await screenshot(`failed-${failures}`);
}
// seek moves the cursor to a text with the find widget.
async function seek(needle) {
  await page.locator(".monaco-editor .view-lines").first().click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Control+f");
  await page.keyboard.type(needle, { delay: 5 });
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
}

try {
  await open("No, I don't trust the authors");
  await waitForText("findings in restricted mode", "#status\\.problems", /3\s+4/);
  check("the program of the workspace was not run", !existsSync(path.join(workspace, "hostile.ran")));

  writeFileSync(path.join(workspace, ".vscode/settings.json"), '{ "files.autoSave": "off" }');
  await open("Yes, I trust the authors");
  await waitForText("findings of open and closed files", "#status\\.problems", /3\s+4/);
  check("a program in the working directory was not run", !existsSync(path.join(workspace, "hostile.ran")));
  await waitForText("tokens of the skill in the status bar", ".statusbar-item[id='skilllint.skilllint.skilllint.cost'], .statusbar", /\d+ tokens/);
  for (const name of ["hostile", "skilllint"]) rmSync(path.join(workspace, name));
  await command("Problems: Focus on Problems View");
  await waitForText("the problems view", ".markers-panel", /unknown tool "Grepp"/);
  await screenshot("problems");

  for (let attempt = 0; attempt < 10 && await page.locator(".action-widget").count() === 0; attempt++) {
    await seek("Grepp"); // a notification or a suggestion may take the focus
    await page.keyboard.press("Control+.");
    await page.waitForSelector(".action-widget", { timeout: 5000 }).catch(() => null);
  }
  await waitForText("code actions", ".action-widget", /Grep/);
  await screenshot("actions");
  await page.keyboard.press("Enter");
  await waitForText("an applied code action", "#status\\.problems", /2\s+4/);

  await seek("allowed-tools");
  await command("Show or Focus Hover");
  await waitForText("a hover text", ".monaco-hover", /allowed-tools/);
  await screenshot("hover");
  await page.keyboard.press("Escape");

  await command("View: Toggle Panel Visibility");
  await command("View: Toggle Primary Side Bar Visibility");
  await command("skilllint: Show What the Client Sees");
  const view = page.frameLocator("iframe.webview").frameLocator("iframe");
  await view.locator("h1").waitFor();
  const shown = await view.locator("body").innerText();
  check("the client view", /What clients see of deploy/.test(shown) && /claude-code: (loads|partial)/.test(shown), shown);
  check("no errors in the client view", !/not supported|unknown flag|Usage:/.test(shown), shown);
  const scripts = await view.locator("script").count();
  check("no scripts in the client view", scripts <= 1, `${scripts}`);
  await screenshot("clients");
  check("the file was not saved", readFileSync(deploy, "utf8").includes("Grepp"));
} catch (e) {
  check("session", false, e.stack);
  await screenshot("failed");
}
await browser.close();
running.kill();
rmSync(path.dirname(workspace), { recursive: true, force: true });
process.exit(failures ? 1 : 0);
