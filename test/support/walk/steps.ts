/** The commands of a page of the documentation, step by step. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';

export interface Step {
  /**
   * The bold beginning of the paragraph before the commands, without its period or colon; empty if there is
   * none.
   */
  readonly title: string;
  /** A block of shell commands. */
  readonly commands: string;
}

const root = join(import.meta.dirname, '../../..');

/**
 * @param file relative to the root of the project.
 * @param heading of the section to read; without it, the whole page.
 * @returns the steps in their order. A paragraph with two blocks of commands makes two steps of one title.
 */
export function stepsOf(file: string, heading?: string): Step[] {
  let isWanted = heading === undefined;
  let title = '';
  return marked.lexer(readFileSync(join(root, file), 'utf8')).flatMap((token) => {
    if (heading !== undefined && token.type === 'heading' && token['depth'] <= 2) {
      isWanted = token['text'] === heading;
    }
    if (token.type === 'paragraph') title = /^\*\*(.+?)[.:]?\*\*/.exec(token['text'])?.[1] ?? '';
    const isCommands = isWanted && token.type === 'code' && /^sh\b/.test(token['lang'] ?? '');
    return isCommands ? [{ title, commands: String(token['text']) }] : [];
  });
}
