/** Organizations of the last release, ready to be erased, and the erasure alone on a stage on which nothing else happens. */
import { randomUUID } from 'node:crypto';
import { albums } from '../../../shared/catalogue/api/albums.ts';
import { deliveries } from '../../../shared/distribution/api/deliveries.ts';
import { distributionRequests } from '../../../shared/distribution/api/distribution-requests.ts';
import {
  lookingKey,
  RELEASE_PREFIX,
  renamesKey,
  storeMessageKey,
  unclearKey,
} from '../../../shared/distribution/keys.ts';
import { folderOf } from '../../../shared/kit/lists/snapshot.ts';
import { recordOf } from '../../../shared/kit/records/rows.ts';
import type { Item } from '../../../shared/kit/table/item.ts';
import { isRecordKey, type Key, ownerKey } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { enqueue } from '../../../shared/kit/work/kind.ts';
import { releasedEntryKey } from '../../../shared/matching/keys.ts';
import { Bucket } from '../../../shared/platform/bucket/bucket.ts';
import { erasureKey, erasureWork } from '../../../shared/service/erasure/erasure-work.ts';
import type { Person } from '../../support/calls.ts';
import { allRows } from '../../support/invariants.ts';
import { announceRow, now, pass, settle } from '../work-stage.ts';

const keyOf = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });

export const workKey = ({ organizationId }: Person): Key => erasureWork.key(`white-labels#${organizationId}`);

/** The ids of a person's organization: its own, its users', and those of their records. */
export function idsOf({ organizationId }: Person, rows: readonly Item[]): Set<string> {
  const users = rows.filter(({ ownerKey: key }) => key === ownerKey(organizationId, 'users'));
  const owners = new Set([organizationId, ...users.map(({ pk }) => String(pk).split('#')[1] ?? '')]);
  const records = rows.filter((row) => owners.has(String(row['owner'])) && row['sk'] === '#');
  return new Set([...owners, ...records.map(({ pk }) => String(pk).split('#').slice(1).join('#'))]);
}

/** What stores have of the organizations of people is taken down, and reports are imported. */
export async function nothingInStores(people: readonly Person[]): Promise<void> {
  const table = new Table();
  const owners = new Set(people.map(({ userId }) => userId));
  const rows = await allRows();
  const held = rows.filter((row) => isRecordKey(row, albums.type) && owners.has(String(row['owner'])));
  for (const row of held) {
    const counts = Object.fromEntries(
      Object.entries(Object(row['counts'])).map(([name, count]) => [
        name,
        /\.(open|pending)$/.test(name) ? 0 : Number(count),
      ]),
    );
    const as = (name: 'slim' | 'rest') => {
      const fields = Object(row[name]);
      const known = Object.entries({ 'last-status': 'taken_down', 'live-dsps': [] });
      return { ...fields, ...Object.fromEntries(known.filter(([field]) => Object.hasOwn(fields, field))) };
    };
    await table.putMany([{ ...row, ...keyOf(row), counts, slim: as('slim'), rest: as('rest') }]);
  }
  for (const row of rows.filter(({ pk, state }) => /^usage-imports#/.test(String(pk)) && state === 'running'))
    await table.putMany([{ ...row, ...keyOf(row), state: 'done' }]);
}

/** A store has the album. */
export async function putInStore(album: string): Promise<void> {
  const key = { pk: `albums#${album}`, sk: '#' };
  const row = await new Table().get(key);
  const live = (fields: unknown) => ({
    ...Object(fields),
    ...('live-dsps' in Object(fields) && { 'live-dsps': ['1'] }),
  });
  await new Table().putMany([{ ...row, ...key, slim: live(row?.['slim']), rest: live(row?.['rest']) }]);
}

/** Kinds of rows and objects that the release has not: of connected stores, packages, and content that is too long for a row. */
export async function addMore(people: readonly Person[]): Promise<void> {
  const table = new Table();
  const bucket = new Bucket('packages');
  const rows = await allRows();
  for (const { userId } of people) {
    const request = rows.find(
      (row) => row['owner'] === userId && isRecordKey(row, distributionRequests.type),
    );
    const album = rows.find((row) => row['owner'] === userId && isRecordKey(row, albums.type));
    const albumId = String(album?.['pk']).split('#')[1] ?? '';
    const requestId = String(request?.['pk']).split('#')[1] ?? '';
    await table.putMany([
      { ...lookingKey(requestId, 'Grace'), at: '2026-11-28T08:00:00.000Z' },
      { ...renamesKey(userId), changes: 1 },
      { ...releasedEntryKey('iswc', 'T1', { position: '', albumId, trackId: '1' }), albumId },
      { ...erasureKey({ type: 'users', id: userId }), finishedAt: '2026-11-28T08:00:00.000Z' },
    ]);
    await bucket.create(`${folderOf({ type: 'albums', ownerId: userId })}/${randomUUID()}`, [userId]);
    for (const row of rows.filter((each) => each['owner'] === userId && isRecordKey(each, 'deliveries'))) {
      const { id, fields } = recordOf(deliveries, row);
      await bucket.create(`${fields['store-delivery-id']}/message.xml`, [`<Message>${id}</Message>`]);
      await table.putMany([
        { ...storeMessageKey('2', `message-${id}`), deliveryId: id },
        {
          ...unclearKey('2', `file-${id}.xml`),
          at: '2026-11-28T08:00:00.000Z',
          about: 'Unclear',
          delivery: id,
        },
      ]);
      const request = fields['distribution-request'];
      if (request) await bucket.create(`${RELEASE_PREFIX}${request}/${id}`, [id]);
    }
  }
}

const MOST_MINUTES = 180;

/** Lets the erasure go on until it ends, and nothing else. @returns the minutes that it took. */
export async function eraseToTheEnd(person: Person): Promise<number> {
  if (await new Table().get(workKey(person))) await announceRow(workKey(person));
  for (let minutes = 0; minutes < MOST_MINUTES; minutes++) {
    await settle();
    const row = await new Table().get(workKey(person));
    if (!row) return minutes;
    pass(60);
    // As the sweep does, which would wake other work too.
    const work = erasureWork.read(row);
    if (work.nextAttemptAt <= now().toISOString()) await enqueue(erasureWork, [work], now());
  }
  throw new Error(`The erasure has not ended after ${MOST_MINUTES} minutes.`);
}
