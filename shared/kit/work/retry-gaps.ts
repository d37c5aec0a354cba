/** Seconds between the attempts of a kind of work: n gaps make n + 1 attempts. */
import { readSettings, type Settings } from '../../platform/settings.ts';

export interface RetryGaps {
  /** Begins the name of the setting, and of the variable that overrides it on the local stage. @example 'delivery' */
  readonly setting: string;
  /** On every deployed stage. */
  readonly standard: readonly number[];
  readonly local: readonly number[];
}

/** A kind of work that is attempted again. */
interface Retried {
  readonly name: string;
  readonly retryGaps?: RetryGaps;
}

/** @throws Error when the kind has none, or the settings lack them. */
export function retryGapsIn(settings: Settings, { name, retryGaps }: Retried): readonly number[] {
  const gaps = retryGaps && settings[`${retryGaps.setting}RetryGaps`];
  if (!gaps) throw new Error(`There are no retry gaps for ${name}.`);
  return gaps;
}

/** @returns the stage's. @throws Error, as above. */
export const readRetryGaps = (kind: Retried): readonly number[] => retryGapsIn(readSettings(), kind);
