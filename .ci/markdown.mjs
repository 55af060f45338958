// Compares how skilllint parses Markdown with other parsers.
//
//	node .ci/markdown.mjs PACKAGES READING HEADINGS
//
// PACKAGES is the directory in which commonmark, markdown-it, htmlparser2 and github-slugger are installed. READING is
// written by TestReading of package rules: each line has a file, its fences and its references. HEADINGS is written by
// TestHeadings of facts/link and has the anchors of headings. Link targets are resolved again here, on the file system.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, reading, headings] = process.argv.slice(2);
const require = createRequire(resolve(folder, 'package.json'));
const commonmark = require('commonmark');
const MarkdownIt = require('markdown-it');
const { Parser: HTMLParser } = require('htmlparser2');
const { default: Slugger } = await import(pathToFileURL(join(resolve(folder), 'node_modules/github-slugger/index.js')));

const markdownIt = new MarkdownIt({ html: true });
markdownIt.validateLink = () => true;
markdownIt.normalizeLink = (url) => url;

const counts = { files: 0, fences: 0, unclosed: 0, destinations: 0, missing: 0, reported: 0, headings: 0, differences: 0 };
const kept = {}; // reasons why a missing target is not reported
function differ(name, what, detail) {
  if (++counts.differences <= 60) console.log(`${name}: ${what}: ${detail}`);
}

// bodyOf returns the text without byte order mark, with empty lines instead of the frontmatter.
function bodyOf(file) {
  const rows = file.text.replace(/^\ufeff/, '').split('\n');
  return rows.map((line, i) => (i < file.body ? '' : line)).join('\n');
}

const fencesOf = {
  // Its tree does not record whether a block is closed, but an unclosed one has a line less than its positions cover.
  commonmark(text) {
    const found = [];
    const walker = new commonmark.Parser().parse(text).walker();
    for (let event; (event = walker.next());) {
      const { node } = event;
      if (!event.entering || node.type !== 'code_block' || !node._isFenced) continue;
      const [[start], [end]] = node.sourcepos;
      found.push({ line: start, closed: end - start === node.literal.split('\n').length });
    }
    return found;
  },
  'markdown-it'(text) {
    return markdownIt.parse(text, {}).filter((token) => token.type === 'fence')
      .map(({ map: [start, end], content }) => ({ line: start + 1, closed: end - start === content.split('\n').length + 1 }));
  },
};

function compareFences(file, text) {
  const shown = (list) => list.map((f) => f.line + (f.closed ? '' : ' open')).join(', ');
  const ours = shown(file.fences);
  counts.fences += file.fences.length;
  counts.unclosed += file.fences.filter((f) => !f.closed).length;
  const theirs = Object.entries(fencesOf).map(([name, read]) => [name, shown(read(text))]);
  const other = theirs.filter(([, fences]) => fences !== ours);
  if (other.length === theirs.length) {
    differ(file.name, 'fences', `skilllint [${ours}]${other.map(([name, f]) => `, ${name} [${f}]`).join('')}${file.root ? '' : ' ' + JSON.stringify(file.text)}`);
  } else if (other.length > 0) {
    (kept[`fences that only ${other[0][0]} parses differently`] ??= []).push(JSON.stringify(file.text));
  }
}

// destinationsOf returns the destinations of links, images and HTML, verbatim.
const destinationsOf = {
  commonmark(text) {
    const found = new Set();
    const walker = new commonmark.Parser().parse(text).walker();
    for (let event; (event = walker.next());) {
      const { node } = event;
      if (!event.entering) continue;
      if (node.type === 'link' || node.type === 'image') found.add(node.destination);
      if (node.type === 'html_inline' || node.type === 'html_block') addAttributes(node.literal, found);
    }
    return found;
  },
  'markdown-it'(text) {
    const found = new Set();
    const visit = (token) => {
      if (token.type === 'link_open') found.add(token.attrGet('href'));
      if (token.type === 'image') found.add(token.attrGet('src'));
      if (token.type === 'html_inline' || token.type === 'html_block') addAttributes(token.content, found);
      token.children?.forEach(visit);
    };
    markdownIt.parse(text, {}).forEach(visit);
    return found;
  },
};

function addAttributes(html, found) {
  const attributes = {
    onopentag(name, all) {
      for (const key of ['href', 'src', 'poster', ...(name === 'object' ? ['data'] : [])]) {
        if (all[key]) found.add(all[key]);
      }
    },
  };
  new HTMLParser(attributes).end(html.replaceAll('<![CDATA[', '<!')); // like browsers: a comment up to the next >
}

// split returns path and fragment of a destination, or null for URLs and placeholders.
function split(destination) {
  const text = destination.trim();
  if (text === '' || text.startsWith('//') || /^(?!file:)[a-z][a-z0-9+.-]+:/i.test(text) || /[{}<>*|\0$…]|\.\.\./.test(text)) return null;
  const [, path, fragment] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(text);
  const decode = (s) => { try { return decodeURIComponent(s); } catch { return s; } };
  return path || fragment ? { path: decode(path), fragment: decode(fragment ?? '') } : null;
}

function compareDestinations(file, text) {
  const key = (t) => JSON.stringify([t.path, t.fragment]);
  const theirs = Object.values(destinationsOf).map((read) => new Map([...read(text)].map(split).filter(Boolean).map((t) => [key(t), t])));
  const ours = new Map(file.targets.filter((t) => ['link', 'image', 'html'].includes(t.form)).map((t) => [key(t), t]));
  counts.destinations += ours.size;
  for (const k of ours.keys()) {
    if (!theirs.some((seen) => seen.has(k))) differ(file.name, 'destination found by skilllint only', k + (file.root ? '' : JSON.stringify(file.text)));
  }
  for (const [k, t] of theirs[0]) {
    if (!theirs[1].has(k) || ours.has(k) || file.quoted.some((q) => q.includes(t.path) && q.includes(t.fragment))) continue;
    differ(file.name, 'destination found by the others only', k + (file.root ? '' : JSON.stringify(file.text)));
  }
  if (file.root) for (const t of ours.values()) compareVerdict(file, t);
}

// exists reports whether a path exists in exactly this case, on every system.
function exists(root, rel) {
  return rel === '.' || (existsSync(join(root, rel)) && readdirSync(join(root, posix.dirname(rel))).includes(posix.basename(rel)) && exists(root, posix.dirname(rel)));
}

function compareVerdict(file, t) {
  if (t.path === '') return;
  const isMachine = /^([/\\~]|[a-z]:[/\\]|file:)/i.test(t.path);
  const rel = posix.join(posix.dirname(file.name), t.path).replace(/\/$/, '');
  const isOutside = !isMachine && (rel === '..' || rel.startsWith('../'));
  if (t.local !== !(isMachine || isOutside)) differ(file.name, 'inside or outside', JSON.stringify(t));
  if (!t.local) return;
  const missing = !exists(file.root, rel);
  counts.missing += missing;
  if (t.rule && t.rule !== 'links/escape' && !missing) differ(file.name, 'reported, but exists', JSON.stringify(t));
  if (t.missing && !missing) differ(file.name, 'missing, but exists', JSON.stringify(t));
  if (!missing) return;
  if (t.rule) counts.reported++;
  else why(file, t);
}

// why counts the reasons why a missing file is not reported.
function why(file, t) {
  const reason = !t.missing && !t.unseen ? 'no client reads the file' : t.unseen ? 'not listed' : t.example ? 'an example'
    : !posix.extname(t.path) && !t.path.endsWith('/') ? 'without extension' : /(^|[^/])SKILL\.md/.test(file.text) ? 'a text about skills' : '';
  if (reason === '') differ(file.name, 'missing, and not reported', JSON.stringify(t));
  else (kept['missing, not reported: ' + reason] ??= []).push(`${file.name}: ${t.written}`);
}

// titlesOf returns the rendered text of headings.
function titlesOf(text) {
  const found = [];
  const walker = new commonmark.Parser().parse(text).walker();
  for (let event, inside = false, images = 0; (event = walker.next()); ) {
    const { node, entering } = event;
    if (node.type === 'heading' && (inside = entering)) found.push('');
    if (node.type === 'image') images += entering ? 1 : -1;
    if (!inside || images > 0) continue;
    if (node.type === 'text' || node.type === 'code') found[found.length - 1] += node.literal;
    if (node.type === 'softbreak') found[found.length - 1] += ' ';
  }
  return found.map((title) => title.trim());
}

function compareHeadings(file) {
  const slugger = new Slugger();
  const ours = [...file.names];
  for (const title of titlesOf(bodyOf(file))) {
    counts.headings++;
    const theirs = slugger.slug(title);
    if (theirs === ours[0]) ours.shift();
    else differ(file.name, 'heading', JSON.stringify([title, ours.shift(), theirs]));
    const own = /\{#(.*)\}$/.exec(title);
    if (own && ours[0] === own[1]) ours.shift();
  }
  if (ours.length > 0) differ(file.name, 'headings found by skilllint only', JSON.stringify(ours));
}

const lines = (name) => readFileSync(name, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));
for (const file of lines(reading)) {
  counts.files++;
  const text = bodyOf(file);
  compareFences(file, text);
  compareDestinations(file, text);
}
if (headings) lines(headings).forEach(compareHeadings);
for (const [what, list] of Object.entries(kept)) {
  console.log(`${what}: ${list.length}`);
  if (process.env.VERBOSE) list.forEach((entry) => console.log('    ' + entry));
}
console.log(Object.entries(counts).map(([what, n]) => `${n} ${what}`).join(', '));
process.exitCode = counts.differences > 0 || counts.files < 20000 ? 1 : 0;
