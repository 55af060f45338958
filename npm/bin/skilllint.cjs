#!/usr/bin/env node
// Starts the binary of this platform, which is a package of its own, and ends as it ends.
'use strict';
const { spawn } = require('node:child_process');

const name = `@skilllint/${process.platform}-${process.arch}`;
let binary;
try {
  binary = require.resolve(`${name}/bin/skilllint${process.platform === 'win32' ? '.exe' : ''}`);
} catch {
  console.error(`skilllint: the package ${name} is not installed. If there is one for your platform, install again ` +
    'without --omit=optional and --no-optional; else build skilllint with Go: https://github.com/skilllint/skilllint#install');
  process.exit(2);
}

const child = spawn(binary, process.argv.slice(2), { stdio: 'inherit', windowsHide: true });
// An interrupt from the terminal reaches both; this one waits for the other, which decides how it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => { if (signal !== 'SIGINT') child.kill(signal); });
}
child.on('error', (error) => {
  console.error(`skilllint: ${binary} cannot be started: ${error.message}`);
  process.exit(2);
});
child.on('exit', (code, signal) => {
  if (signal === null) process.exit(code);
  for (const s of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(s);
  process.kill(process.pid, signal);
});
