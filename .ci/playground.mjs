// Uses the playground and the front page of the site in Chromium: lints, applies fixes, edits files, opens links, and works
// offline. It must request nothing but its own files, run nothing of its input, and fit a narrow window.
//
//   node playground.mjs PACKAGES SITE PROFILE TREES
//
// PACKAGES is the directory of playwright-core, SITE the output of go run ./internal/gen site. TREES has trees with the
// results of the program, from TestTrees in internal/playground; the page must have the same results. Screenshots are written to
// light.png, dark.png and narrow.png in PROFILE, and the page after the first lint to rendered.html.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { brotliCompressSync, constants, gunzipSync } from "node:zlib";

const [packages, site, profile, treesFile] = process.argv.slice(2);
const { chromium } = createRequire(path.resolve(packages, "package.json"))("playwright-core");
const wrong = [];
const expect = (ok, what) => ok || wrong.push(what);

// The limit is 5 MiB at quality 11, which takes a minute. At quality 9, the file is 14.5 % larger.
function size() {
  const wasm = gunzipSync(readFileSync(path.join(site, "playground/skilllint.wasm.gz")));
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants;
  const brotli = brotliCompressSync(wasm, { params: { [BROTLI_PARAM_QUALITY]: 9, [BROTLI_PARAM_LGWIN]: 24 } });
  expect(brotli.length <= 6_250_000, `the linter has ${brotli.length} bytes, compressed by brotli at quality 9`);
  return `linter: ${wasm.length} bytes, ${brotli.length} with brotli (quality 9)`;
}

// listen starts a server on a free port.
const listen = (handler) => new Promise((resolve) => {
  const server = createServer(handler);
  server.listen(0, "127.0.0.1", () => resolve(server));
});

// The site, whose requests are recorded, and a proxy that gets those to all other servers.
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };
const requests = [], foreign = [];
let missing = ""; // a path for which the server returns 404
const ownServices = /(^|\/\/|\.)(google|googleapis|gvt1)\.com[:/]/; // contacted by Chromium itself
const record = ({ url }) => ownServices.test(url) || foreign.push(url);
const web = await listen((request, response) => {
  const { pathname } = new URL(request.url, "http://site");
  requests.push(`${request.method} ${pathname}`);
  try {
    if (pathname === missing) throw new Error("not found");
    const data = readFileSync(path.join(site, pathname.endsWith("/") ? `${pathname}index.html` : pathname));
    response.setHeader("Content-Type", types[path.extname(pathname.replace(/\/$/, ".html"))] ?? "application/octet-stream");
    response.end(data);
  } catch {
    response.statusCode = 404;
    response.end();
  }
});
const proxy = await listen((request, response) => {
  record(request);
  response.destroy();
});
proxy.on("connect", (request, socket) => {
  record(request);
  socket.destroy();
});
const origin = `http://127.0.0.1:${web.address().port}`;
const home = `${origin}/playground/`;
const executablePath = execFileSync("sh", ["-c", "command -v chromium"], { encoding: "utf8" }).trim();
let contexts = 0;
const browser = (options = {}) => chromium.launchPersistentContext(path.join(profile, `profile-${contexts++}`), {
  executablePath, headless: true, viewport: { width: 1400, height: 1000 }, ...options,
  proxy: { server: `http://127.0.0.1:${proxy.address().port}`, bypass: "127.0.0.1" },
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"],
});

// newPage returns a page that records what a page must not do.
async function newPage(context) {
  await context.addInitScript(() => {
    window.violations = [];
    document.addEventListener("securitypolicyviolation", (e) => window.violations.push(`${e.violatedDirective} ${e.blockedURI}`));
  });
  const page = await context.newPage();
  page.on("console", (m) => expect(!["error", "warning"].includes(m.type()) || /favicon\.ico$|o200k\.bin$/.test(m.location().url), `console: ${m.text()}`));
  page.on("pageerror", (e) => expect(false, `error in the page: ${e}`));
  page.on("dialog", (d) => { expect(false, `a dialog: ${d.message()}`); d.dismiss(); });
  return page;
}

const ready = (page) => page.waitForFunction(() => document.getElementById("summary").textContent !== "", null, { timeout: 60_000 });
const summary = (page) => page.textContent("#summary");
const rules = (page) => page.locator(".finding .head > :last-child").allTextContents();
// until waits until a function of the page returns true.
const until = (page, what, f, value) => page.waitForFunction(f, value, { timeout: 60_000 }).catch(() => expect(false, `did not happen: ${what}`));
// write replaces the text at once. Chromium takes minutes to type thousands of lines, on any page.
const write = (page, text) => page.evaluate((text) => {
  const area = document.getElementById("text");
  area.value = text;
  area.dispatchEvent(new Event("input"));
}, text);
const hasRule = ([rule, has]) => [...document.querySelectorAll(".finding .head > :last-child")].some((e) => e.textContent === rule) === has;
const shows = (page, rule, has = true) => until(page, `${rule} ${has ? "appears" : "disappears"}`, hasRule, [rule, has]);

// lintAndFix lints the first example, and fixes and changes it.
async function lintAndFix(page) {
  await page.goto(home);
  await ready(page);
  expect((await summary(page)).startsWith("2 errors"), `summary: ${await summary(page)}`);
  expect((await page.textContent(".finding .message")).startsWith("invalid YAML"), "no message about YAML");
  expect(await page.locator(".mark.error").count() >= 2, "the errors are not marked");
  const colored = await page.evaluate(() => ["k", "h", "s"].map((c) => document.querySelector(`.lines .${c}`)?.textContent).join("|"));
  expect(colored === "name|# Code review|references/cheklist.md", `colors: ${colored}`);
  expect(await page.locator(".outcomes .rejected").count() === 1 && (await page.textContent(".outcomes")).includes("GitHub Copilot"), "no client rejects the skill");
  await page.click(".finding .place >> nth=1");
  const selected = () => page.evaluate(() => { const t = document.getElementById("text"); return t.value.slice(t.selectionStart, t.selectionEnd); });
  expect(await selected() === "references/cheklist.md", `the position selects ${await selected()}`);

  await page.click("text=Quote the value");
  await shows(page, "frontmatter/syntax", false);
  expect((await page.inputValue("#text")).includes('description: "Reviews changes: correctness'), "the fix does not change the text");
  expect(await page.evaluate(() => document.activeElement.id) === "undo", "the focus is lost after a fix");
  await page.click("#undo");
  await shows(page, "frontmatter/syntax");
  await page.click("#fix-all");
  await shows(page, "frontmatter/syntax", false);
  await page.click("text=/^Replace with/");
  await shows(page, "links/broken", false);

  await page.click("#tabs [role=tab] >> nth=1");
  await page.click("#delete");
  await shows(page, "links/broken");
  await page.click("#add");
  await page.fill("#path", "skills/../x.md");
  await page.press("#path", "Enter");
  expect((await page.textContent("#path-error")) !== "", "a path with .. is accepted");
  await page.fill("#path", "skills/code-review/references/checklist.md");
  await page.press("#path", "Enter");
  await page.keyboard.type("# Checklist\n\n- one 😀\n");
  await shows(page, "links/broken", false);
  await page.click("#rename");
  await page.fill("#path", "skills/code-review/references/list.md");
  await page.click("#path-save");
  await shows(page, "links/broken");
  await page.click("#undo");
  await shows(page, "links/broken", false);
  await page.focus("#tabs [aria-selected=true]");
  await page.keyboard.press("ArrowLeft");
  expect(await page.evaluate(() => document.activeElement.id === "tab-0" && document.activeElement.getAttribute("aria-selected") === "true"), "arrow keys do not change the tab");
}

// checkChoices changes dialect and target, and opens each example.
async function checkChoices(page) {
  await page.goto(home);
  await ready(page);
  const text = "---\nname: code-review\ndescription: Reviews code. Use when asked.\nuser-invocable: maybe\n---\n# Review\n\nText.\n";
  await write(page, text);
  await until(page, "warnings", () => document.getElementById("summary").textContent.startsWith("2 warnings"));
  await page.selectOption("#dialect", "copilot");
  await until(page, "an error of the dialect", () => document.querySelector(".finding.error .message")?.textContent.includes("must be a boolean"));
  await page.selectOption("#dialect", "");
  await page.selectOption("#target", "agentskills");
  await until(page, "a finding of the target", () => document.getElementById("findings").textContent.includes("unknown field"));
  const titles = await page.locator("#example option").allTextContents();
  for (const [i, title] of titles.entries()) {
    await page.selectOption("#example", String(i));
    await until(page, `results of "${title}"`, (clean) => (document.getElementById("summary").textContent === "No findings") === clean, title.endsWith("without findings"));
  }
  return titles.length;
}

// share opens a copied link in another page, and invalid links.
async function share(context, page) {
  await page.goto(home);
  await ready(page);
  await write(page, "---\nname: geteilt\ndescription: Teilt 日本語 😀. Use when shared.\n---\n# Geteilt\n\n[x](fehlt.md)\n");
  await page.selectOption("#dialect", "codex");
  await page.click("#share");
  await until(page, "a fragment", () => location.hash.length > 10);
  const url = page.url();
  const other = await newPage(context);
  await other.goto(url);
  await ready(other);
  expect((await other.inputValue("#text")).includes("Teilt 日本語 😀") && await other.inputValue("#dialect") === "codex", "the link does not carry the tree");
  expect((await rules(other)).includes("links/broken"), `findings of the link: ${await rules(other)}`);
  await other.evaluate(() => { location.hash = "zAAAA"; });
  await until(other, "a message about the link", () => document.getElementById("state").classList.contains("failed"));
  const bomb = await other.evaluate(async () => {
    const stream = new Blob(Array(64).fill("x".repeat(1 << 20))).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    return btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join("")).replaceAll("+", "-").replaceAll("/", "_");
  });
  await other.evaluate((text) => { location.hash = `z${text}`; }, bomb);
  await other.waitForTimeout(500);
  expect((await other.inputValue("#text")).includes("Teilt"), "a link that is too large replaces the tree");
  await other.evaluate(() => { delete window.CompressionStream; });
  await other.click("#share");
  await until(other, "a fragment without compression", () => location.hash.startsWith("#j"));
  await page.goto("about:blank");
  await page.goto(other.url());
  await ready(page);
  expect((await page.inputValue("#text")).includes("Teilt 日本語 😀"), "a link without compression does not carry the tree");
  await other.close();
}

// compareTrees compares the results in the page with those of the program, and returns the number of trees.
async function compareTrees(page) {
  const trees = JSON.parse(readFileSync(treesFile, "utf8"));
  const results = await page.evaluate((trees) => new Promise((resolve, reject) => {
    const worker = new Worker("worker.js"), results = [];
    const next = () => {
      if (results.length === trees.length) return resolve(results);
      worker.postMessage({ files: trees[results.length].files, dialect: "", targets: [], fix: false });
    };
    worker.onmessage = ({ data }) => {
      if (data.fatal) reject(new Error(data.fatal));
      if (!data.ready) results.push(data.result ?? data.error);
      next();
    };
  }), trees);
  for (const [i, tree] of trees.entries()) expect(JSON.stringify(results[i]) === JSON.stringify(tree.result), `${tree.name}: another result in the page`);
  return trees.length;
}

// hostile opens a tree that tries to run code, and trees over the limits.
async function hostile(page) {
  const code = `"><img src=x onerror="window.hit=1"><script>window.hit=1</script>\${alert(1)}\u202e\u0007`;
  const files = [
    [`skills/${code.replaceAll("/", "")}/SKILL.md`, `---\nname: '${code}'\ndescription: ${code}\n${code}: 1\n---\n# ${code}\n\n[a](${code}) [b](<${code}.md>) {{${code}}}\n\n<script>window.hit=1</script>\n`],
    [".claude/agents/<b>.md", `---\nname: <img src=x onerror=alert(1)>\ntools: <svg/onload=alert(1)>\nskills: [${JSON.stringify(code)}]\n---\n${code}\n`],
    ["__proto__/SKILL.md", "---\nname: constructor\ndescription: x\n---\n"],
  ];
  const link = `#j${Buffer.from(JSON.stringify({ files, dialect: code, target: code })).toString("base64url")}`;
  await page.goto("about:blank");
  await page.goto(home + link);
  await ready(page);
  await page.waitForTimeout(300);
  const seen = await page.evaluate(() => ({
    hit: window.hit, violations: window.violations, images: document.images.length, scripts: document.scripts.length,
    handlers: [...document.querySelectorAll("*")].flatMap((e) => [...e.attributes]).filter((a) => a.name.startsWith("on") || a.name === "style").length,
    tabs: [...document.querySelectorAll("#tabs [role=tab]")].map((e) => e.textContent).join(" "),
    strange: [...document.querySelectorAll(".playground *")].map((e) => e.localName).filter((n) => ["img", "script", "svg", "b-", "iframe", "style"].includes(n)),
    links: [...document.querySelectorAll(".playground a")].map((a) => a.href).filter((h) => !h.startsWith(`${location.origin}/rules/`)),
  }));
  expect(!seen.hit && seen.images === 0 && seen.scripts === 2 && seen.handlers === 0 && seen.strange.length === 0 && seen.links.length === 0, `hostile input: ${JSON.stringify(seen)}`);
  expect(seen.violations.length === 0, `violations of the policy: ${seen.violations}`);
  expect(seen.tabs.includes("<script>") || seen.tabs.includes("SKILL.md"), `tabs: ${seen.tabs}`);
  expect((await page.locator(".finding").count()) > 0, "hostile input has no findings");

  await write(page, "x".repeat(200_000));
  await until(page, "a message about the size", () => document.getElementById("state").textContent.includes("100 KiB"));
  expect((await summary(page)) === "Not linted", `summary of a file over the limit: ${await summary(page)}`);
  await write(page, `---\nname: a\ndescription: ${"[".repeat(20_000)}\n---\n${"[a](".repeat(15_000)}`);
  await until(page, "the result of a nested text", () => document.getElementById("state").textContent === "Linted again." && document.querySelectorAll(".finding").length > 0);
  await write(page, "- a\n".repeat(20_000));
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

// frontPage edits the example of the front page, which loads the linter only then, and opens the example of a rule.
async function frontPage(page) {
  const before = requests.length;
  await page.goto(`${origin}/index.html`);
  await until(page, "findings of the front page", () => document.querySelectorAll("#findings button").length > 0 && document.querySelectorAll(".mark.error").length > 0);
  const bytes = await page.evaluate(() => [...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")].reduce((sum, e) => sum + e.encodedBodySize, 0));
  expect(bytes > 20_000 && bytes < 300_000, `the front page loads ${bytes} bytes`);
  expect(!requests.slice(before).some((a) => a.includes("wasm")), "the front page loads the linter before it is needed");
  await page.click("text=Quote the value");
  await shows(page, "frontmatter/syntax", false);
  await shows(page, "frontmatter/tool");
  await page.fill("#text", "# Code review\n\nRead the change.\n");
  await shows(page, "frontmatter/tool", false);
  await page.goto(`${origin}/rules/links/broken.html`);
  await page.click("text=Try it in the playground");
  await ready(page);
  await shows(page, "links/broken");
  return bytes;
}

// vocabulary checks that the file for token counts is loaded only for a text that requires it.
async function vocabulary(page) {
  const loads = () => requests.filter((a) => a.endsWith("o200k.bin")).length;
  expect(loads() === 0, "the vocabulary was loaded for a text that does not need it");
  await page.goto(home);
  await ready(page);
  const text = `---\nname: code-review\ndescription: 日本語の文章を確認する。\n---\n# 確認\n\n${"文章を読んで、問題を報告する。\n\n".repeat(1400)}`;
  missing = "/playground/o200k.bin";
  await write(page, text);
  await until(page, "a message about the vocabulary", () => document.getElementById("state").textContent.includes("vocabulary"));
  await page.waitForTimeout(2500);
  expect(loads() === 1, `without the vocabulary, the page asks ${loads()} times for it`);
  missing = "";
  await write(page, `${text}\n`);
  await until(page, "a token count", () => document.getElementById("findings").textContent.includes("tokens"));
  expect(loads() === 2, `the vocabulary was loaded ${loads() - 1} times`);
}

// offline stops the server, reloads the page and lints.
async function offline(page) {
  await page.goto(home);
  await ready(page);
  await until(page, "the service worker is active", async () => (await navigator.serviceWorker.getRegistration())?.active?.state === "activated");
  web.close();
  web.closeAllConnections();
  await page.reload();
  await ready(page);
  await page.click("#fix-all");
  await shows(page, "frontmatter/syntax", false);
}

// takeScreenshots takes screenshots in several windows, and returns the time of the first lint.
async function takeScreenshots() {
  const windows = { light: {}, dark: { colorScheme: "dark" }, narrow: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 } };
  const times = [];
  for (const [name, options] of Object.entries(windows)) {
    const context = await browser(options);
    const page = await newPage(context);
    const start = Date.now();
    await page.goto(home);
    await ready(page);
    times.push(Date.now() - start);
    await page.waitForTimeout(500);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide <= 0, `${name}: ${wide} pixels wider than the window`);
    expect(await page.evaluate(() => document.getElementById("lines").offsetHeight === document.getElementById("text").offsetHeight), `${name}: numbers and text differ in height`);
    const unnamed = await page.evaluate(() => [...document.querySelectorAll(".playground :is(button, input, select, textarea)")]
      .filter((e) => !(e.labels?.length || e.getAttribute("aria-label") || e.textContent.trim())).map((e) => e.outerHTML));
    expect(unnamed.length === 0, `${name}: without a label: ${unnamed}`);
    if (name === "light") writeFileSync(path.join(profile, "rendered.html"), `<!DOCTYPE html>\n${await page.evaluate(() => document.documentElement.outerHTML)}`);
    await page.screenshot({ path: path.join(profile, `${name}.png`), fullPage: true });
    await context.close();
  }
  return times;
}

const start = Date.now();
console.log(size());
const context = await browser();
const page = await newPage(context);

// attempt runs a part of the test. Other parts run after a failure, too.
const attempt = async (part) => {
  try {
    return await part();
  } catch (e) {
    expect(false, String(e).slice(0, 400));
  }
};
await attempt(() => lintAndFix(page));
const examples = await attempt(() => checkChoices(page));
await attempt(() => share(context, page));
await attempt(() => vocabulary(page));
await attempt(() => hostile(page));
const trees = await attempt(() => compareTrees(page));
const times = await attempt(takeScreenshots) ?? [];
const bytes = await attempt(() => frontPage(page));
await attempt(() => offline(page));
await context.close();
const loaded = [...new Set(requests)].sort();
const allowed = /^GET \/(playground\/([a-z_]+\.(js|css)|o200k\.bin|skilllint\.wasm\.gz|(index\.html)?)|rules\/links\/broken\.html|(home|search)\.js|index\.html|style\.css|favicon\.ico)$/;
expect(loaded.every((a) => allowed.test(a)), `requests: ${loaded.filter((a) => !allowed.test(a))}`);
expect(foreign.length === 0, `requests to other servers: ${foreign}`);
proxy.close();
console.log(`${examples} examples, ${trees} trees as in the program, ${requests.length} requests for ${loaded.length} files, ${foreign.length} to other servers, ${bytes} bytes of the front page; first result after ${times.join(", ")} ms; ${Date.now() - start} ms`);
for (const text of wrong) console.log(`wrong: ${text}`);
process.exit(wrong.length === 0 ? 0 : 1);
