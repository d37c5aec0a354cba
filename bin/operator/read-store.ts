/** read-store on the command line: starts the reading, and waits until it has ended. */
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { type CommandOutcome, operate, runStep, type StageCall } from './invoke.ts';
import { rejection } from './rejection.ts';

const readSchema = v.object({
  asked: v.string(),
  counts: v.optional(v.record(v.string(), v.number())),
  reports: v.optional(v.nullable(v.record(v.string(), v.number()))),
  problem: v.optional(v.nullable(v.string())),
});

const PAUSE_MS = 500;
const MOST_PAUSES = 240;

/** @throws Rejection if the store cannot be read, or the reading does not end. */
export async function readStore(call: StageCall): Promise<CommandOutcome> {
  if (call.args['dismiss'] !== undefined) return operate(call);
  const { asked } = await runStep(call, readSchema);
  for (let pauses = 1; pauses <= MOST_PAUSES; pauses++) {
    const { counts, reports, problem } = await runStep(call, readSchema, { asked });
    if (problem) return { problems: [{ code: 'store_not_ready', detail: problem }] };
    if (counts) return { result: { acknowledgements: counts, reports } };
    await wait(PAUSE_MS);
  }
  throw rejection('command_failed', 'Reading has not finished yet. See the log of transfer-releases.');
}
