/** One attempt to validate one master: reads the current record, judges the file and records the outcome. */
import { findRecord, type Store } from '../../kit/records/store.ts';
import type { Attempt, Outcome } from '../../kit/work/attempt.ts';
import { readRetryGaps } from '../../kit/work/retry-gaps.ts';
import { readSettings } from '../../platform/settings.ts';
import { type TrackAsset, trackAssets } from '../api/track-assets.ts';
import { recordOutcome } from './record-outcome.ts';
import { type Validated, validateMaster } from './validate-master.ts';
import { afterAttempt, type ValidationOutcome } from './validation-progress.ts';
import { type Validation, validationWork } from './validation-work.ts';

export interface Validating extends Attempt<Validation> {
  readonly api: Store['api'];
  readonly requestTimeoutMs?: number;
}

export async function validate(validating: Validating): Promise<Outcome<Validation, ValidationLine>> {
  const { table, claimed, lease } = validating;
  await lease.takeSlot();
  const asset = await findRecord({ table }, trackAssets, claimed.assetId);
  // The row remains when a master is deleted with its track.
  return asset ? attemptValidation(asset, validating) : 'gone';
}

async function attemptValidation(
  asset: TrackAsset,
  validating: Validating,
): Promise<Outcome<Validation, ValidationLine>> {
  const { claimed, now, random, requestTimeoutMs } = validating;
  const { webhookAllowedCidrs: allowedCidrs } = readSettings();
  const { url, 'asset-type': assetType } = asset.fields;
  const limits = { allowedCidrs, ...(requestTimeoutMs !== undefined && { requestTimeoutMs }) };
  const validated = await validateMaster({ url, assetType }, limits);
  const gaps = readRetryGaps(validationWork);
  const after = afterAttempt(claimed, validated.verdict, { now: now(), random: random(), gaps });
  if ('again' in after) {
    const line = attemptLine({ asset, claimed, validated }, 'pending', after.again);
    return { is: 'again', next: validationWork.next(claimed, after.again), line };
  }
  if ((await recordOutcome(after.outcome, validating)) === 'gone') return 'gone';
  return { is: 'recorded', line: attemptLine({ asset, claimed, validated }, after.outcome.status) };
}

/** Only the host of the URL is logged, because the query can be a signature. */
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
function attemptLine(
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
