// Compares skilllint's tokens with those of two tokenizers from npm.
//
//	node .ci/tokens.mjs PACKAGES FILE
//
// PACKAGES is the directory in which gpt-tokenizer and js-tiktoken are installed. FILE is written by TestWrite of
// internal/oracle: each line has a text and the token ranks computed by package tokenizer.
import { createInterface } from 'node:readline';
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const [folder, file] = process.argv.slice(2);
const require = createRequire(resolve(folder, 'package.json'));
const gpt = require('gpt-tokenizer/encoding/o200k_base');
const { Tiktoken } = require('js-tiktoken/lite');
const js = new Tiktoken(require('js-tiktoken/ranks/o200k_base'));

// js-tiktoken takes quadratic time for long words, so such texts are skipped.
const longest = 2000;
const hasLongWord = (text) => new RegExp(`\\S{${longest}}|\\s{${longest}}`, 'u').test(text);

// gpt-tokenizer lacks the tokens that contain a byte order mark, because its decoder drops the mark from its list.
const hasMark = (text) => text.includes('\ufeff');

const same = (a, b) => a.length === b.length && a.every((id, i) => id === b[i]);
const counts = { texts: 0, bytes: 0, tokens: 0, wrong: 0, skipped: 0 };

function compare(name, line, ids) {
  if (same(line.ids, ids)) return;
  if (++counts.wrong <= 20) {
    console.log(`${line.name}: ${name} gives ${JSON.stringify(ids.slice(0, 20))}, skilllint ${JSON.stringify(line.ids.slice(0, 20))} for ${JSON.stringify(line.text.slice(0, 80))}`);
  }
}

for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
  const line = JSON.parse(text);
  counts.texts++;
  counts.bytes += Buffer.byteLength(line.text);
  counts.tokens += line.ids.length;
  if (!hasMark(line.text)) compare('gpt-tokenizer', line, gpt.encode(line.text, { disallowedSpecial: new Set() }));
  if (hasLongWord(line.text)) counts.skipped++;
  else compare('js-tiktoken', line, js.encode(line.text, [], []));
}
console.log(`${counts.texts} texts, ${counts.bytes} bytes, ${counts.tokens} tokens, ${counts.wrong} differences (js-tiktoken skipped ${counts.skipped} with long words)`);
process.exitCode = counts.wrong > 0 || counts.texts === 0 ? 1 : 0;
