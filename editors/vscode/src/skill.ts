import { existsSync } from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';

/** Skill is the skill that an open file belongs to. */
export interface Skill {
  /** root is the workspace folder, and the working directory of commands. */
  root: string;
  /** file is the path of SKILL.md relative to root. */
  file: string;
}

/** skillOf searches SKILL.md in the directory of the document and its parents, up to the workspace folder. */
export function skillOf(document: vscode.TextDocument | undefined): Skill | undefined {
  const folder = document && vscode.workspace.getWorkspaceFolder(document.uri);
  if (!folder || document.uri.scheme !== 'file') {
    return undefined;
  }
  const root = folder.uri.fsPath;
  let directory = path.dirname(document.uri.fsPath);
  for (;;) {
    const file = path.join(directory, 'SKILL.md');
    if (existsSync(file)) {
      return { root, file: path.relative(root, file) };
    }
    if (directory === root || path.dirname(directory) === directory) {
      return undefined;
    }
    directory = path.dirname(directory);
  }
}
