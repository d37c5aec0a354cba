/** Decides what follows an attempt. Pure: the time and the random number are arguments. */
import { nextAttemptAt } from '../../kit/work/schedule.ts';
import type { ValidationStatus } from '../rules/catalogue.ts';
import type { Verdict } from './validate-master.ts';
import type { Validation } from './validation-work.ts';

export interface ProgressOptions {
  readonly now: Date;
  /** Between 0 and 1. */
  readonly random: number;
  /** Seconds between attempts. n gaps allow n + 1 attempts. */
  readonly gaps: readonly number[];
}

export interface ValidationOutcome {
  readonly status: Exclude<ValidationStatus, 'pending'>;
  readonly errors: readonly string[];
}

/** @returns when the next attempt is due, or the outcome of the validation. */
export function afterAttempt(
  claimed: Validation,
  verdict: Verdict,
  options: ProgressOptions,
): { readonly again: Date } | { readonly outcome: ValidationOutcome } {
  if (verdict.is === 'valid') return { outcome: { status: 'valid', errors: [] } };
  if (verdict.is === 'invalid') return { outcome: { status: 'invalid', errors: verdict.errors } };
  const position = claimed.position + 1;
  const again = nextAttemptAt({ ...options, attempts: position });
  if (again) return { again };
  const attempts = position === 1 ? '1 attempt' : `${position} attempts`;
  const error = `The file could not be read in ${attempts}. ${verdict.reason}`;
  return { outcome: { status: 'invalid', errors: [error] } };
}
