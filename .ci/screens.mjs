// Renders terminal screens with color escape sequences, from `tmux capture-pane -e`:
//
//   node screens.mjs PACKAGES IN.ansi OUT.png …
//
// PACKAGES has playwright-core.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const [packages, ...files] = process.argv.slice(2);
const { chromium } = createRequire(path.resolve(packages, "package.json"))("playwright-core");
const basic = ["#1d1f21", "#cc6666", "#8fa75a", "#d7a04f", "#6c93b8", "#a883b0", "#74a8a2", "#c5c8c6",
  "#7a7d80", "#e08080", "#b5bd68", "#f0c674", "#81a2be", "#b294bb", "#8abeb7", "#ffffff"];

function indexed(n) {
  if (n < 16) return basic[n];
  if (n >= 232) return `rgb(${Array(3).fill(8 + 10 * (n - 232))})`;
  return `rgb(${[Math.floor((n - 16) / 36), Math.floor((n - 16) / 6) % 6, (n - 16) % 6].map((c) => (c ? 55 + 40 * c : 0))})`;
}

// style applies the numbers of an escape sequence to a style.
function style(old, numbers) {
  const s = { ...old };
  for (let i = 0; i < numbers.length; i++) {
    const n = numbers[i];
    const color = () => (numbers[i + 1] === 5 ? indexed(numbers[(i += 2)]) : `rgb(${[numbers[i + 2], numbers[i + 3], numbers[(i += 4)]]})`);
    if (n === 0) return style({}, numbers.slice(i + 1));
    if (n === 1) s.bold = true;
    if (n === 2) s.dim = true;
    if (n === 3) s.italic = true;
    if (n === 4) s.underline = true;
    if (n === 7) s.reverse = true;
    if (n === 38) s.fg = color();
    else if (n === 48) s.bg = color();
    else if (n === 58) color();
    else if (n === 39) delete s.fg;
    else if (n === 49) delete s.bg;
    else if (n >= 30 && n < 38) s.fg = basic[n - 30];
    else if (n >= 40 && n < 48) s.bg = basic[n - 40];
    else if (n >= 90 && n < 98) s.fg = basic[n - 82];
    else if (n >= 100 && n < 108) s.bg = basic[n - 92];
  }
  return s;
}

// wide matches characters that take two columns.
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/gu;

function html(ansi) {
  let s = {}, out = "";
  for (const part of ansi.replace(/\n+$/, "").split(/(\x1b\[[0-9;:]*m)/)) {
    const escape = /^\x1b\[([0-9;:]*)m$/.exec(part);
    if (escape) {
      s = style(s, escape[1].split(/[;:]/).map(Number));
      continue;
    }
    const [fg, bg] = s.reverse ? [s.bg ?? basic[0], s.fg ?? basic[7]] : [s.fg, s.bg];
    const css = `${fg ? `color:${fg};` : ""}${bg ? `background:${bg};` : ""}${s.bold ? "font-weight:bold;" : ""}${s.dim ? "opacity:.6;" : ""}${s.underline ? "text-decoration:underline;" : ""}${s.italic ? "font-style:italic" : ""}`;
    const text = part.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`).replace(wide, (c) => `<span style="display:inline-block;width:2ch;overflow:hidden;height:15px;vertical-align:top">${c}</span>`);
    out += `<span style="${css}">${text}</span>`;
  }
  return `<pre style="margin:0;padding:10px;display:inline-block;background:${basic[0]};color:${basic[7]};font:14px/16px 'DejaVu Sans Mono',monospace">${out}</pre>`;
}

const executablePath = ["/usr/bin/chromium", "/usr/bin/google-chrome"].find(existsSync);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
for (let i = 0; i < files.length; i += 2) {
  const page = await browser.newPage();
  await page.setContent(html(readFileSync(files[i], "utf8")));
  await page.locator("pre").screenshot({ path: files[i + 1] });
}
await browser.close();
