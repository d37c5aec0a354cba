/** What stream mappings and queue mappings have in common. */
import type { Clock } from '../host/clock.ts';
import type { State } from '../host/state.ts';
import type { Runtime } from '../lambda/runtime.ts';
import type { Observe } from '../observed/observation.ts';
import type { Queues } from '../sqs/queues.ts';
import type { Planned } from '../template/plan.ts';

export type PlannedMapping = Planned<'AWS::Lambda::EventSourceMapping'>;

export interface Mapping {
  /** Starts no further batch. Resolves when the batches under way are done. */
  end(): Promise<void>;
}

export interface MappingDependencies {
  readonly runtime: Runtime;
  /** For the failure destinations of streams. */
  readonly queues: Queues;
  readonly state: State;
  readonly clock: Clock;
  readonly observe: Observe;
}
