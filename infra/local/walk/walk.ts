/** Plays the README's walk step by step, as its reader does. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Expectation, walkExpectations } from './expectations.ts';
import type { Shell } from './shell.ts';
import { type Step, stepsOf } from './steps.ts';

const root = join(import.meta.dirname, '../../..');

/** A step with what it is expected to print. */
export type WalkStep = Step & Omit<Expectation, 'step'>;

/** @throws when the README has other steps than are expected. */
export function walkSteps(): WalkStep[] {
  const steps = stepsOf('README.md', 'Five minutes');
  const [written, expected] = [steps.map(({ title }) => title), walkExpectations.map(({ step }) => step)];
  const index = Array.from({ length: Math.max(written.length, expected.length) }).findIndex(
    (_, each) => written[each] !== expected[each],
  );
  if (index >= 0) {
    throw new Error(
      `Step ${index + 1} of the walk is "${written[index] ?? 'none'}" in README.md, and "${expected[index] ?? 'none'}" in infra/local/walk/expectations.ts.`,
    );
  }
  return steps.map((step, each) => ({ ...walkExpectations[each], ...step }));
}

/**
 * @param step one of `steps`, where it finds the commands of earlier ones.
 * @returns what the shell printed meanwhile, of repeated commands only the last time.
 * @throws when it was not what is expected.
 */
export async function playStep(shell: Shell, step: WalkStep, steps: readonly WalkStep[]): Promise<string> {
  const { commands, until, prints = [], look } = step;
  const printed = until ? await shell.repeat(commands, until) : await shell.run(commands);
  const end = shell.said().length;
  for (const text of prints) await shell.hear(text);
  const after = shell.said().slice(end);
  if (!look) return printed + after;
  const earlier = steps.find(({ title }) => title === look.step);
  if (!earlier) throw new Error(`The walk has no step "${look.step}".`);
  return printed + after + (await shell.repeat(earlier.commands, look.until));
}

/** Deletes the picture that the walk draws. */
export function removePicture(shell: Shell): void {
  const [picture] = /usage-\d+\.svg/.exec(shell.said()) ?? [];
  if (picture) rmSync(join(root, picture), { force: true });
}
