/** Starts every event source mapping of the template. */

import type { LiveTable } from '../dynamodb/table.ts';
import type { Plan } from '../template/plan.ts';
import type { Mapping } from './mapping.ts';
import { QueueMapping } from './queue-mapping.ts';
import { type StreamMapping, type StreamSurroundings, startStreamMapping } from './stream-mapping.ts';

export interface Mappings extends Mapping {
  /** Every reader of the table's stream is done with all records before this one. */
  consumedUpTo(table: LiveTable): string | undefined;
}

export function startMappings(
  plan: Plan,
  tables: readonly LiveTable[],
  around: StreamSurroundings,
): Mappings {
  const ofStreams: { table: LiveTable; mapping: StreamMapping }[] = [];
  const ofQueues: Mapping[] = [];
  for (const planned of plan.ofType('AWS::Lambda::EventSourceMapping')) {
    const { EventSourceArn: source, FunctionName, Enabled } = planned.properties;
    if (!Enabled) continue;
    // Throws now, and not with the first record, if there is no such function.
    around.runtime.concurrency(FunctionName);
    const table = tables.find(({ streamArn }) => streamArn === source);
    const queue = around.queues.find(source);
    if (table) ofStreams.push({ table, mapping: startStreamMapping(planned, table, around) });
    else if (queue) ofQueues.push(new QueueMapping(planned.properties, queue, around));
    else throw new Error(`${planned.logicalId}: the local stage has no event source ${source}.`);
  }
  return {
    consumedUpTo(table) {
      const positions = ofStreams
        .filter((one) => one.table === table)
        .map(({ mapping }) => mapping.position());
      return positions.includes(undefined) ? undefined : positions.sort((a, b) => Number(a) - Number(b))[0];
    },
    async stop() {
      await Promise.all([...ofStreams.map(({ mapping }) => mapping), ...ofQueues].map((one) => one.stop()));
    },
  };
}
