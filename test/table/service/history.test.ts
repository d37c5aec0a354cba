/** The history of an organization, beside another one. */
import { beforeAll, expect, it } from 'vitest';
import { definitions } from '../../../shared/service/definitions.ts';
import { newAdmin, type Person, setCapabilities } from '../../support/calls.ts';
import { ask, create, newRelease, request } from '../../support/distribution/release.ts';
import { approve, command, problemsOf, runStores, useStores } from '../../support/distribution/stores.ts';
import { foldCatalogue } from '../../support/fold-list.ts';
import { seed } from '../../support/seed.ts';
import { withTable } from '../../support/table.ts';
import { service } from '../conformance/service.ts';

withTable();
useStores();
let ada: Person;
let grace: Person;
let album: string;
beforeAll(async () => {
  [ada, grace] = [await newAdmin(), await newAdmin()];
  await setCapabilities(ada, { preapproval: false });
  album = (await newRelease(ada, { title: 'Small Hours', dsps: ['1'], tracks: 1 })).album;
  await newRelease(grace, { title: 'Other Hours', dsps: ['1'], tracks: 1 });
  await approve(await request(ada, album));
  await runStores({ storeFor: () => ({ hand: async () => ({ is: 'accepted' }) }) });
  await service.newRecordOf('webhook-events', ada);
});

interface Item {
  readonly at: string;
  readonly kind: string;
  readonly what: string;
  readonly type: string | null;
  readonly id: string;
}
type Page = { readonly items: readonly Item[]; readonly after: string | null };
const page = async (given: object = {}): Promise<Page> =>
  Object(await command('history', { organization: ada.organizationId, limit: '200', ...given }));
const nameOf = ({ at, kind, what, type, id }: Item) => [at, kind, what, type, id].join(' ');

async function allPages(given: object, between = async (): Promise<unknown> => undefined): Promise<Item[]> {
  const items: Item[] = [];
  for (let after: string | null | undefined, count = 0; after !== null; count++) {
    if (count > 500) throw new Error('The history does not end.');
    const read: Page = await page({ ...given, ...(after && { after }) });
    items.push(...read.items);
    after = read.after;
    await between();
  }
  return items;
}

it('history merges changes, commands and events of an organization, newest first', async () => {
  const { items, after } = await page();
  expect(after).toBeNull();
  const times = items.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().reverse());
  const all = items.map(({ kind, what, type }) => [kind, what, type].join(' '));
  expect(all).toEqual(
    expect.arrayContaining([
      'change created users',
      'change created labels',
      'change created albums',
      'change changed albums',
      'change created tracks',
      'change delivery requested distribution-requests',
      'change delivery approved distribution-requests',
      'change delivery to DSP 1 created deliveries',
      'change delivery to DSP 1 sent deliveries',
      'change created webhook-endpoints',
      'command set-capabilities ',
      'command approve-request ',
      'event webhook.test webhook-events',
    ]),
  );
  expect(items).toContainEqual({
    at: expect.any(String),
    kind: 'command',
    what: 'set-capabilities',
    type: null,
    id: expect.any(String),
    name: null,
    album: null,
    actor: 'test',
    detail: 'done',
    arguments: { 'user-id': ada.userId, preapproval: false },
  });
  expect(items).toContainEqual(expect.objectContaining({ type: 'albums', id: album, name: 'Small Hours' }));
  expect(items).toContainEqual(expect.objectContaining({ type: 'deliveries', album }));
  expect(JSON.stringify(items)).not.toContain('Other Hours');
});

it('history lists everything once across pages while records are added', async () => {
  const { items } = await page();
  const label = () => create(ada, 'labels', { attributes: { name: `Label ${Math.random()}` } });
  const read = await allPages({ limit: '3' }, label);
  expect(read.map(nameOf)).toEqual(items.map(nameOf));
});

it('history can end with --since', async () => {
  const { items } = await page();
  const since = items[5]?.at ?? '';
  const expected = items.filter(({ at }) => at >= since).map(nameOf);
  expect((await page({ since })).items.map(nameOf)).toEqual(expected);
  expect((await allPages({ since, limit: '2' })).map(nameOf)).toEqual(expected);
  expect(await page({ since: '9999-01-01' })).toEqual({ items: [], after: null });
});

it('history lists everything in long lists and what was changed', async () => {
  const fieldsOf = (number: number) => ({ name: `Artist ${number}` });
  const { userId: ownerId } = grace;
  await seed(definitions, { type: 'artists', ownerId, count: 1100, fieldsOf });
  const type = 'distribution-requests';
  await seed(definitions, { type, ownerId, count: 150, fieldsOf: () => ({ album: '7' }) });
  const ofGrace = { organization: grace.organizationId, limit: '200' };
  const read = await allPages(ofGrace);
  expect(new Set(read.map(nameOf)).size).toBe(read.length);
  expect(read.filter((each) => each.type === 'artists')).toHaveLength(1101);
  expect(read.filter((each) => each.type === type)).toHaveLength(150);
  const times = read.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().reverse());
  const data = { type: 'users', id: grace.userId, attributes: { lastname: 'Hopper' } };
  await ask(grace, 200, 'PATCH', `/users/${grace.userId}`, { data });
  expect((await page({ ...ofGrace, limit: '1' })).items).toMatchObject([
    { kind: 'change', what: 'changed', type: 'users', id: grace.userId },
  ]);
});

it('history is the same if lists are read from snapshots', async () => {
  const before = await page();
  process.env['BUCKET_NAME'] = 'bucket';
  await foldCatalogue(ada.userId);
  expect(await page()).toEqual(before);
});

it.each([
  [{ organization: '7' }, 'unknown_record', 'There is no organization 7.'],
  [{ after: 'x' }, 'invalid_value', '--after must be the position at the end of a page of this list.'],
  [{ since: 'yesterday' }, 'invalid_value', expect.stringMatching(/^--since must be a day/)],
])('history rejects %j', async (given, code, detail) => {
  const all = { organization: ada.organizationId, ...given };
  expect(await problemsOf('history', all)).toEqual([{ code, detail }]);
});
