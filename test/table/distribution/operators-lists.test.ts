/** The operators' lists, over two organizations. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { recordKey } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { startImport } from '../../../shared/usage/import/start-import.ts';
import { importIdOf } from '../../../shared/usage/import/usage-import.ts';
import { usageImportKey } from '../../../shared/usage/keys.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { newRelease, request } from '../../support/distribution/release.ts';
import { approve, command, problemsOf, runStores, useStores } from '../../support/distribution/stores.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();

let ada: Person;
let grace: Person;
/** Of Ada: sent and failed at one store; pending. Of Grace: pending. */
let sent: string;
let waiting: string;
let other: string;
beforeAll(async () => {
  [ada, grace] = [await newAdmin(), await newAdmin()];
  const { album } = await newRelease(ada, { title: 'Small Hours' });
  sent = await request(ada, album);
  await approve(sent);
  const hand = async (dsp: string) =>
    dsp === '1' ? ({ is: 'accepted' } as const) : ({ is: 'failed', reason: 'No connection.' } as const);
  for (const hours of [1, 2, 3]) {
    const now = () => new Date(Date.now() + hours * 3_600_000);
    await runStores({ now, storeFor: (dsp) => ({ hand: () => hand(dsp) }) });
  }
  waiting = await request(ada, (await newRelease(ada)).album);
  other = await request(grace, (await newRelease(grace)).album);
});

type Row = Readonly<Record<string, unknown>>;
const page = async (name: string, given: Row = {}): Promise<{ items: Row[]; after: string | null }> =>
  Object(await command(name, given));
const idsIn = ({ items }: { items: readonly Row[] }) => items.map(({ id }) => id);

/** @param between runs after each page. @returns the ids of all pages. */
async function idsOfAllPages(name: string, given: Row, between: () => Promise<unknown> = async () => {}) {
  const ids: unknown[] = [];
  let after: string | null | undefined;
  do {
    const read = await page(name, { ...given, ...(after && { after }) });
    expect(read.items.length).toBeLessThanOrEqual(Number(given['limit']));
    ids.push(...idsIn(read));
    if (ids.length > 20) throw new Error('The list does not end.');
    after = read.after;
    await between();
  } while (after !== null);
  return ids;
}

describe('list-requests', () => {
  it('lists requests of all organizations, newest first', async () => {
    const { items, after } = await page('list-requests');
    expect({ ids: items.map(({ id }) => id), after }).toEqual({ ids: [other, waiting, sent], after: null });
    expect(items[0]).toMatchObject({ id: other, status: 'pending', review: 'to-review' });
    expect(items.at(-1)).toEqual({
      id: sent,
      type: 'delivery',
      status: 'sent',
      review: null,
      'created-at': expect.any(String),
      'updated-at': expect.any(String),
      album: expect.stringMatching(/^\d+$/),
      title: 'Small Hours',
      organization: ada.organizationId,
      'organization-name': expect.stringMatching(/^Org \d+$/),
      user: ada.userId,
    });
  });

  it('can be limited by status, organization or both', async () => {
    const { organizationId: organization } = ada;
    expect(idsIn(await page('list-requests', { status: 'pending' }))).toEqual([other, waiting]);
    expect(idsIn(await page('list-requests', { organization }))).toEqual([waiting, sent]);
    expect(idsIn(await page('list-requests', { organization, status: 'sent' }))).toEqual([sent]);
    expect(await page('list-requests', { status: 'rejected' })).toEqual({ items: [], after: null });
  });

  it('lists each request once across pages', async () => {
    expect(await idsOfAllPages('list-requests', { limit: '1' })).toEqual([other, waiting, sent]);
    const given = { limit: '1', organization: ada.organizationId, status: 'sent' };
    expect((await idsOfAllPages('list-requests', given)).filter(Boolean)).toEqual([sent]);
  });

  it.each([
    [{ limit: '0' }, 'invalid_value', '--limit must be from 1 to 200.'],
    [{ limit: '1.5' }, 'invalid_value', '--limit must be from 1 to 200.'],
    [{ limit: 'many' }, 'invalid_value', '--limit must be from 1 to 200.'],
    [{ after: 'x' }, 'invalid_value', '--after must be an id.'],
    [
      { status: 'open' },
      'invalid_value',
      '--status must be one of preapproved, pending, sent, rejected, error.',
    ],
    [{ organization: '7' }, 'unknown_record', 'There is no organization 7.'],
  ])('rejects %j', async (given, code, detail) => {
    expect(await problemsOf('list-requests', given)).toEqual([{ code, detail }]);
  });
});

describe('list-deliveries', () => {
  it("lists deliveries of all organizations with the stores' messages", async () => {
    const { items } = await page('list-deliveries');
    expect(items.map(({ dsp, status, reason }) => [dsp, status, reason]).toSorted()).toEqual([
      ['1', 'sent', null],
      ['4', 'error', 'No connection.'],
    ]);
    const organization = ada.organizationId;
    expect(items[0]).toMatchObject({
      'next-attempt-at': null,
      request: sent,
      title: 'Small Hours',
      organization,
      type: 'delivery',
    });
    expect(await idsOfAllPages('list-deliveries', { limit: '1' })).toEqual(idsIn({ items }));
  });

  it('lists failing deliveries while they fail', async () => {
    const failing = async () => (await page('list-deliveries', { failing: true })).items;
    const before = await failing();
    expect(before).toMatchObject([{ dsp: '4', status: 'error' }]);
    const { album } = await newRelease(grace, { dsps: ['1'] });
    await approve(await request(grace, album));
    let handed = 0;
    const hand = async () => {
      handed += 1;
      return handed === 1 ? ({ is: 'failed', reason: 'Busy.' } as const) : ({ is: 'accepted' } as const);
    };
    await runStores({ storeFor: () => ({ hand }) });
    expect((await failing())[0]).toMatchObject({
      dsp: '1',
      status: 'pending',
      reason: 'Busy.',
      album,
      'next-attempt-at': expect.stringMatching(/^\d{4}-/),
    });
    await runStores({ now: () => new Date(Date.now() + 60_000), storeFor: () => ({ hand }) });
    expect(await failing()).toEqual(before);
    const delivery = (await page('list-deliveries', { limit: '1' })).items[0];
    await command('report-store', { 'delivery-id': delivery?.['id'], outcome: 'rejected', reason: 'Noise.' });
    expect((await failing())[0]).toMatchObject({
      id: delivery?.['id'],
      report: 'rejected',
      reason: 'Noise.',
    });
  });
});

describe('list-organizations', () => {
  it('lists each organization once while others are created', async () => {
    for (let count = 0; count < 7; count++) await newAdmin();
    const all = idsIn(await page('list-organizations'));
    expect(all).toHaveLength(9);
    expect(all.slice(-2)).toEqual([grace.organizationId, ada.organizationId]);
    const read = await idsOfAllPages('list-organizations', { limit: '2' }, newAdmin);
    expect(read).toEqual(all);
    expect((await page('list-organizations', { limit: '1' })).items).toEqual([
      { id: expect.any(String), name: expect.any(String), 'created-at': expect.any(String) },
    ]);
  });
});

it('organizations of an older layout are listed after a reindex', async () => {
  const before = await page('list-organizations');
  const key = recordKey('white-labels', ada.organizationId);
  const gone = ['secondLinkKey', 'secondLinkSort'].map((remove) => ({ remove }));
  await new Table().commit([{ update: key, with: [...gone, { set: ['slim', '~'], to: 'older' }] }]);
  expect((await page('list-organizations')).items).toHaveLength(before.items.length - 1);
  await command('reindex', {});
  expect(await page('list-organizations')).toEqual(before);
});

describe('list-imports', () => {
  const table = new Table();
  const started = async (name: string, second: number, content = name) => {
    const sha256 = createHash('sha256').update(content).digest('hex');
    const now = new Date(Date.UTC(2026, 10, 5, 12, 0, second));
    await startImport({ table, now, actor: 'test' }, { name, sha256, bytes: 10 });
  };
  const namesIn = (items: readonly Row[]) => items.map(({ name }) => name);

  it('lists each import once by its last start while others start', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await started(`${name}.csv`, name.charCodeAt(0) - 96);
    const key = usageImportKey(importIdOf('b.csv'));
    await table.commit([{ update: key, with: [{ set: 'state', to: 'refused' }] }]);
    await started('b.csv', 10, 'a corrected file');
    const { items, after } = await page('list-imports');
    expect({ names: namesIn(items), after }).toEqual({
      names: ['b.csv', 'd.csv', 'c.csv', 'a.csv'],
      after: null,
    });
    expect(items[1]).toEqual({
      name: 'd.csv',
      state: 'running',
      progress: 0,
      lines: 0,
      imported: 0,
      rejected: 0,
      unmatched: 0,
      bytes: 10,
      contents: 0,
      by: 'test',
      'started-at': '2026-11-05T12:00:04.000Z',
      'finished-at': null,
    });
    const first = await page('list-imports', { limit: '2' });
    await started('e.csv', 20);
    const second = await page('list-imports', { limit: '2', after: first.after });
    expect([...namesIn(first.items), ...namesIn(second.items)]).toEqual(namesIn(items));
    expect(second.after).toBeNull();
  });

  it('lists one of two imports of the same name started concurrently', async () => {
    const before = namesIn((await page('list-imports')).items);
    const starts = [started('f.csv', 30, 'one'), started('f.csv', 31, 'another')];
    const outcomes = (await Promise.allSettled(starts)).map((each) => each.status);
    expect(outcomes.toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(namesIn((await page('list-imports')).items)).toEqual(['f.csv', ...before]);
  });

  it('rejects a malformed page position', async () => {
    const detail = '--after must be the position at the end of a page of this list.';
    expect(await problemsOf('list-imports', { after: '7' })).toEqual([{ code: 'invalid_value', detail }]);
  });
});

describe('find-user', () => {
  it('shows the user of an e-mail address in any spelling, without secrets', async () => {
    const found = await command('find-user', { user: ada.email.toUpperCase() });
    expect(found).toEqual({
      id: ada.userId,
      email: ada.email,
      name: 'Ada',
      lastname: null,
      role: 'admin',
      disabled: false,
      organization: ada.organizationId,
      'organization-name': expect.any(String),
      capabilities: [],
      dsps: expect.arrayContaining(['1', '4']),
      sessions: 1,
      'created-at': expect.any(String),
    });
  });

  it('shows the user of an id as in logs', async () => {
    const found = await command('find-user', { user: ada.userId });
    expect(found).toEqual(await command('find-user', { user: ada.email }));
    expect(await problemsOf('find-user', { user: '7' })).toEqual([
      { code: 'unknown_record', detail: 'There is no user 7.' },
    ]);
    expect(await problemsOf('find-user', { user: 'Ada' })).toEqual([
      { code: 'invalid_value', detail: expect.stringContaining('must be an e-mail address or an id') },
    ]);
  });

  it('rejects an unknown address', async () => {
    const detail = 'There is no user with the e-mail address nobody@example.com.';
    expect(await problemsOf('find-user', { user: 'nobody@example.com' })).toEqual([
      { code: 'unknown_record', detail },
    ]);
  });
});
