/** test-store on the command line: starts the test, and waits until it has ended. */
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { type CommandOutcome, runStep, type StageCall } from './invoke.ts';
import { rejection } from './rejection.ts';

const testSchema = v.object({
  asked: v.string(),
  findings: v.optional(v.array(v.object({ step: v.string(), isGood: v.boolean(), says: v.string() }))),
});

const PAUSE_MS = 500;
/** Longer than a test takes. */
const MOST_PAUSES = 200;

/** @throws Rejection if the store failed the test, or the test does not end. */
export async function testStore(call: StageCall): Promise<CommandOutcome> {
  const { asked } = await runStep(call, testSchema);
  for (let pauses = 1; pauses <= MOST_PAUSES; pauses++) {
    const { findings } = await runStep(call, testSchema, { asked });
    if (findings) return outcomeOf(findings);
    await wait(PAUSE_MS);
  }
  throw rejection('command_failed', 'The test has not finished yet. See the log of transfer-releases.');
}

type Findings = NonNullable<v.InferOutput<typeof testSchema>['findings']>;

function outcomeOf(findings: Findings): CommandOutcome {
  const bad = findings.filter(({ isGood }) => !isGood);
  if (bad.length === 0) return { result: Object.fromEntries(findings.map(({ step, says }) => [step, says])) };
  return { problems: bad.map(({ step, says }) => ({ code: 'store_not_ready', detail: `${step}: ${says}` })) };
}
