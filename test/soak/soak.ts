/** What all traffic of a soak shares. */
import { SeededRandom } from '../support/catalogue/random.ts';
import type { Figures } from './figures.ts';
import type { Model } from './model.ts';
import type { Operator } from './operator.ts';
import type { Receivers } from './receivers.ts';
import type { StageProcess } from './stage-process.ts';

export interface Soak {
  readonly seed: number;
  readonly stage: StageProcess;
  readonly figures: Figures;
  readonly model: Model;
  readonly operator: Operator;
  readonly receivers: Receivers;
  /** For files. */
  readonly folder: string;
  /** Ends with the traffic. */
  readonly signal: AbortSignal;
  /** What was found to be wrong while the traffic ran. */
  readonly faults: string[];
}

/** @returns random choices that do not depend on those of other lanes. */
export const randomOf = ({ seed }: Pick<Soak, 'seed'>, lane: number): SeededRandom =>
  new SeededRandom(seed * 1009 + lane);

export const linked = (type: string, id: string) => ({ data: { type, id } });
