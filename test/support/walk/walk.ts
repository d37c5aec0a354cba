/** Runs a walk step by step. */
import type { Expectation, Walk } from './expectations.ts';
import type { Shell } from './shell.ts';
import { type Step, stepsOf } from './steps.ts';

/** A step with its expected output. */
export type WalkStep = Step & Omit<Expectation, 'step'>;

/** @throws when the steps of the document differ from the expected ones. */
export function walkSteps({ file, heading, expected: expectations }: Walk): WalkStep[] {
  const steps = stepsOf(file, heading);
  const written = steps.map(({ title }) => title);
  const expected = expectations.map(({ step }) => step);
  const longer = written.length > expected.length ? written : expected;
  const index = longer.findIndex((_, each) => written[each] !== expected[each]);
  if (index >= 0)
    throw new Error(
      `Step ${index + 1} is "${written[index] ?? 'none'}" in ${file}, and "${expected[index] ?? 'none'}" in test/support/walk/expectations.ts.`,
    );
  return steps.map((step, each) => ({ ...expectations[each], ...step }));
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
    const late = /^Given up: .*/m.exec(parts[index] ?? '');
    if (late) throw new Error(`"${title}": ${late[0]}`);
    if (missing) throw new Error(`"${title}" did not print ${missing}, but:\n${parts[index]?.slice(-4000)}`);
  }
  return parts.join('');
}

/** Shows where the output of a step begins. */
const MARK = '[step]\n';
const withMark = ({ commands }: WalkStep): string => `echo '${MARK.trimEnd()}'\n${commands}`;
