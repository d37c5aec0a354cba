/** Seconds between the attempts of a kind of work. n gaps allow n + 1 attempts. */
import { readSettings, type Settings } from '../../platform/settings.ts';

export interface RetryGaps {
  /** Prefix of the setting, and of the variable that overrides it on the local stage. @example 'delivery' */
  readonly setting: string;
  /** On every deployed stage. */
  readonly standard: readonly number[];
  readonly local: readonly number[];
}

interface Retried {
  readonly name: string;
  readonly retryGaps?: RetryGaps;
}

/** @throws Error if the kind or the settings do not have them. */
export function retryGapsIn(settings: Settings, { name, retryGaps }: Retried): readonly number[] {
  const gaps = retryGaps && settings[`${retryGaps.setting}RetryGaps`];
  if (!gaps) throw new Error(`There are no retry gaps for ${name}.`);
  return gaps;
}

export const readRetryGaps = (kind: Retried): readonly number[] => retryGapsIn(readSettings(), kind);
