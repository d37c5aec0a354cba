/** Runs the deliveries of a test: operators decide, stores take or reject, and time passes by hand. */
import { afterAll, beforeAll, expect } from 'vitest';
import { delivererWith } from '../../../functions/deliver-releases/handler.ts';
import { handler as operate } from '../../../functions/operate/handler.ts';
import { decideRequest } from '../../../shared/distribution/review/request-decision.ts';
import type { DspStore } from '../../../shared/distribution/stores/dsp-store.ts';
import { storeFor as sandboxFor } from '../../../shared/distribution/stores/store-for.ts';
import { storeWork } from '../../../shared/distribution/work/store-work.ts';
import { storeOf } from '../../../shared/kit/records/store.ts';
import type { Item } from '../../../shared/kit/table/item.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import type { Problem } from '../../../shared/kit/values/problems.ts';
import { dueValue } from '../../../shared/kit/work/due.ts';
import { api } from '../../../shared/service/api.ts';
import { dueRows } from '../../pipeline/due-places.ts';
import { type Access, askedBy } from '../grants.ts';
import { TestQueues } from '../queues.ts';

/**
 * Starts a queue for the steps that follow others. Nothing reads it, because `runStores` looks for work in the table.
 */
export function useStores(): void {
  let queues: TestQueues;
  beforeAll(async () => {
    queues = await new TestQueues(() => new Date()).start();
  });
  afterAll(() => queues.stop());
}

/** Runs an operator's command that succeeds. */
export async function command(name: string, given: Readonly<Record<string, unknown>>): Promise<object> {
  const outcome = await operate({ command: name, arguments: given, actor: 'test' });
  expect(outcome).toHaveProperty('result');
  return 'result' in outcome ? outcome.result : {};
}

/** Runs an operator's command that is rejected. @returns its problems. */
export async function problemsOf(
  name: string,
  given: Readonly<Record<string, unknown>>,
): Promise<readonly Problem[]> {
  const outcome = await operate({ command: name, arguments: given, actor: 'test' });
  expect(outcome).toHaveProperty('problems');
  return 'problems' in outcome ? outcome.problems : [];
}

/** Runs an operator's command that is rejected. @returns the code of its first problem. */
export const rejectedCommand = async (
  name: string,
  given: Readonly<Record<string, unknown>>,
): Promise<string> => String((await problemsOf(name, given))[0]?.code);

export const approve = (id: string) => command('approve-request', { id });

/** Approves a request as an automatic review does, which judges nothing that the release shows. */
export const approveAutomatically = (id: string) =>
  decideRequest(storeOf(api, { table: new Table(), now: new Date() }), id, {
    on: 'approve',
    by: 'service',
    actor: 'service',
  });

/** @returns the work of deliveries that is due by a moment. */
async function dueWork(now: Date): Promise<Item[]> {
  const keys = (await dueRows()).map(({ key }) => key);
  return (await new Table().getMany(keys, true)).filter(
    (row) =>
      dueValue(row, 'dueKind') === storeWork.name &&
      String(dueValue(row, 'nextAttemptAt')) <= now.toISOString(),
  );
}

export interface Running {
  readonly now?: () => Date;
  readonly storeFor?: (dspId: string) => DspStore;
  /** How often each message is delivered. */
  readonly copies?: number;
  /** Only one function runs at a time. */
  readonly oneByOne?: boolean;
  /** Gets what the function does with the table, once `hearTable` was called. */
  readonly accesses?: Access[];
}

/** Does all work that is due, until nothing is. */
export async function runStores({
  now = () => new Date(),
  storeFor,
  copies = 1,
  oneByOne = false,
  accesses = [],
}: Running = {}): Promise<void> {
  const deliver = delivererWith({
    now,
    random: () => 0.5,
    storeFor: (table, dspId, transfers) => storeFor?.(dspId) ?? sandboxFor(table, dspId, transfers),
  });
  for (let round = 0; round < 20; round++) {
    const due = await dueWork(now());
    if (due.length === 0) return;
    const bodies = due.map((row) => JSON.stringify(storeWork.message(storeWork.read(row))));
    const Records = bodies
      .flatMap((body) => Array.from({ length: copies }, () => body))
      .map((body, index) => ({ messageId: String(index), body }));
    for (const some of oneByOne ? Records.map((each) => [each]) : [Records]) {
      const asked = await askedBy(async () => {
        const response = await deliver({ Records: some } as never);
        expect(response.batchItemFailures).toEqual([]);
      });
      accesses.push(...asked);
    }
  }
  throw new Error('The work of deliveries does not end.');
}
