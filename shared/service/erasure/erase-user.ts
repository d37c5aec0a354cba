/**
 * Removes what names a user who was erased: from stored responses, the log of commands, and the journal and the snapshots of
 * the organization's users. Its webhook endpoints are disabled. Every step can be repeated.
 */
import { users } from '../../accounts/api/users.ts';
import { isErased } from '../../accounts/erased-user.ts';
import { usersOf } from '../../accounts/users-of.ts';
import type { Definitions } from '../../kit/declare/definitions.ts';
import { sourceOf } from '../../kit/lists/fold.ts';
import {
  currentSnapshot,
  deleteFormerSnapshots,
  LONGEST_FOLD_MS,
  shortenJournal,
} from '../../kit/lists/forget-earlier.ts';
import { findRecord } from '../../kit/records/store.ts';
import { journalKey } from '../../kit/table/keys.ts';
import { required } from '../../kit/values/required.ts';
import type { Attempt, Outcome } from '../../kit/work/attempt.ts';
import { isHeld } from '../../kit/work/due.ts';
import type { Bucket } from '../../platform/bucket/bucket.ts';
import { disableEndpointsOf } from '../../webhooks/endpoints/endpoints-of-user.ts';
import { added, type Counts, type Erasure, erasureKey, erasureWork, subjectOf } from './erasure-work.ts';
import { forgetCommands } from './forget-commands.ts';
import type { ForgetLetters } from './forget-letters.ts';
import { forgetResponses } from './forget-responses.ts';

export interface Erasing extends Attempt<Erasure> {
  readonly api: Pick<Definitions, 'resources' | 'keys' | 'sources'>;
  readonly bucket: Bucket;
  readonly forgetLetters: ForgetLetters;
}

interface ErasureLine {
  readonly message: 'erasure.attempted';
  readonly outcome: 'waiting' | 'finished';
  readonly tenant: string;
}

/** Changes of the last half minute cannot be folded yet. */
const FOLDED_AFTER_MS = 40_000;
/** A fold that read the list before can end in this time, and another that read its snapshot. */
const SETTLED_AFTER_MS = 2 * LONGEST_FOLD_MS;

export async function eraseUser(erasing: Erasing): Promise<Outcome<Erasure, ErasureLine>> {
  const { claimed, table, lease, bucket, now } = erasing;
  const { id } = subjectOf(claimed);
  const user = await findRecord({ table }, users, id);
  if (!user || !isErased(user)) return 'gone';
  const removed = added(claimed.removed, await forgetRows(erasing, id));
  const list = required(sourceOf(erasing.api, users.type, user.ownerId), 'The list of users has a journal.');
  const kept = { id, version: user.version };
  const versions = await shortenJournal(table, list, kept);
  await lease.keep();
  const counted = added(removed, { versions });
  const current = await currentSnapshot(erasing, list, kept);
  const line = (outcome: ErasureLine['outcome']) =>
    ({ message: 'erasure.attempted', outcome, tenant: user.ownerId }) as const;
  const again = (afterMs: number, cleanSince: string | null) => {
    const at = new Date(now().getTime() + afterMs);
    const next = erasureWork.next(claimed, at, { removed: counted, cleanSince });
    return { is: 'again', next, line: line('waiting') } as const;
  };
  if (current === undefined) return again(FOLDED_AFTER_MS, null);
  const cleanSince = claimed.cleanSince ?? now().toISOString();
  const settledInMs = Date.parse(cleanSince) + SETTLED_AFTER_MS - now().getTime();
  if (settledInMs > 0) return again(settledInMs, cleanSince);
  await lease.keep();
  const snapshots = await deleteFormerSnapshots(bucket, list, { current, now: now() });
  // The entries of the journal are the only rows with names of users whose changes start work.
  const { pk } = journalKey(users.type, user.ownerId, '');
  const letters = await erasing.forgetLetters((row) => row['pk'] === pk);
  await finish(erasing, added(counted, { snapshots, 'dead letters': letters }));
  return { is: 'recorded', line: line('finished') };
}

/** @returns what was removed, by what it was. */
async function forgetRows({ table, claimed, now }: Erasing, id: string): Promise<Counts> {
  const creators = await usersOf({ table }, claimed.organizationId);
  await disableEndpointsOf({ table, now: now() }, id);
  return {
    responses: await forgetResponses(table, { creators, id }),
    commands: await forgetCommands(table, claimed.organizationId),
  };
}

/** Ends the work and says when, and what was removed. */
async function finish({ table, claimed, now }: Erasing, removed: Counts): Promise<void> {
  const { subject, startedAt } = claimed;
  const outcome = { startedAt, finishedAt: now().toISOString(), removed };
  await table.commit([
    { put: { ...erasureKey(subjectOf(claimed)), ...outcome } },
    { ...erasureWork.end(subject), condition: isHeld(claimed) },
  ]);
}
