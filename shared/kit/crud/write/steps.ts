/** Runs the steps of hooks around a transaction. */
import { describedError, writeLine } from '../../../platform/log.ts';
import type { SaveOutcome } from '../../records/outcome.ts';
import type { Context } from '../context.ts';
import type { Ending, Steps } from './hooks.ts';

/** @returns the outcome of the transaction, or 'stale' if a step stopped it. */
export async function withSteps(
  context: Context,
  steps: readonly Steps[],
  save: () => Promise<SaveOutcome>,
): Promise<SaveOutcome> {
  let ending: Ending = 'rejected';
  try {
    const outcome = (await runBefore(context, steps)) ? await save() : ({ is: 'stale' } as const);
    if (outcome.is !== 'taken') ending = outcome.is === 'saved' ? 'saved' : 'again';
    return outcome;
  } finally {
    for (const { after } of steps) await after?.(ending, context).catch(report);
  }
}

/** @returns false if a step has stopped the transaction. */
async function runBefore(context: Context, steps: readonly Steps[]): Promise<boolean> {
  for (const { before } of steps) if (before && !(await before(context))) return false;
  return true;
}

const report = (error: unknown): void =>
  writeLine({ level: 'warn', message: 'step.failed', error: describedError(error) });
