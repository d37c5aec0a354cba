/** Runs the README's walk step by step. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';
import { type Expectation, walkExpectations } from './expectations.ts';
import type { Shell } from './shell.ts';

const root = join(import.meta.dirname, '../../..');

/** A step with its expected output. */
export type WalkStep = Step & Omit<Expectation, 'step'>;

/** @throws when the README's steps differ from the expected ones. */
export function walkSteps(): WalkStep[] {
  const steps = stepsOf('README.md', 'Five minutes');
  const written = steps.map(({ title }) => title);
  const expected = walkExpectations.map(({ step }) => step);
  const longer = written.length > expected.length ? written : expected;
  const index = longer.findIndex((_, each) => written[each] !== expected[each]);
  if (index >= 0)
    throw new Error(
      `Step ${index + 1} of the walk is "${written[index] ?? 'none'}" in README.md, and "${expected[index] ?? 'none'}" in infra/local/walk/expectations.ts.`,
    );
  return steps.map((step, each) => ({ ...walkExpectations[each], ...step }));
}

/**
 * Runs steps as one paste.
 * @returns their output. @throws when it differs from the expectation.
 */
export async function playSteps(
  shell: Shell,
  steps: readonly WalkStep[],
  milliseconds?: number,
): Promise<string> {
  const printed: string = await shell.run(steps.map(withMark).join('\n'), milliseconds);
  const parts = printed.split(MARK).slice(1);
  for (const [index, { title, prints = [] }] of steps.entries()) {
    const missing = prints.find((text) => !text.test(parts[index] ?? ''));
    if (missing) throw new Error(`"${title}" did not print ${missing}, but:\n${parts[index]?.slice(-4000)}`);
  }
  return parts.join('');
}

/** Shows where the output of a step begins. */
const MARK = '[step]\n';
const withMark = ({ commands }: WalkStep): string => `echo '${MARK.trimEnd()}'\n${commands}`;

/** Deletes the picture that the walk draws. */
export function removePicture(shell: Shell): void {
  const [picture] = /usage-\d+\.svg/.exec(shell.said()) ?? [];
  if (picture) rmSync(join(root, picture), { force: true });
}

interface Step {
  /** The bold beginning of the paragraph before the commands, without its period or colon; may be empty. */
  readonly title: string;
  /** A block of shell commands. */
  readonly commands: string;
}

/**
 * Reads the commands of a page of the documentation, step by step.
 * @internal
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
    const isCommands = isWanted && token.type === 'code' && token['lang'] === 'sh';
    return isCommands ? [{ title, commands: String(token['text']) }] : [];
  });
}
