/**
 * Removes an organization with all that it has, part by part: its users lose access, its ids are collected, and its rows and
 * objects are deleted in rounds until one finds nothing. Every step can be repeated. Until the collecting begins, nothing is
 * deleted, and the erasure stops if stores have something of it.
 */

import { credentialsKey } from '../../../accounts/keys.ts';
import { lockAccess } from '../../../accounts/sign-in/access.ts';
import { usersOf } from '../../../accounts/users-of.ts';
import { failedConditions } from '../../../kit/table/commit.ts';
import type { Outcome } from '../../../kit/work/attempt.ts';
import { isHeld } from '../../../kit/work/due.ts';
import { runningImports } from '../../../usage/import/listed-imports.ts';
import { added, type Counts, type Erasure, erasureKey, erasureWork, subjectOf } from '../erasure-work.ts';
import { forgetKept } from './belongings.ts';
import type { ErasingOrganization } from './erasing-organization.ts';
import { collectPart, removeObjectsPart, removeRowsPart } from './erasure-parts.ts';
import { keepAccounts } from './kept-accounts.ts';
import { heldAlbums, sentenceOf } from './obstacles.ts';

interface OrganizationLine {
  readonly message: 'erasure.attempted';
  readonly outcome: 'waiting' | 'finished' | 'stopped' | Erasure['phase'];
  readonly tenant: string;
}

type Done = Outcome<Erasure, OrganizationLine>;

/** Longer than a function runs: what had begun before has ended then. */
const LONGEST_RUN_MS = 16 * 60_000;
const AGAIN_MS = 60_000;

const phases: { readonly [P in Erasure['phase']]: (erasing: ErasingOrganization) => Promise<Done> } = {
  closing: close,
  collecting: collect,
  rows: removeRows,
  objects: removeObjects,
  ending: end,
};

export const eraseOrganization = (erasing: ErasingOrganization): Promise<Done> =>
  phases[erasing.claimed.phase](erasing);

/** @param changes of the work, which goes on immediately by default. */
function next({ claimed, now }: ErasingOrganization, changes: Partial<Erasure>, afterMs = 0): Done {
  const at = new Date(now().getTime() + afterMs);
  const line = lineOf(claimed, afterMs > 0 ? 'waiting' : (changes.phase ?? claimed.phase));
  return { is: 'again', next: erasureWork.next(claimed, at, changes), line };
}

const lineOf = ({ organizationId }: Erasure, outcome: OrganizationLine['outcome']): OrganizationLine => ({
  message: 'erasure.attempted',
  outcome,
  tenant: organizationId,
});

/** Nobody can change anything since it started, except what had begun before, and imports of reports. */
async function close(erasing: ErasingOrganization): Promise<Done> {
  const { table, claimed, now, keepYears } = erasing;
  const { organizationId: organization, startedAt } = claimed;
  const closedInMs = Date.parse(startedAt) + LONGEST_RUN_MS - now().getTime();
  if (closedInMs > 0) return next(erasing, {}, closedInMs);
  if ((await runningImports(table)).length > 0) return next(erasing, {}, AGAIN_MS);
  const held = await heldAlbums(table, organization);
  if (held.length > 0) return finish(erasing, { removed: {}, stopped: sentenceOf(held) });
  const users = await usersOf({ table }, organization);
  const until = new Date(now());
  until.setUTCFullYear(until.getUTCFullYear() + keepYears);
  await keepAccounts(table, { organization, users, until });
  for (const user of users)
    await failedConditions(table.commit([lockAccess(user), { delete: credentialsKey(user) }]));
  return next(erasing, { phase: 'collecting' });
}

async function collect(erasing: ErasingOrganization): Promise<Done> {
  const place = await collectPart(erasing);
  return next(erasing, place ? { place } : { phase: 'rows', place: null });
}

async function removeRows(erasing: ErasingOrganization): Promise<Done> {
  const { table, claimed, now } = erasing;
  const { emptySince } = claimed;
  // Only an import that began before can still write what it knows of deleted tracks.
  const isBefore = ({ startedAt }: { readonly startedAt: string }) => startedAt <= String(emptySince);
  if (emptySince !== null && claimed.place === null && (await runningImports(table)).some(isBefore))
    return next(erasing, {}, AGAIN_MS);
  const { place, removed } = await removeRowsPart(erasing);
  const counted = withFound(claimed, removed);
  if (place) return next(erasing, { place, ...counted });
  return next(erasing, {
    phase: 'objects',
    place: null,
    ...counted,
    emptySince: emptySince ?? now().toISOString(),
  });
}

async function removeObjects(erasing: ErasingOrganization): Promise<Done> {
  const { claimed } = erasing;
  const { place, removed } = await removeObjectsPart(erasing);
  const counted = withFound(claimed, removed);
  if (place !== null) return next(erasing, { place, ...counted });
  if (counted.found === 0) return next(erasing, { phase: 'ending', place: null });
  return next(erasing, { phase: 'rows', place: null, ...counted, found: 0 }, LONGEST_RUN_MS);
}

const withFound = (claimed: Erasure, removed: Counts) => ({
  removed: added(claimed.removed, removed),
  found: claimed.found + Object.values(removed).reduce((sum, count) => sum + count, 0),
});

async function end(erasing: ErasingOrganization): Promise<Done> {
  await forgetKept(erasing.bucket, erasing.claimed.organizationId);
  return finish(erasing, { removed: erasing.claimed.removed });
}

/** Ends the work and says when, and what was removed or why nothing was. */
async function finish(
  { table, claimed, now }: ErasingOrganization,
  outcome: { readonly removed: Counts; readonly stopped?: string },
): Promise<Done> {
  const { subject, startedAt } = claimed;
  const row = { startedAt, finishedAt: now().toISOString(), ...outcome };
  await table.commit([
    { put: { ...erasureKey(subjectOf(claimed)), ...row } },
    { ...erasureWork.end(subject), condition: isHeld(claimed) },
  ]);
  return { is: 'recorded', line: lineOf(claimed, outcome.stopped === undefined ? 'finished' : 'stopped') };
}
