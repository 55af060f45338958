import { createHash } from 'node:crypto';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { findProgram, run } from './program';
import { skillOf } from './skill';

/** Section is a command whose output the view shows. */
interface Section {
  title: string;
  args: string[];
}

/** showClientView shows which clients load the skill in view, the skill lists and the context at start-up. */
export async function showClientView(): Promise<void> {
  const skill = skillOf(vscode.window.activeTextEditor?.document);
  const program = findProgram();
  if (!skill || !program) {
    const problem = program ? 'Open a file of a skill in this workspace first.' : 'skilllint was not found.';
    void vscode.window.showInformationMessage(problem);
    return;
  }
  const sections: Section[] = [
    { title: 'Clients', args: ['compat', '--format', 'json', '--', skill.file] },
    { title: 'Skill list of Codex', args: ['catalog', '--client', 'codex'] },
    { title: 'Skill list of Claude Code', args: ['catalog', '--client', 'claude-code'] },
    { title: 'Skill list of Gemini CLI', args: ['catalog', '--client', 'gemini'] },
    { title: 'Skill list of OpenCode', args: ['catalog', '--client', 'opencode'] },
    { title: 'Context at start-up', args: ['context', '--for', skill.file] },
  ];
  const results = await Promise.all(sections.map((s) => run(program, skill.root, s.args)));
  const texts = results.map((r, i) => (i === 0 && r.ok ? verdicts(r.text) : r.text));
  const name = path.basename(path.dirname(path.join(skill.root, skill.file)));
  const panel = vscode.window.createWebviewPanel(
    'skilllint.clientView',
    `Clients: ${name}`,
    vscode.ViewColumn.Beside,
    { enableScripts: false, enableCommandUris: false, localResourceRoots: [] },
  );
  panel.webview.html = page(
    `What clients see of ${name}`,
    sections.map((s, i) => ({ title: s.title, command: ['skilllint', ...s.args].join(' '), text: texts[i] ?? '' })),
  );
}

/** Compat is the part of `skilllint compat --format json` that the view shows. */
interface Compat {
  skills: { agents: Record<string, { status: string; reasons?: { message: string; range?: { start: { line: number } } }[] }> }[];
}

/** verdicts lists each client and what it does with the skill. */
function verdicts(text: string): string {
  const clients = Object.entries((JSON.parse(text) as Compat).skills[0]?.agents ?? {});
  return clients
    .map(([name, client]) => {
      const reasons = client.reasons ?? [];
      const lines = reasons.map((r) => `    ${r.range ? `line ${r.range.start.line}: ` : ''}${r.message}`);
      return [`${name}: ${client.status}`, ...lines].join('\n');
    })
    .join('\n');
}

const style = `
body { max-width: 70em; margin: 0 auto; padding: 1em; color: var(--vscode-editor-foreground); }
body { font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); }
pre, code { font-family: var(--vscode-editor-font-family); color: inherit; background: none; }
pre { padding: 1em; white-space: pre-wrap; background: var(--vscode-textCodeBlock-background); }
`;
const styleHash = createHash('sha256').update(style).digest('base64');

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (c) => entities[c] ?? c);
}

/** page returns HTML without scripts and requests. All texts come from the workspace, and are escaped. */
export function page(title: string, sections: { title: string; command: string; text: string }[]): string {
  const body = sections.map(
    (s) => `<h2>${escape(s.title)}</h2>\n<p><code>${escape(s.command)}</code></p>\n<pre>${escape(s.text)}</pre>`,
  );
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${styleHash}'">
<title>${escape(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escape(title)}</h1>
<p>Of the saved files.</p>
${body.join('\n')}
</body>
</html>`;
}
