/** Lists of a table that was restored to an earlier time, while the bucket is newer or empty. */
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { folderWith } from '../../functions/fold-lists/handler.ts';
import { labels } from '../../shared/catalogue/api/labels.ts';
import type { StoredRecord } from '../../shared/kit/declare/fields.ts';
import { forget } from '../../shared/kit/lists/list-memory.ts';
import { readList } from '../../shared/kit/lists/read-list.ts';
import { type Pointer, pointerIn, snapshotKey } from '../../shared/kit/lists/snapshot.ts';
import { layoutOf } from '../../shared/kit/records/layout.ts';
import { storeOf } from '../../shared/kit/records/store.ts';
import { ownerKey } from '../../shared/kit/table/keys.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { api } from '../../shared/service/api.ts';
import { withBucket } from '../support/stores/local-bucket.ts';
import { saveLabels } from './saved-labels.ts';
import { saveStage } from './saved-stage.ts';
import { skipStream, workFor } from './stream-stage.ts';
import { now, queue, useWorkStage } from './work-stage.ts';

useWorkStage({
  consumers: { Fold: folderWith({ now, random: () => 0.5 }) },
  streams: true,
});
const bucket = withBucket();

const list = { type: 'labels', ownerId: '1', layout: layoutOf(labels, api.keys.labels) };
const { ownerId } = list;
const store = () => storeOf(api, { table: new Table(), now: now() });

const write = (count: number): Promise<StoredRecord[]> =>
  saveLabels(store(), {
    ownerId,
    count,
    fields: (number) => ({
      name: `${now().toISOString()} ${number}`,
      description: randomBytes(140).toString('hex'),
    }),
  });

const pointer = async (): Promise<Pointer | undefined> => pointerIn(await new Table().get(snapshotKey(list)));
const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id).toSorted();
const listed = async () => idsOf((await readList(new Table(), list)) ?? []);

let made: StoredRecord[];
let putBack: () => Promise<void>;
beforeAll(async () => {
  made = await write(200);
  await workFor(4);
  made.push(...(await write(30)));
  putBack = await saveStage({ queues: queue() });
  await write(150);
  await workFor(70);
  expect((await pointer())?.number).toBeGreaterThan(1);
});

/** The functions of a new stage have read nothing, and its queues are empty. */
async function restore(): Promise<void> {
  await putBack();
  await skipStream();
  queue().lose();
  forget(list);
  expect((await pointer())?.number).toBe(1);
}

it('a restored list has its records and continues while the bucket has newer snapshots', async () => {
  await restore();
  expect(await listed()).toEqual(idsOf(made));
  const more = await write(150);
  await workFor(70);
  expect((await pointer())?.number).toBeGreaterThan(1);
  // Another function reads the new snapshot.
  forget(list);
  expect(await listed()).toEqual(idsOf([...made, ...more]));
});

it('a restored list without its snapshot is read from the index, which starts a fold', async () => {
  await restore();
  await bucket.putBack(new Map());
  expect(await readList(new Table(), list)).toBeUndefined();
  const entries = await new Table().query({ index: 'by-owner', partition: ownerKey(ownerId, 'labels') });
  expect(entries).toHaveLength(made.length);
  await workFor(4);
  forget(list);
  expect(await listed()).toEqual(idsOf(made));
});
