// node npm/pack.mjs VERSION DIST OUT: packs what goreleaser built for npm.
//
// skilllint itself is a script of a few lines; the binaries are in packages for one platform each, which it
// names as optional dependencies. npm installs the one that fits: nothing is downloaded or run at install.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [version, dist, out] = process.argv.slice(2);
if (!out || !/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version)) {
  console.error('write: node npm/pack.mjs VERSION DIST OUT, with a version as 1.2.3');
  process.exit(2);
}

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const systems = { linux: 'linux', darwin: 'darwin', win32: 'windows' };
const processors = { x64: 'amd64', arm64: 'arm64' };

const shared = {
  version,
  license: 'Apache-2.0',
  homepage: 'https://github.com/skilllint/skilllint',
  repository: { type: 'git', url: 'git+https://github.com/skilllint/skilllint.git' },
};

// folder returns the folder in DIST with the binary of a platform: goreleaser puts the level of the processor behind it.
function folder(os, cpu) {
  const name = readdirSync(dist).find((n) => n.startsWith(`skilllint_${os}_${cpu}`));
  if (!name) throw new Error(`${dist} has no binary for ${os}/${cpu}`);
  return join(dist, name);
}

function write(dir, manifest) {
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ ...manifest, ...shared }, null, 2) + '\n');
  cpSync(join(root, 'LICENSE'), join(dir, 'LICENSE'));
}

function pack(dir, to) {
  mkdirSync(to, { recursive: true });
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', to], { cwd: dir, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
}

if (existsSync(out)) rmSync(out, { recursive: true });
mkdirSync(out, { recursive: true });
const absolute = execFileSync(process.execPath, ['-p', 'process.cwd()'], { cwd: out, encoding: 'utf8' }).trim();
const optional = {};
for (const [os, goos] of Object.entries(systems)) {
  for (const [cpu, goarch] of Object.entries(processors)) {
    const name = `@skilllint/${os}-${cpu}`;
    const file = os === 'win32' ? 'skilllint.exe' : 'skilllint';
    const dir = join(absolute, 'packages', `${os}-${cpu}`);
    mkdirSync(join(dir, 'bin'), { recursive: true });
    cpSync(join(folder(goos, goarch), file), join(dir, 'bin', file));
    chmodSync(join(dir, 'bin', file), 0o755);
    write(dir, { name, description: `The binary of skilllint for ${os} on ${cpu}`, os: [os], cpu: [cpu], files: ['bin'], preferUnplugged: true });
    writeFileSync(join(dir, 'README.md'), `The binary of [skilllint](https://www.npmjs.com/package/skilllint) for ${os} on ${cpu}. Install \`skilllint\`, not this.\n`);
    pack(dir, absolute);
    optional[name] = version;
  }
}

const main = join(absolute, 'packages', 'skilllint');
mkdirSync(join(main, 'bin'), { recursive: true });
cpSync(join(here, 'bin', 'skilllint.cjs'), join(main, 'bin', 'skilllint.cjs'));
chmodSync(join(main, 'bin', 'skilllint.cjs'), 0o755);
cpSync(join(here, 'README.md'), join(main, 'README.md'));
write(main, {
  name: 'skilllint',
  description: 'Find what is wrong with agent skills, registries and MANIFEST.jsonl files',
  keywords: ['linter', 'agent-skills', 'SKILL.md', 'claude-code', 'codex'],
  bin: { skilllint: 'bin/skilllint.cjs' },
  files: ['bin'],
  engines: { node: '>=18' },
  optionalDependencies: optional,
});
pack(main, join(absolute, 'main'));
console.log(readFileSync(join(main, 'package.json'), 'utf8'));
