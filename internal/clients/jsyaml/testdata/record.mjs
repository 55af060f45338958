// Prints the results of js-yaml 3.14.2, 4.1.1 and 4.3.2 for texts, as JSON lines {"text": …, "v3": …, "v4": …, "v43": …}. A result is
// a value as formatted by print, or null if the library throws. Without arguments, the texts are random, but the same
// in every run. The argument is a file of texts, one JSON string per line.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

process.env.TZ = 'UTC'
const require = createRequire(join(process.cwd(), 'package.json'))
const versions = { v3: require('js-yaml-v3').safeLoad, v4: require('js-yaml-v4').load, v43: require('js-yaml-v43').load }

const escapes = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const escape = (c) => escapes[c] ?? '\\x' + c.charCodeAt(0).toString(16).padStart(2, '0')
const quote = (s) => `"${s.toWellFormed().replace(/["\\\x00-\x1f\x7f]/g, escape)}"`

// print formats a value; a reference to an enclosing value is "^" and the number of levels up.
function print(v, holders = []) {
  if (v === null || typeof v !== 'object') return typeof v === 'string' ? quote(v) : String(v)
  if (v instanceof Date) return `date(${v.getTime()})`
  if (v instanceof Uint8Array) return `bytes(${Buffer.from(v).toString('hex')})`
  const up = holders.indexOf(v)
  if (up >= 0) return `^${holders.length - up}`
  const inner = [...holders, v]
  if (Array.isArray(v)) return `[${v.map((item) => print(item, inner)).join(', ')}]`
  const keys = Object.keys(v).map((k) => [quote(k), v[k]])
  keys.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  return `{${keys.map(([k, item]) => `${k}: ${print(item, inner)}`).join(', ')}}`
}

function answer(load, text) {
  try {
    return print(load(text))
  } catch {
    return null
  }
}

// Marsaglia's xorshift, for the same texts on every machine.
let state = 0x2545f491
function random(n) {
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  return (state >>> 0) % n
}
const pick = (list) => list[random(list.length)]

const tokens = [...'a b : - ? " \' > + [ ] { } , # % \\ @ ` = ~ 1 \t \n é \u2028', ...[
  'name: ', ': ', '- ', '? ', "''", '>-', '|', '|-', '|2', ' #', '  ', '&a ', '&b ', '*a', '*b ', '!t ', '!!str ', '!!int', '! ', '!!set', '!!omap ',
  '!!binary ', '<<: ', '<<', '---', '...', '0x1F', '010', '0o7', '1_000', '1:30', '2024-01-01', '.5', '1e3', 'null', 'true', 'yes', '\\x41',
  '\n', '\n', '\n', '\n  ', '\n  ', '\n ', '\n- ', '\n\n', '\r\n', '\n\t', '\n---\n', '\n...\n', '%TAG ! tag:x,1:\n']]

// Small sets of tokens trigger rare rules more often than the whole set.
const families = [
  ['a', ': ', '\n', ' ', '\t', '- ', '? ', '-', ':', '\n  '],
  ['|', '>', 'a: ', '\n', '\n  ', '\n ', 'a', '\t', '-', '+', '2', ' #', '---'],
  ['[', ']', '{', '}', ',', 'a', ':', ': ', ' ', '\n', '"', '? ', '"b"'],
  ['&a ', '&a\n', '*a', '!!str ', '!!int\n', '!!null ', '!<?>\n', '\n', '\n  ', 'b', ': ', 'a: ', '- ', '{', '}', ', ', '12', '|'],
  ['<<: ', '*a', '&a ', '{', '}', 'x: 1', ', ', '\n', 'y: ', '[', ']', '__proto__: ', '!!binary aGk=', '!!pairs ', '!!omap '],
  ['"', '"', '\\', '\n', ' ', 'a', 'x41', 'u00e9', 'uD83D', '\\uDE00', 'U0001F600', '\t', '---', "'", 'L', '\x01'],
  ['0', '1', '_', '.', ':', 'e', '+', '-', 'x', 'b', 'o', '7', '9', '59', '.inf', 'nan'],
  ['2024-', '01', '1', '-1', 'T', ' ', ':30', '.5', 'Z', '+1', '-05:00', '\t'],
  ['%YAML ', '1.2', '%TAG ', '!e! ', 'tag:yaml.org,2002:', '\n', '---\n', '--- ', '!e!str ', 'a', '...\n', '#', '%x\n', ' '],
]

const headers = [
  'name: pdf\ndescription: Use when: filling in forms.\n',
  'name: "a b"\ndescription: >-\n  Does a thing.\n  And more.\n\n  Again.\n',
  'name: x\ntools: [Read, Write, "Bash(git:*)"]\nmodel: opus\n',
  'name: x\ntools:\n- Read\n- Write\nmetadata:\n  version: 1.0\n  date: 2024-01-01\n',
  'name: x\ndescription: |\n  Line one: a.\n    deeper\n  # no comment\nlicense: MIT # a comment\n',
  'base: &base\n  a: 1\n  b: 2\nother:\n  <<: *base\n  b: 3\n',
  "name: 'it''s'\ndescription: Does\n  a thing\n  over lines\nkeys: {a: 1, b: [x, y], c: }\n",
  '? a\n: b\n? [c, d]\n: - e\n  - f: g\n    h: i\n',
]

function noise(from, most) {
  let text = ''
  for (let n = 1 + random(most); n > 0; n--) text += pick(from)
  return text
}

// mutate changes frontmatter in one to four places.
function mutate() {
  let text = pick(headers)
  for (let n = 1 + random(4); n > 0; n--) {
    const at = random(text.length + 1)
    text = text.slice(0, at) + (random(3) ? pick(tokens) : '') + text.slice(at + (random(2) ? random(4) : 0))
  }
  return text
}

// corpus returns random texts, with additional ones for which the versions differ.
function corpus(any, different) {
  const texts = new Set()
  while (different > 0) {
    const text = pick([mutate, mutate, () => noise(tokens, 12), () => noise(pick(families), 12)])().toWellFormed()
    if (texts.has(text)) continue
    if (answer(versions.v4, text) !== answer(versions.v3, text) || answer(versions.v4, text) !== answer(versions.v43, text)) different--
    else if (--any < 0) continue
    texts.add(text)
  }
  return [...texts]
}

const file = process.argv[2]
const texts = file
  ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line))
  : corpus(1200, 400)
for (const text of texts) {
  console.log(JSON.stringify({ text, v3: answer(versions.v3, text), v4: answer(versions.v4, text), v43: answer(versions.v43, text) }))
}
