// Opens the HTML reports of a directory in Chromium. No text from the input may run as a script and nothing may be
// loaded from the network. Filters must work, and reports must be readable without scripts and in dark mode.
//
//   node pages.mjs PACKAGES DIRECTORY PROFILE
//
// Screenshots are written to light.png, dark.png and narrow.png in DIRECTORY.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [packages, directory, profile] = process.argv.slice(2);
const { chromium } = createRequire(path.resolve(packages, "package.json"))("playwright-core");
const pages = readdirSync(directory).filter((name) => name.endsWith(".html"));
const wrong = [];
const expect = (ok, what) => ok || wrong.push(what);

const executablePath = execFileSync("sh", ["-c", "command -v chromium"], { encoding: "utf8" }).trim();
const browser = (name, options = {}) => chromium.launchPersistentContext(path.join(profile, name), {
  executablePath, headless: true, viewport: { width: 1200, height: 900 }, ...options,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

// open opens a report and records everything that a page must not do.
async function open(page, name) {
  const url = pathToFileURL(path.join(directory, name)).href;
  page.removeAllListeners();
  page.on("console", (m) => expect(m.type() !== "error" && m.type() !== "warning", `${name}: console message: ${m.text()}`));
  page.on("pageerror", (e) => expect(false, `${name}: ${e}`));
  page.on("dialog", (d) => { expect(false, `${name}: opens a dialog: ${d.message()}`); d.dismiss(); });
  page.on("request", (r) => expect(r.url() === url, `${name}: requests ${r.url()}`));
  page.on("framenavigated", (f) => expect(f.url() === url, `${name}: navigates to ${f.url()}`));
  await page.goto(url);
}

const tags = ("html head meta title style body header h1 h2 h3 h4 p b div input span select option optgroup output button main section article a pre mark ul ol li footer " +
  "script noscript label details summary code svg rect table thead tbody tr th td").split(" ");
const visible = (page) => page.locator("article:visible").count();
// shows waits until a page shows n findings, since it filters after the event. It returns whether it does.
async function shows(page, n) {
  for (let tries = 0; tries < 500; tries++, await page.waitForTimeout(20)) if (await visible(page) === n) return true;
  return false;
}
// total returns the number of findings in the data of a report.
const total = (page) => page.evaluate(() => JSON.parse(document.getElementById("data")?.textContent ?? '{"findings":[]}').findings.length);

async function checkSafety() {
  const context = await browser("all");
  await context.addInitScript(() => {
    window.violations = [];
    document.addEventListener("securitypolicyviolation", (e) => window.violations.push(e.violatedDirective + " " + e.blockedURI));
  });
  const page = await context.newPage();
  let findings = 0, violations = 0, busiest = ["", 0];
  for (const name of pages) {
    await open(page, name);
    const seen = await page.evaluate((tags) => ({
      violations: window.violations,
      strange: [...document.querySelectorAll("*")].filter((e) => !tags.includes(e.localName)).map((e) => e.localName),
      scripts: document.scripts.length,
      handlers: [...document.querySelectorAll("*")].flatMap((e) => [...e.attributes]).map((a) => a.name).filter((n) => n.startsWith("on") || n === "style" || n === "src"),
      links: [...document.links].map((a) => a.href).filter((h) => !h.startsWith("https://github.com/skilllint/skilllint/") && !h.startsWith("https://example.test/") && !h.startsWith("file:")),
      wide: document.documentElement.scrollWidth > window.innerWidth,
    }), tags);
    violations += seen.violations.length;
    expect(seen.violations.length === 0, `${name}: violates its content security policy: ${seen.violations}`);
    expect(seen.strange.length === 0, `${name}: unexpected elements ${seen.strange}`);
    expect(seen.scripts <= 2, `${name}: ${seen.scripts} scripts`);
    expect(seen.handlers.length === 0 && seen.links.length === 0, `${name}: ${seen.handlers} ${seen.links}`);
    expect(!seen.wide, `${name}: is wider than the window`);
    const n = await total(page);
    findings += n;
    if (n > busiest[1] && n < 100) busiest = [name, n];
  }
  await context.close();
  return { findings, violations, busiest: busiest[0] };
}

async function filters(name) {
  const context = await browser("filters");
  const page = await context.newPage();
  await open(page, name);
  const all = await total(page);
  expect(await shows(page, all), `${name}: ${await visible(page)} of ${all} findings are shown initially`);
  const count = (selector) => page.locator(selector).count();
  const errors = await count("article.error");
  const button = page.locator("#severities button").first();
  await button.click();
  expect(await shows(page, all - errors), `${name}: without errors ${await visible(page)} are shown, not ${all - errors}`);
  expect(await button.getAttribute("aria-pressed") === "false", `${name}: the button is not marked as off`);
  expect((await page.locator("#shown").textContent()) === `${all - errors} of ${all}`, `${name}: the count is wrong`);
  await button.focus();
  await page.keyboard.press("Enter");
  expect(await shows(page, all), `${name}: Enter does not show the errors again`);
  const option = page.locator("#rules option").nth(1);
  const ofRule = Number((await option.textContent()).match(/\((\d+)\)$/)[1]);
  await page.selectOption("#rules", await option.getAttribute("value"));
  expect(await shows(page, ofRule), `${name}: ${await visible(page)} findings of a rule are shown, not ${ofRule}`);
  await page.fill("#search", "no such words anywhere");
  expect(await shows(page, 0), `${name}: a search for text that does not occur has results`);
  await page.fill("#search", "");
  await page.selectOption("#rules", "-1");
  expect(await shows(page, all), `${name}: clearing the filters does not show all findings`);
  // Causes and skills select findings.
  const places = (await page.locator("#causes summary b").allTextContents()).reduce((sum, n) => sum + Number(n), 0);
  expect(places === all, `${name}: the causes have ${places} places, not ${all}`);
  await page.locator("#causes summary").first().click();
  const cause = page.locator("#causes button[data-cause]").first();
  const n = Number.parseInt(await cause.textContent(), 10);
  await cause.click();
  expect(await shows(page, n), `${name}: ${await visible(page)} findings of a cause are shown, not ${n}`);
  await page.keyboard.press("Enter");
  expect(await shows(page, all), `${name}: the chosen cause cannot be removed by keyboard`);
  await page.locator("#columns button").first().click();
  const skills = await page.locator("#rows td:first-child").allTextContents();
  expect(skills.join() === skills.toSorted().join(), `${name}: the skills are not sorted by name: ${skills}`);
  await page.fill("#skill-search", skills[0]);
  await page.locator("#rows button").first().click();
  expect(await visible(page) > 0 && (await page.locator("#list h3").allTextContents()).every((path) => path.startsWith(skills[0].replace(/^\.$/, ""))), `${name}: findings of another skill`);
  await context.close();
  return all;
}

async function withoutScripts(name) {
  const context = await browser("plain", { javaScriptEnabled: false });
  const page = await context.newPage();
  await open(page, name);
  expect(await page.locator("#causes summary:visible").count() > 0, `${name}: without scripts, no causes are shown`);
  expect(await page.locator("#findings:visible, #skills:visible").count() === 0, `${name}: without scripts, controls are shown that cannot work`);
  await context.close();
}

// manyFindings repeats the findings of a report until it has 100,000, and checks that it stays usable.
async function manyFindings(name) {
  const text = readFileSync(path.join(directory, name), "utf8");
  const many = text.replace(/(id="data">)(.*?)(<\/script>)/s, (_, before, data, after) => {
    const all = JSON.parse(data);
    all.findings = Array.from({ length: 100_000 }, (_, i) => all.findings[i % all.findings.length]);
    return before + JSON.stringify(all).replaceAll("<", "\\u003c") + after;
  });
  const file = path.join(profile, "many.html");
  writeFileSync(file, many);
  const context = await browser("many");
  const page = await context.newPage();
  const start = Date.now();
  await page.goto(pathToFileURL(file).href);
  expect(await visible(page) === 100 && (await page.textContent("#shown")) === "100,000 of 100,000", `many findings: ${await page.textContent("#shown")}`);
  await page.click("#next");
  expect((await page.textContent("#page")) === "Page 2 of 1,000", `many findings: ${await page.textContent("#page")}`);
  await page.selectOption("#rules", { index: 1 });
  const time = Date.now() - start;
  await context.close();
  return time;
}

// contrasts returns the lowest contrast between text and its background, as defined by WCAG.
const contrasts = (page) => page.evaluate(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = (color) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const light = (c) => c.slice(0, 3).map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const background = (e) => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c[3] === 255) return c; } return [255, 255, 255, 255]; };
  let lowest = [99, ""];
  for (const e of document.querySelectorAll("body *")) {
    if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || e.offsetParent === null || ["SCRIPT", "STYLE", "OPTION"].includes(e.tagName)) continue;
    const [a, b] = [light(rgb(getComputedStyle(e).color)), light(background(e))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < lowest[0]) lowest = [ratio, `${e.localName}.${e.className}`];
  }
  return { lowest, background: light(rgb(getComputedStyle(document.body).backgroundColor)) };
});

async function checkContrast(name) {
  const contrast = {};
  for (const colorScheme of ["light", "dark"]) {
    const context = await browser(colorScheme, { colorScheme });
    const page = await context.newPage();
    await open(page, name);
    contrast[colorScheme] = await contrasts(page);
    expect(contrast[colorScheme].lowest[0] >= 4.5, `${name}: ${colorScheme}: contrast too low: ${contrast[colorScheme].lowest}`);
    await page.screenshot({ path: path.join(directory, colorScheme + ".png") });
    if (colorScheme === "light") {
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${name}: is wider than a phone`);
      await page.screenshot({ path: path.join(directory, "narrow.png") });
    }
    await context.close();
  }
  expect(contrast.light.background > 0.8 && contrast.dark.background < 0.2, `${name}: light and dark have the backgrounds ${contrast.light.background} and ${contrast.dark.background}`);
  return contrast;
}

const seen = await checkSafety();
const all = await filters(seen.busiest);
await withoutScripts(seen.busiest);
const many = await manyFindings(seen.busiest);
const contrast = await checkContrast(seen.busiest);
if (wrong.length > 0) {
  console.log([...new Set(wrong)].slice(0, 30).join("\n"));
  process.exit(1);
}
console.log(`${pages.length} pages with ${seen.findings} findings in Chromium: ${seen.violations} policy violations, no scripts run, no requests; ` +
  `filters work on ${all} findings, 100,000 are shown in ${many} ms, contrast at least ${contrast.light.lowest[0].toFixed(1)} (light) and ${contrast.dark.lowest[0].toFixed(1)} (dark) on ${seen.busiest}`);
