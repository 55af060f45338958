import * as vscode from 'vscode';
import { LanguageClient, type Executable, type LanguageClientOptions } from 'vscode-languageclient/node';
import { Cost } from './cost';
import { findProgram } from './program';
import { showClientView } from './view';

let client: LanguageClient | undefined;
let output: vscode.LogOutputChannel;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  output = vscode.window.createOutputChannel('skilllint', { log: true });
  const cost = new Cost();
  const restart = async () => {
    await stop();
    await start();
    await cost.update();
  };
  context.subscriptions.push(
    output,
    cost,
    vscode.commands.registerCommand('skilllint.showClientView', showClientView),
    vscode.commands.registerCommand('skilllint.restart', restart),
    vscode.commands.registerCommand('skilllint.showOutput', () => output.show()),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
    vscode.workspace.onDidChangeConfiguration((e) => e.affectsConfiguration('skilllint.path') && restart()),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await stop();
}

async function start(): Promise<void> {
  const program = findProgram();
  if (!program) {
    const choice = vscode.window.showErrorMessage(
      'skilllint was not found. Install it, or set its path in the settings.',
      'Open Settings',
    );
    void choice.then((c) => c && vscode.commands.executeCommand('workbench.action.openSettings', 'skilllint.path'));
    return;
  }
  const server: Executable = { command: program, args: ['lsp'] };
  const options: LanguageClientOptions = {
    // By name, because VS Code has its own languages for prompts, instructions and agents. The server ignores files that no
    // client reads.
    documentSelector: [{ scheme: 'file', pattern: '**/*.{md,mdc,json,jsonl,toml,yaml,yml}' }],
    outputChannel: output,
  };
  output.info(`starting ${program} lsp`);
  client = new LanguageClient('skilllint', 'skilllint', server, options);
  await client.start();
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.dispose();
}
