/**
 * Ends that a code stays with an owner because a store once got it. A code that the owner still has, or with which stores
 * still have something of the owner, is not released: the next change would keep it again.
 */
import { users } from '../../accounts/api/users.ts';
import type { ArgumentsOf, Run } from '../../kit/commands/listed.ts';
import { type Operation, requireRecord } from '../../kit/commands/operation.ts';
import { decided } from '../../kit/records/decided.ts';
import { type Deciding, unheld } from '../../kit/records/deciding.ts';
import { findRecord, findRecords, save } from '../../kit/records/store.ts';
import type { Key } from '../../kit/table/keys.ts';
import { problem } from '../../kit/values/problems.ts';
import { albums } from '../api/albums.ts';
import { tracks } from '../api/tracks.ts';
import type { releaseCode } from '../commands.ts';
import { formersWith } from '../former-isrcs.ts';
import { deliveredUpc, toFormerUpc } from '../former-upcs.ts';
import { formerIsrcKeys, formerUpcKey } from '../keys.ts';
import { isSameIsrc, readIsrc } from '../rules/isrc.ts';
import { gtinOf } from '../rules/upc.ts';
import { tracksWithIsrc } from '../used-codes.ts';

type Given = ArgumentsOf<typeof releaseCode>;

/** The owner of a code, and the rows that record it. */
interface Kept {
  readonly kind: 'isrc' | 'upc';
  readonly records: readonly { readonly id: string; readonly title: string | null }[];
  readonly rows: readonly Key[];
}

export const run = (async (given, operation) => {
  await requireRecord(operation, users, given.user);
  return decided(operation, (deciding) => release(given, deciding));
}) satisfies Run<typeof releaseCode>;

/** The write checks the rows and records that were read, so that a change at the same time is decided first or last. */
async function release(given: Given, operation: Operation & Deciding) {
  const { code, user, check } = given;
  const kept = await (readIsrc(code) ? keptIsrc(operation, given) : keptUpc(operation, given));
  if (!kept) throw problem('unknown_record', `The code ${code} does not stay with the user ${user}.`);
  const { kind, records, rows } = kept;
  const shown = { code, kind, user, records, 'other-users': await othersWith(operation, given) };
  if (check) return { ...shown, summary: 'Nothing was released yet.' };
  const { is } = await save(
    operation,
    [],
    rows.map((key) => ({ delete: key })),
  );
  if (is !== 'saved') return 'again' as const;
  const next =
    kind === 'isrc' ? ' Repeat import-usage --rematch, and import reports again to correct them.' : '';
  return { ...shown, summary: `The code was released.${next}` };
}

async function keptIsrc(operation: Operation & Deciding, { code, user }: Given): Promise<Kept | undefined> {
  const formers = (await formersWith(operation.table, code)).filter(({ owner }) => owner === user);
  if (formers.length === 0) return undefined;
  const having = await tracksWithIsrc(operation.table, code, MOST_TRACKS);
  const own = await findRecords(operation, tracks, [...formers.map(({ track }) => track), ...having]);
  const inUse = own.find(
    ({ ownerId, fields }) =>
      ownerId === user &&
      (isSameIsrc(fields['isrc-code'], code) || isSameIsrc(fields['delivered-isrc'], code)),
  );
  if (inUse) throw codeInUse(code, `track ${inUse.id}`);
  return {
    kind: 'isrc',
    records: formers.map(({ track: id }) => ({
      id,
      title: own.find((each) => each.id === id)?.fields.title ?? null,
    })),
    rows: formers.map((former) => {
      const { pk, sk } = formerIsrcKeys(code, former);
      return { pk, sk };
    }),
  };
}

/** Further tracks with the same code are not examined. */
const MOST_TRACKS = 20;

async function keptUpc(
  operation: Operation & Deciding,
  { code: gtin, user }: Given,
): Promise<Kept | undefined> {
  const row = await operation.table.get(formerUpcKey(gtin));
  const former = row && toFormerUpc(row);
  if (former?.owner !== user) return undefined;
  const album = await findRecord(operation, albums, former.album);
  const isInUse =
    album && [album.fields['upc-code'], deliveredUpc(album)].some((upc) => gtinOf(upc) === gtin);
  if (isInUse) throw codeInUse(gtin, `album ${album.id}`);
  const records = [{ id: former.album, title: album?.fields.title ?? null }];
  return { kind: 'upc', records, rows: [formerUpcKey(gtin)] };
}

const codeInUse = (code: string, of: string) =>
  problem(
    'code_in_use',
    `The ${of} of the user has the code ${code}, or stores have it with this code. Its owner changes the code first, and ` +
      'an update brings the new one to the stores.',
  );

/** @returns the ids of the other owners whose tracks have the ISRC. */
async function othersWith(operation: Operation & Deciding, { code, user }: Given): Promise<string[]> {
  const reading = unheld(operation, 'They are only shown.');
  const having = await findRecords(reading, tracks, await tracksWithIsrc(reading.table, code, MOST_TRACKS));
  return [...new Set(having.map(({ ownerId }) => ownerId))].filter((owner) => owner !== user);
}
