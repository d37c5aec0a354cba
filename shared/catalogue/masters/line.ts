/** The log line of an attempt. Only the host of the URL is logged, because the query can be a signature. */
import type { TrackAsset } from '../api/track-assets.ts';
import type { Validated } from './validate-master.ts';
import type { ValidationOutcome } from './validation-progress.ts';
import type { Validation } from './validation-work.ts';

export interface ValidationLine extends Omit<Validated, 'verdict' | 'durationMs'> {
  readonly message: 'validation.attempted';
  /** The file could not be read. */
  readonly level?: 'warn';
  /** Owner of the track. */
  readonly tenant: string;
  readonly trackId: string | null;
  readonly assetType: string;
  readonly host: string | undefined;
  /** The first is 1. */
  readonly attemptNumber: number;
  /** Status of the master after the attempt; 'pending' when another attempt follows. */
  readonly outcome: ValidationOutcome['status'] | 'pending';
  /** Null if there is no further attempt. */
  readonly nextAttemptAt: string | null;
  /** Faults of the master, or why it could not be read. */
  readonly reasons: readonly string[];
  readonly attemptMs: number;
}

/** @param again set if another attempt follows. */
export function attemptLine(
  { asset, claimed, validated }: { asset: TrackAsset; claimed: Validation; validated: Validated },
  outcome: ValidationLine['outcome'],
  again?: Date,
): ValidationLine {
  const { ownerId: tenant, fields } = asset;
  const { verdict, durationMs: attemptMs, ...costs } = validated;
  return {
    message: 'validation.attempted',
    ...(verdict.is === 'failed' && { level: 'warn' }),
    tenant,
    trackId: fields.track,
    assetType: fields['asset-type'],
    host: URL.parse(fields.url)?.host,
    attemptNumber: claimed.position + 1,
    outcome,
    nextAttemptAt: again?.toISOString() ?? null,
    reasons: reasonsOf(verdict),
    attemptMs,
    ...costs,
  };
}

function reasonsOf(verdict: Validated['verdict']): readonly string[] {
  if (verdict.is === 'failed') return [verdict.reason];
  return verdict.is === 'invalid' ? verdict.errors : [];
}
