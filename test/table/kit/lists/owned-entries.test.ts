/** Long lists without a snapshot: what is read from the index, and how the first snapshot comes to be. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { folderWith } from '../../../../functions/fold-lists/handler.ts';
import { albums } from '../../../../shared/catalogue/api/albums.ts';
import { labels } from '../../../../shared/catalogue/api/labels.ts';
import { forget, knownList } from '../../../../shared/kit/lists/list-memory.ts';
import { type RecordList, recordList } from '../../../../shared/kit/lists/list-state.ts';
import { entriesLinkedTo, entriesOfOwner } from '../../../../shared/kit/lists/owned-entries.ts';
import { pointerIn, snapshotKey } from '../../../../shared/kit/lists/snapshot.ts';
import { foldWork } from '../../../../shared/kit/records/fold-work.ts';
import { unreadableListKey } from '../../../../shared/kit/table/keys.ts';
import { Meter } from '../../../../shared/kit/table/meter.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { api } from '../../../../shared/service/api.ts';
import { definitions } from '../../../../shared/service/definitions.ts';
import { foldList, pass } from '../../../support/fold-list.ts';
import { seed } from '../../../support/seed.ts';
import { withBucket } from '../../../support/stores/local-bucket.ts';
import { withTable } from '../../../support/table.ts';

withTable();
withBucket();

/** More entries than are read before a list counts as long, and more than the megabyte of one call. */
const COUNT = 700;
const [SHORT, LONG, TOO_LONG] = ['1', '2', '3'];
const name = (number: number) => `${number} ${'\u20ac'.repeat(240)}`;
beforeAll(async () => {
  const fieldsOf = (number: number) => ({ name: name(number), description: '\u20ac'.repeat(300) });
  await seed(definitions, {
    type: 'labels',
    ownerId: SHORT,
    count: 99,
    fieldsOf: (n) => ({ name: `${n}` }),
  });
  for (const ownerId of [LONG, TOO_LONG])
    await seed(definitions, { type: 'labels', ownerId, count: COUNT, fieldsOf });
});

const labelsOf = (ownerId: string) => recordList(labels, { row: api.keys.labels }, ownerId);
const noteOf = ({ type, ownerId }: RecordList) => new Table().get(unreadableListKey(type, ownerId));
const pointerOf = async (list: RecordList) => pointerIn(await new Table().get(snapshotKey(list)));

/** As the stream sends the message of the note. */
async function followNote(list: RecordList): Promise<void> {
  const body = JSON.stringify(foldWork.message(foldWork.read((await noteOf(list)) ?? {})));
  const Records = [{ body, messageId: '1' }];
  expect(await folderWith()({ Records } as never)).toEqual({ batchItemFailures: [] });
}

async function costOf(list: RecordList) {
  const table = new Table();
  const { length } = await entriesOfOwner(table, list);
  return { length, readUnits: table.meter.readUnits };
}

describe('a list without a snapshot', () => {
  it('is read from the index without writes if it has under 100 records', async () => {
    const list = labelsOf(SHORT);
    expect((await costOf(list)).length).toBe(99);
    expect(await noteOf(list)).toBeUndefined();
  });

  it('is looked up at most once a minute if it has under 100 records', async () => {
    const list = labelsOf(SHORT);
    forget(list);
    const [first, second] = [await costOf(list), await costOf(list)];
    expect(first.readUnits - second.readUnits).toBe(0.5);
    await foldList('labels', SHORT);
    expect(knownList(list)).toBeUndefined();
    expect(await costOf(list)).toEqual(second);
    pass(61);
    expect((await costOf(list)).length).toBe(99);
    expect(knownList(list)).toBeDefined();
    vi.useRealTimers();
  });

  it('gets one soon after it is read, even unchanged, if it has more', async () => {
    const list = labelsOf(LONG);
    const fromIndex = await costOf(list);
    expect(fromIndex.length).toBe(COUNT);
    expect(fromIndex.readUnits).toBeGreaterThan(100);
    await followNote(list);
    expect(await pointerOf(list)).toMatchObject({ number: 1, count: COUNT });
    forget(list);
    const read = await costOf(list);
    expect(read.length).toBe(COUNT);
    expect(read.readUnits).toBeLessThan(25);
    expect((await costOf(list)).readUnits).toBeLessThanOrEqual(4);
  });

  it('is rejected if too long for one request, soon for 30 units, until it has one', async () => {
    const list = labelsOf(TOO_LONG);
    const meter = new Meter();
    meter.readUnits = 1450;
    const rejected = { problems: [{ code: 'list_in_preparation' }] };
    await expect(entriesOfOwner(new Table({ meter }), list)).rejects.toMatchObject(rejected);
    const table = new Table();
    await expect(entriesOfOwner(table, list)).rejects.toMatchObject(rejected);
    expect(table.meter.readUnits).toBeLessThan(30);
    await followNote(list);
    expect((await costOf(list)).length).toBe(COUNT);
  });
});

describe('the records that link to a record', () => {
  const ownerId = '5';
  const list = recordList(albums, { row: api.keys.albums }, ownerId);
  const linked = async (id: string) => {
    const table = new Table();
    const target = { type: 'labels', id };
    const entries = await entriesLinkedTo(table, list, { link: 'label', target });
    return { ids: entries.map((entry) => entry.id), readUnits: table.meter.readUnits };
  };

  it('are read from the index if few, and from the snapshot if many', async () => {
    const made = await seed(definitions, {
      type: 'albums',
      ownerId,
      count: 2000,
      fieldsOf: (n) => ({ title: `Album ${n}`, label: n % 25 === 0 ? '7' : '8', dsps: [] }),
    });
    const withLabel = (id: string) =>
      made.flatMap(({ id: album, fields }) => (fields['label'] === id ? [album] : []));
    expect((await linked('8')).ids).toEqual(withLabel('8'));
    await followNote(list);
    forget(list);
    const [few, many] = [await linked('7'), await linked('8')];
    expect(few.ids).toEqual(withLabel('7'));
    expect(many.ids).toEqual(withLabel('8'));
    expect((await linked('8')).readUnits).toBeLessThan(15);
  });

  it('are read from the index even if the whole list is rejected for 30 units', async () => {
    await new Table().commit([{ update: snapshotKey(list), with: [{ set: 'count', to: 500_001 }] }]);
    forget(list);
    expect((await linked('8')).ids).toHaveLength(1920);
    const table = new Table();
    await expect(entriesOfOwner(table, list)).rejects.toMatchObject({
      problems: [{ code: 'search_too_large' }],
      type: 'albums',
    });
    expect(table.meter.readUnits).toBeLessThan(30);
  });
});
