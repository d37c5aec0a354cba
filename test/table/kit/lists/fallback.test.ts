/** Lists whose snapshot or journal cannot be used are read from the index. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { folderWith } from '../../../../functions/fold-lists/handler.ts';
import { handler as labels } from '../../../../functions/labels/handler.ts';
import { forget } from '../../../../shared/kit/lists/list-memory.ts';
import { type Pointer, pointerIn, snapshotKey } from '../../../../shared/kit/lists/snapshot.ts';
import { foldWork } from '../../../../shared/kit/records/fold-work.ts';
import { TableThrottled } from '../../../../shared/kit/table/client.ts';
import { digestOf } from '../../../../shared/kit/table/digest.ts';
import type { Assignment } from '../../../../shared/kit/table/expressions.ts';
import { journalKey, unreadableListKey } from '../../../../shared/kit/table/keys.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { Bucket } from '../../../../shared/platform/bucket/bucket.ts';
import { call, newAdmin, type Person } from '../../../support/calls.ts';
import { costOf } from '../../../support/costs.ts';
import { foldList, pass } from '../../../support/fold-list.ts';
import { listen } from '../../../support/log.ts';
import { withBucket } from '../../../support/stores/local-bucket.ts';
import { withTable } from '../../../support/table.ts';

withTable();
withBucket();
const NAMES = ['Amber', 'Blue', 'Cyan'];
let ada: Person;
const list = () => ({ type: 'labels', ownerId: ada.userId, layout: '' });

beforeAll(async () => {
  ada = await newAdmin();
  for (const name of NAMES) {
    const body = { data: { type: 'labels', attributes: { name } } };
    await call(labels, 201, { method: 'POST', path: '/labels', token: ada.token, body });
  }
});
beforeEach(async () => {
  await new Table().commit([{ delete: snapshotKey(list()) }]);
  await foldList('labels', ada.userId);
  forget(list());
});

async function expectListed(readUnits: number): Promise<void> {
  const { response, ...cost } = await costOf(labels, 200, { path: '/labels?sort=name', token: ada.token });
  const names = response.body.data.map(({ attributes }: { attributes: { name: string } }) => attributes.name);
  expect(names).toEqual(NAMES);
  expect(cost.readUnits).toBe(readUnits);
}

it('a list with a snapshot reads it, and then only what was written since', async () => {
  await expectListed(2);
  await expectListed(1);
});

const gone = { object: 'lists/labels/1/gone', bytes: 4, sha256: '' };
const spoilt: Readonly<Record<string, Assignment>> = {
  'has content that is not a snapshot': { set: 'content', to: { row: 'AAAA' } },
  'has an object that does not exist': { set: 'content', to: { ...gone } },
  'is of another layout': { set: 'layout', to: 'other' },
  'is of a form that is not known': { remove: 'epoch' },
};

it.each(Object.entries(spoilt))('a list whose snapshot %s is read from the index', async (_, spoil) => {
  await new Table().commit([{ update: snapshotKey(list()), with: [spoil] }]);
  const { body } = await call(labels, 200, { path: '/labels', token: ada.token });
  expect(body.data).toHaveLength(NAMES.length);
});

/** @returns what a reader that cannot read the snapshot has written. */
const noted = () => new Table().get(unreadableListKey('labels', ada.userId));
const spoil = () =>
  new Table().commit([{ update: snapshotKey(list()), with: [{ set: 'content', to: { ...gone } }] }]);
const read = () => call(labels, 200, { path: '/labels', token: ada.token });

it('readers of an unreadable snapshot start one fold in ten minutes, which replaces it', async () => {
  await new Table().commit([{ delete: unreadableListKey('labels', ada.userId) }]);
  await spoil();
  await read();
  const first = await noted();
  expect(first).toMatchObject({ dueKind: 'list-fold', causes: 'work', ownerId: ada.userId, position: 0 });
  pass(599);
  await read();
  expect(await noted()).toEqual(first);
  pass(2);
  await read();
  const second = await noted();
  expect(second?.['nextAttemptAt']).not.toBe(first?.['nextAttemptAt']);
  // As the stream sends it.
  const body = JSON.stringify(foldWork.message(foldWork.read(second ?? {})));
  expect(await folderWith()({ Records: [{ body, messageId: '1' }] } as never)).toEqual({
    batchItemFailures: [],
  });
  await expectListed(2);
  vi.useRealTimers();
});

it('a list in memory is reread if its snapshot was replaced or deleted', async () => {
  await expectListed(2);
  await new Table().commit([{ update: snapshotKey(list()), with: [{ set: 'epoch', to: 'other' }] }]);
  await expectListed(2);
  await expectListed(1);
  await new Table().commit([{ delete: snapshotKey(list()) }]);
  await expectListed(1.5);
  await expectListed(1);
});

it('a list with journal entries of another layout is read from the index', async () => {
  await expectListed(2);
  const slim = { '~': 'other', name: 'Zed' };
  const row = { ...journalKey('labels', ada.userId, `${new Date().toISOString()}#1.1`) };
  await new Table().commit([{ put: { ...row, entries: [{ id: '1', version: 1, slim }] } }]);
  await expectListed(3.5);
  await new Table().commit([{ delete: row }]);
});

describe('a list with its snapshot in an object', () => {
  /** @returns the content of a snapshot, and how its row names it as an object. */
  const contentOf = async ({ userId }: Person) => {
    const row = await new Table().get(snapshotKey({ type: 'labels', ownerId: userId }));
    const { content } = pointerIn(row) ?? {};
    return Buffer.from(content && 'row' in content ? content.row : '', 'base64');
  };
  const objectOf = (content: Buffer) => ({
    object: `lists/labels/${ada.userId}/${randomUUID()}`,
    bytes: content.length,
    sha256: digestOf(content),
  });
  const readAs = async (named: Extract<Pointer['content'], { object: string }>) => {
    await new Table().commit([
      { update: snapshotKey(list()), with: [{ set: 'content', to: { ...named } }] },
      { delete: unreadableListKey('labels', ada.userId) },
    ]);
    forget(list());
    const { body } = await read();
    return body.data.map(({ attributes }: { attributes: { name: string } }) => attributes.name).toSorted();
  };

  it('is read from it', async () => {
    const content = await contentOf(ada);
    const named = objectOf(content);
    await put(named.object, content);
    expect(await readAs(named)).toEqual(NAMES);
    expect(await noted()).toBeUndefined();
  });

  it('is read from the index if the object differs, and a fold starts', async () => {
    const bob = await newAdmin();
    const body = { data: { type: 'labels', attributes: { name: 'Secret' } } };
    await call(labels, 201, { method: 'POST', path: '/labels', token: bob.token, body });
    await foldList('labels', bob.userId);
    const content = await contentOf(ada);
    const foreign = await contentOf(bob);
    const others = [
      foreign,
      content.subarray(0, -1),
      Buffer.concat([content, content]),
      Buffer.alloc(8e6),
      '',
    ];
    for (const other of others) {
      const named = objectOf(content);
      await put(named.object, Buffer.from(other));
      expect(await readAs(named)).toEqual(NAMES);
      expect(await noted()).toMatchObject({ dueKind: 'list-fold' });
    }
    // As long as the own one.
    const named = { ...objectOf(content), bytes: foreign.length };
    await put(named.object, foreign);
    expect(await readAs(named)).toEqual(NAMES);
  });

  it('is read from the index by many readers, of which one starts a fold', async () => {
    await readAs(objectOf(await contentOf(ada)));
    const first = await noted();
    await new Table().commit([{ delete: unreadableListKey('labels', ada.userId) }]);
    const shown = await Promise.all(Array.from({ length: 20 }, read));
    for (const { body } of shown) expect(body.data).toHaveLength(NAMES.length);
    const second = await noted();
    expect(second?.['nextAttemptAt']).not.toBe(first?.['nextAttemptAt']);
    await Promise.all(Array.from({ length: 20 }, read));
    expect(await noted()).toEqual(second);
  });

  it('is read from the index if no fold can be started either', async () => {
    const { lines, stop } = listen();
    const failing = vi.spyOn(Table.prototype, 'commit').mockImplementation(function (this: Table, ...given) {
      const [[write]] = given;
      if (write && 'update' in write && write.update.pk.startsWith('unreadable-list#'))
        return Promise.reject(new TableThrottled('The table throttled the request.'));
      return commitAsUsual.apply(this, given);
    });
    expect(await readAs(objectOf(await contentOf(ada)))).toEqual(NAMES);
    failing.mockRestore();
    stop();
    expect(lines.filter(({ event }) => event === 'list.fold_not_started')).toHaveLength(1);
  });
});

const commitAsUsual = Table.prototype.commit;
const put = (key: string, content: Buffer) => new Bucket('packages').create(key, Readable.from([content]));
