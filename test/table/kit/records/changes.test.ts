/** The writes of a change of records, and the outcomes when one of them fails. */
import { describe, expect, it } from 'vitest';
import type { StoredRecord } from '../../../../shared/kit/declare/fields.ts';
import type { Resource } from '../../../../shared/kit/declare/resource.ts';
import { type Change, type Meaning, plan } from '../../../../shared/kit/records/changes.ts';
import { deciding } from '../../../../shared/kit/records/deciding.ts';
import type { SaveOutcome } from '../../../../shared/kit/records/outcome.ts';
import { initialFields } from '../../../../shared/kit/records/rows.ts';
import { save, storeOf } from '../../../../shared/kit/records/store.ts';
import { quotaKey, recordKey } from '../../../../shared/kit/table/keys.ts';
import { keyOf, mergeWrites, TooManyWrites } from '../../../../shared/kit/table/merge.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { albums, api, artists, endpoints, labels, places, requests } from '../../../support/declarations.ts';
import { withTable } from '../../../support/table.ts';

withTable();

let ids = 0;
/** Every test has its own owner. */
let owner = 0;
const newOwner = () => String(++owner);

const record = (resource: Resource, fields: StoredRecord['fields'] = {}): StoredRecord => ({
  type: resource.type,
  id: String(++ids),
  ownerId: String(owner),
  version: 1,
  fields: { ...initialFields(resource), ...fields },
});
const made = (resource: Resource, fields?: StoredRecord['fields']): Change & { after: StoredRecord } => ({
  resource,
  after: record(resource, fields),
});
const next = (
  { resource, after }: Change & { after: StoredRecord },
  fields: StoredRecord['fields'],
): Change & { after: StoredRecord } => ({
  resource,
  before: after,
  after: { ...after, version: after.version + 1, fields: { ...after.fields, ...fields } },
});
const gone = ({ resource, after }: Change): Change => ({ resource, before: after });

const store = () => storeOf(api, { table: new Table(), now: new Date() });
const saved = (...changes: Change[]): Promise<SaveOutcome> => save(deciding(store()), changes);
async function expectSaved(...changes: Change[]): Promise<void> {
  expect(await saved(...changes)).toEqual({ is: 'saved' });
}

/** @returns the operation on each row, such as `put labels#1`. Checks of rows that are also written are omitted. */
const done = (...changes: Change[]): string[] =>
  mergeWrites(plan(api, changes).map(({ write }) => write))
    .map(
      ({ write }) =>
        `${Object.keys(write).find((name) => name !== 'condition')} ${keyOf(write).pk.split('#').slice(0, 2).join('#')}`,
    )
    .toSorted();
const meanings = (...changes: Change[]): Meaning['is'][] =>
  plan(api, changes).map(({ meaning }) => meaning.is);

describe('a record', () => {
  it('is stored when it is new, updated when it changes, and deleted', () => {
    newOwner();
    const endpoint = made(albums, { title: 'Blue' });
    const { id } = endpoint.after;
    expect(done(endpoint)).toEqual([`put albums#${id}`]);
    expect(done(next(endpoint, { title: 'Green' }))).toEqual([`update albums#${id}`]);
    expect(done(gone(endpoint))).toContain(`delete albums#${id}`);
    expect(() => plan(api, [{ resource: albums }])).toThrow('A change has a record before or after.');
  });

  it('is stale after a concurrent write', async () => {
    newOwner();
    const album = made(albums, { title: 'Blue' });
    await expectSaved(album);
    const same = { resource: albums, after: { ...album.after, fields: { title: 'Red', label: null } } };
    expect(await saved(same)).toEqual({ is: 'stale' });
    await expectSaved(next(album, { title: 'Green' }));
    expect(await saved(next(album, { title: 'Red' }))).toEqual({ is: 'stale' });
    expect(await saved(gone(album))).toEqual({ is: 'stale' });
  });
});

describe('a unique value', () => {
  it('is taken by a new record, moves with a change and is freed on deletion', async () => {
    newOwner();
    const label = made(labels, { name: 'Blue' });
    expect(meanings(label)).toEqual(['stale', 'taken']);
    await expectSaved(label);
    const renamed = next(label, { name: 'Green' });
    expect(done(renamed)).toEqual(
      [`delete unique#labels`, `put unique#labels`, `update labels#${label.after.id}`].toSorted(),
    );
    await expectSaved(renamed);
    await expectSaved(made(labels, { name: 'Blue' }));
    await expectSaved(gone(renamed));
    await expectSaved(made(labels, { name: 'GREEN ' }));
  });

  it('is not written if only its case changes', () => {
    const label = made(labels, { name: 'Blue' });
    expect(done(next(label, { name: ' BLUE' }))).toEqual([`update labels#${label.after.id}`]);
  });

  it('is reported with field and holder if another record holds it', async () => {
    newOwner();
    const first = made(labels, { name: 'Blue' });
    await expectSaved(first);
    const second = made(labels, { name: 'blue' });
    expect(await saved(second)).toMatchObject({
      is: 'taken',
      values: [{ field: 'name', recordId: second.after.id, holder: first.after.id }],
    });
    newOwner();
    await expectSaved(made(labels, { name: 'Blue' }));
  });

  it('is held only while its condition is true', async () => {
    newOwner();
    const about = made(albums);
    await expectSaved(about);
    const album = about.after.id;
    const open = made(requests, { album });
    await expectSaved(open);
    expect(await saved(made(requests, { album }))).toMatchObject({ is: 'taken' });
    await expectSaved(made(requests, { album, status: 'closed' }));
    const closed = next(open, { status: 'closed' });
    await expectSaved(closed);
    await expectSaved(made(requests, { album }));
    expect(await saved(next(closed, { status: 'open' }))).toMatchObject({ is: 'taken' });
  });

  it('is freed by the last of the records that share it', async () => {
    newOwner();
    const first = made(artists, { name: 'A' });
    const second = made(artists, { name: 'a' });
    const third = made(artists, { name: 'A' });
    await expectSaved(first);
    expect(await saved(second)).toMatchObject({ is: 'taken', values: [{ holder: first.after.id }] });
    await expectSaved({ ...second, sharing: true });
    await expectSaved({ ...third, sharing: true });
    await expectSaved(gone(first));
    expect(await saved(made(artists, { name: 'A' }))).toMatchObject({
      values: [{ holder: second.after.id }],
    });
    await expectSaved(gone(third));
    await expectSaved(gone(second));
    await expectSaved(made(artists, { name: 'A' }));
  });
});

describe('a counted link', () => {
  it('changes both counts when it moves, in one write per row', () => {
    const album = made(albums, { title: 'Blue', label: '1' });
    expect(done(album)).toEqual([`put albums#${album.after.id}`, 'update labels#1']);
    expect(done(next(album, { label: '2' }))).toEqual(
      [`update albums#${album.after.id}`, 'update labels#1', 'update labels#2'].toSorted(),
    );
    expect(done(next(album, { label: null }))).toEqual(
      [`update albums#${album.after.id}`, 'update labels#1'].toSorted(),
    );
    expect(done(next(album, { title: 'Green', label: '1' }))).toEqual([`update albums#${album.after.id}`]);
  });

  it('blocks the deletion of its target while the count is above zero', async () => {
    newOwner();
    const label = made(labels, { name: 'Held' });
    const album = made(albums, { label: label.after.id });
    await expectSaved(label);
    await expectSaved(album);
    await expect(saved(gone(label))).rejects.toMatchObject({
      problems: [{ code: 'value_taken', detail: 'In use.' }],
    });
    await expectSaved(gone(album));
    await expectSaved(gone(label));
  });

  it('is stale if its target does not exist, like any other link', async () => {
    newOwner();
    expect(await saved(made(albums, { label: '999999999' }))).toEqual({ is: 'stale' });
    expect(await saved(made(requests, { album: '999999999' }))).toEqual({ is: 'stale' });
  });

  it('can be created together with its target in one transaction', async () => {
    newOwner();
    const label = made(labels, { name: 'New' });
    const first = made(albums, { label: label.after.id });
    const second = made(albums, { label: label.after.id });
    await expectSaved(label, first, second);
    const row = await new Table().get(recordKey('labels', label.after.id));
    expect(row?.['counts']).toEqual({ 'albums.label': 2 });
    expect(row?.['version']).toBe(1);
  });
});

describe('a link list', () => {
  it('assigns each place once and is full at its maximum', async () => {
    newOwner();
    const album = made(albums);
    await expectSaved(album);
    const at = (order: number) => made(places, { album: album.after.id, order });
    const first = at(1);
    await expectSaved(first);
    expect(await saved(at(1))).toMatchObject({ is: 'taken', values: [{ field: 'album+order' }] });
    await expectSaved(next(first, { order: 3 }));
    await expectSaved(at(1));
    await expect(saved(at(2))).rejects.toMatchObject({ problems: [{ code: 'limit_reached' }] });
  });

  it('is deleted with its record', async () => {
    newOwner();
    const album = made(albums);
    const place = made(places, { album: album.after.id, order: 1 });
    await expectSaved(album);
    await expectSaved(place);
    const lists = () => new Table().query({ partition: `albums#${album.after.id}#links#${owner}` });
    expect(await lists()).toHaveLength(1);
    await expectSaved(gone(place), gone(album));
    expect(await lists()).toEqual([]);
  });
});

describe('a quota', () => {
  it('counts the records of an owner and rejects those above the limit', async () => {
    newOwner();
    const first = made(endpoints);
    const second = made(endpoints);
    await expectSaved(first);
    await expectSaved(second);
    await expect(saved(made(endpoints))).rejects.toMatchObject({
      problems: [{ detail: 'Two are the most.' }],
    });
    await expectSaved(gone(first));
    await expectSaved(made(endpoints));
    expect(await new Table().get(quotaKey('endpoints', String(owner)))).toBeDefined();
  });
});

describe('several changes', () => {
  it('are saved in one transaction, all or none', async () => {
    newOwner();
    await expectSaved(made(labels, { name: 'Taken' }));
    const free = made(labels, { name: 'Free' });
    expect(await saved(free, made(labels, { name: 'Taken' }))).toMatchObject({ is: 'taken' });
    expect(await new Table().get(recordKey('labels', free.after.id))).toBeUndefined();
  });

  it('are stale as a whole if one record is outdated, even with other problems', async () => {
    newOwner();
    const album = made(albums);
    await expectSaved(made(labels, { name: 'Taken' }), album);
    const both = saved(
      made(labels, { name: 'Taken' }),
      next({ ...album, after: { ...album.after, version: 5 } }, {}),
    );
    expect(await both).toEqual({ is: 'stale' });
  });

  it('are saved to 100 rows, but rejected before any write for 101', async () => {
    newOwner();
    const many = (count: number) => Array.from({ length: count }, () => made(albums));
    await expectSaved(...many(100));
    const [first, ...others] = many(101);
    if (!first) throw new Error('No change.');
    await expect(saved(first, ...others)).rejects.toThrow(TooManyWrites);
    expect(await new Table().get(recordKey('albums', first.after.id))).toBeUndefined();
  });

  it('count each row once, so that 99 albums can join one label in one transaction', async () => {
    newOwner();
    const label = made(labels, { name: 'Crowded' });
    await expectSaved(label);
    await expectSaved(...Array.from({ length: 99 }, () => made(albums, { label: label.after.id })));
    const row = await new Table().get(recordKey('labels', label.after.id));
    expect(row?.['counts']).toEqual({ 'albums.label': 99 });
  });
});
