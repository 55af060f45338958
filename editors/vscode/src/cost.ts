import * as vscode from 'vscode';
import { findProgram, run } from './program';
import { skillOf } from './skill';

/** Budget is the part of `skilllint budget --format json` that the status bar shows. */
interface Budget {
  skills: { name: string; method: string; tokens: number; metadata: number; total: number; budget: number }[];
}

/** Cost shows the tokens of the skill in view, as saved, in the status bar. */
export class Cost implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('skilllint.cost', vscode.StatusBarAlignment.Right, 100);
  private readonly disposables: vscode.Disposable[];
  private latest = 0;

  constructor() {
    this.item.name = 'skilllint: Token Cost';
    this.item.command = 'skilllint.showClientView';
    this.disposables = [
      this.item,
      vscode.window.onDidChangeActiveTextEditor(() => this.update()),
      vscode.workspace.onDidSaveTextDocument(() => this.update()),
    ];
    void this.update();
  }

  async update(): Promise<void> {
    const request = ++this.latest;
    const skill = skillOf(vscode.window.activeTextEditor?.document);
    const program = findProgram();
    if (!skill || !program) {
      this.item.hide();
      return;
    }
    const { ok, text } = await run(program, skill.root, ['budget', '--format', 'json', '--', skill.file]);
    if (request !== this.latest) {
      return; // another editor is active now
    }
    const cost = ok ? parse(text) : undefined;
    if (!cost) {
      this.item.hide();
      return;
    }
    const n = (tokens: number) => tokens.toLocaleString('en');
    this.item.text = `$(symbol-ruler) ${n(cost.tokens)} tokens`;
    this.item.tooltip =
      `${cost.name}: ${n(cost.metadata)} tokens in the skill list, ${n(cost.tokens)} when loaded` +
      ` (recommended: ${n(cost.budget)}), ${n(cost.total)} with all references. Counted with ${cost.method}.`;
    const theme = cost.tokens > cost.budget ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    this.item.backgroundColor = theme;
    this.item.show();
  }

  dispose(): void {
    this.disposables.forEach((d) => d.dispose());
  }
}

function parse(text: string): Budget['skills'][number] | undefined {
  try {
    return (JSON.parse(text) as Budget).skills[0];
  } catch {
    return undefined;
  }
}
