/** One attempt to validate one master: reads the current record, judges the file and records the outcome. */
import { findRecord } from '../../kit/records/store.ts';
import type { Outcome } from '../../kit/work/attempt.ts';
import { readRetryGaps } from '../../kit/work/retry-gaps.ts';
import { readSettings } from '../../platform/settings.ts';
import { type TrackAsset, trackAssets } from '../api/track-assets.ts';
import { attemptLine, type ValidationLine } from './line.ts';
import { recordOutcome } from './record-outcome.ts';
import { validateMaster } from './validate-master.ts';
import type { Validating } from './validating.ts';
import { afterAttempt } from './validation-progress.ts';
import { type Validation, validationWork } from './validation-work.ts';

export async function validate(validating: Validating): Promise<Outcome<Validation, ValidationLine>> {
  const { table, claimed, lease } = validating;
  await lease.takePlace();
  const asset = await findRecord({ table }, trackAssets, claimed.assetId);
  // The row remains when a master is deleted with its track.
  return asset ? makeAttempt(asset, validating) : 'gone';
}

async function makeAttempt(
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
