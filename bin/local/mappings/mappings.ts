/** The template's event source mappings, which feed functions from streams and queues. */
import type { Engine } from '../dynamodb/engine.ts';
import type { LiveTable } from '../dynamodb/table.ts';
import type { Plan } from '../template/plan.ts';
import type { Mapping, MappingDependencies } from './mapping.ts';
import { QueueMapping } from './queue-mapping.ts';
import { type StreamMapping, startStreamMapping } from './stream-mapping.ts';

export interface Mappings extends Mapping {
  /** @returns the sequence number up to which all mappings have processed the stream, once begun. */
  consumedUpTo(table: LiveTable): string | undefined;
  /** Whether dead letters point to records of the table's stream, which a redrive reads again. */
  hasDeadLetters(table: LiveTable): boolean;
}

interface StartDependencies extends MappingDependencies {
  readonly plan: Plan;
  readonly tables: readonly LiveTable[];
  readonly engine: Engine;
}

/** @throws when a mapping names a function or source that does not exist. */
export function startMappings({ plan, tables, engine, ...dependencies }: StartDependencies): Mappings {
  const ofStreams: { table: LiveTable; mapping: StreamMapping; deadLetters: string | undefined }[] = [];
  const ofQueues: Mapping[] = [];
  for (const planned of plan.ofType('AWS::Lambda::EventSourceMapping')) {
    const { EventSourceArn: source, FunctionName, DestinationConfig } = planned.properties;
    dependencies.runtime.checkFunction(FunctionName);
    const table = tables.find(({ streamArn }) => streamArn === source);
    const queue = dependencies.queues.find(source);
    if (table) {
      const mapping = startStreamMapping(planned, table, { ...dependencies, call: engine.call });
      ofStreams.push({ table, mapping, deadLetters: DestinationConfig?.OnFailure.Destination });
    } else if (queue) ofQueues.push(new QueueMapping(planned.properties, queue, dependencies));
    else throw new Error(`${planned.logicalId}: the local stage has no event source ${source}.`);
  }
  return {
    consumedUpTo(table) {
      const positions = ofStreams
        .filter((one) => one.table === table)
        .map(({ mapping }) => mapping.position());
      return positions.includes(undefined) ? undefined : positions.sort((a, b) => Number(a) - Number(b))[0];
    },
    hasDeadLetters(table) {
      const destinations = ofStreams
        .filter((one) => one.table === table)
        .flatMap(({ deadLetters }) => deadLetters ?? []);
      return destinations.some((address) => (dependencies.queues.find(address)?.oldest(1).length ?? 0) > 0);
    },
    async end() {
      await Promise.all([...ofStreams.map(({ mapping }) => mapping), ...ofQueues].map((one) => one.end()));
    },
  };
}
