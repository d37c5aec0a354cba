/** One try to validate one master: claim it, read the record as it is now, judge the file, record what follows. */
import { findRecord } from '../../kit/records/store.ts';
import { writeHeld } from '../../kit/work/claim.ts';
import { hold } from '../../kit/work/hold.ts';
import { enqueue } from '../../kit/work/kind.ts';
import { readSettings } from '../../platform/settings.ts';
import { type TrackAsset, trackAssets } from '../api/track-assets.ts';
import { validationKey } from '../keys.ts';
import { attemptLine, type ValidationLine } from './line.ts';
import { recordOutcome } from './record-outcome.ts';
import { validateMaster } from './validate-master.ts';
import type { Validating } from './validating.ts';
import { type ClaimedValidation, toValidationItem, type Validation } from './validation.ts';
import { afterTry } from './validation-progress.ts';
import { type ValidationMessage, validationWork } from './validation-work.ts';

/**
 * @returns what the log says about it.
 * @throws on faults of the service: the message is redelivered, and the try does not count.
 */
export async function validate(message: ValidationMessage, validating: Validating): Promise<ValidationLine> {
  const { table, now } = validating;
  const { assetId, attempt } = message;
  const key = validationKey(assetId);
  const done = await hold(table, { kind: validationWork, key, attempt, now }, async (claimed, lease) => {
    await lease.takePlace();
    const asset = await findRecord({ table }, trackAssets, assetId);
    if (asset) return makeTry(asset, claimed, validating);
    // The row stays when a master is deleted with its track.
    await writeHeld(table, claimed, { delete: key });
    return 'gone' as const;
  });
  return typeof done === 'string' ? { message: 'validation.skipped', outcome: done } : done;
}

async function makeTry(
  asset: TrackAsset,
  claimed: ClaimedValidation,
  validating: Validating,
): Promise<ValidationLine> {
  const { now, random, requestTimeoutMs } = validating;
  const { webhookAllowedCidrs: allowedCidrs, validationRetryGaps: gaps } = readSettings();
  const { url, 'asset-type': assetType } = asset.fields;
  const limits = { allowedCidrs, ...(requestTimeoutMs !== undefined && { requestTimeoutMs }) };
  const validated = await validateMaster({ url, assetType }, limits);
  const after = afterTry(claimed, validated.verdict, { now: now(), random: random(), gaps });
  if ('outcome' in after) {
    const recorded = await recordOutcome(claimed, after.outcome, validating);
    const outcome = recorded === 'recorded' ? after.outcome.status : recorded;
    return attemptLine({ asset, claimed, validated }, { outcome });
  }
  const isRecorded = await writeNext(claimed, after.next, validating);
  if (!isRecorded) return attemptLine({ asset, claimed, validated }, { outcome: 'overtaken' });
  const { nextAttemptAt } = after.next;
  return attemptLine({ asset, claimed, validated }, { outcome: 'pending', nextAttemptAt });
}

/** @returns false when another function has taken over, or the master was deleted. */
async function writeNext(
  claimed: ClaimedValidation,
  next: Validation,
  { table, now }: Validating,
): Promise<boolean> {
  const isRecorded = await writeHeld(table, claimed, { put: toValidationItem(next) });
  if (isRecorded) await enqueue(validationWork, [next], now());
  return isRecorded;
}
