import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';

/**
 * findProgram returns the absolute path of skilllint, or undefined. It searches PATH itself, because Windows would also
 * search the current directory, which may be the workspace.
 */
export function findProgram(): string | undefined {
  // VS Code ignores the value of an untrusted workspace: see restrictedConfigurations in package.json.
  const setting = vscode.workspace.getConfiguration('skilllint').get<string>('path') || 'skilllint';
  if (path.isAbsolute(setting)) {
    return executable(setting);
  }
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (/[\\/]/.test(setting)) {
    return folder && vscode.workspace.isTrusted ? executable(path.resolve(folder, setting)) : undefined;
  }
  const directories = (process.env['PATH'] ?? '').split(path.delimiter);
  return directories
    .filter((d) => path.isAbsolute(d))
    .map((d) => executable(path.join(d, setting)))
    .find((p) => p !== undefined);
}

function executable(file: string): string | undefined {
  const names = process.platform === 'win32' && !/\.exe$/i.test(file) ? [`${file}.exe`] : [file];
  return names.find((name) => {
    try {
      accessSync(name, constants.X_OK);
      return statSync(name).isFile();
    } catch {
      return false;
    }
  });
}

/** run returns the standard output of skilllint, or its errors. Findings (exit code 1) are no failure. */
export function run(program: string, cwd: string, args: string[]): Promise<{ ok: boolean; text: string }> {
  return new Promise((resolve) => {
    const options = { cwd, timeout: 30_000, maxBuffer: 16 << 20, env: { ...process.env, NO_COLOR: '1' } };
    execFile(program, args, options, (error, stdout, stderr) => {
      const ok = error === null || error.code === 1;
      resolve({ ok, text: ok ? stdout + stderr : stderr || String(error) });
    });
  });
}
