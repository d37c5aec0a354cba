/** What feeds a function from a stream or a queue. */
import type { Planned } from '../template/plan.ts';

export type PlannedMapping = Planned<'AWS::Lambda::EventSourceMapping'>;

export interface Mapping {
  /** Takes up nothing new. @returns when what is under way has ended. */
  stop(): Promise<void>;
}
