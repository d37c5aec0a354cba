/** `reindex` completes records that were written before rows stored the lengths of texts. */
import { beforeAll, expect, it } from 'vitest';
import { handler as artists } from '../../../functions/artists/handler.ts';
import { handler as tracks } from '../../../functions/tracks/handler.ts';
import type { Item } from '../../../shared/kit/table/item.ts';
import { apartKey, type Key, recordKey } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { creditCalls, violin } from '../../support/credit-calls.ts';
import { command } from '../../support/distribution/stores.ts';
import { withTable } from '../../support/table.ts';

const LONG = '\u{1f3bb}'.repeat(50_000);
const credits = Array.from({ length: 200 }, (_, number) => violin(`${'\u{1f3bb}'.repeat(200)} ${number}`));

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

/** Changes a row to the older layout. */
async function age(row: Item | undefined, before: object): Promise<void> {
  await new Table().putMany([{ ...row, ...before } as Item & Key]);
}

const rowOf = (type: string, id: string) => new Table().get(recordKey(type, id));
const reindex = () => command('reindex', {});

it('reindex moves a long bio from the row of its artist to its own row, without a new version', async () => {
  const body = { data: { type: 'artists', attributes: { name: 'Nia' } } };
  const made = await call(artists, 201, { method: 'POST', path: '/artists', token: ada.token, body });
  const { id } = made.body.data;
  await age(await rowOf('artists', id), { rest: { bio: LONG } });
  expect(await reindex()).toMatchObject({ rewritten: 1 });
  expect(await new Table().get(apartKey('artists', id, 'bio'))).toMatchObject({ value: LONG });
  expect(await rowOf('artists', id)).toMatchObject({ version: 1, rest: {}, weights: { bio: 24.5 } });
  const shown = await call(artists, 200, { path: `/artists/${id}`, token: ada.token });
  expect(shown.body.data.attributes.bio).toBe(LONG);
  expect(await reindex()).toMatchObject({ rewritten: 0 });
});

it('reindex stores the sizes of lyrics and of credits in the rows of tracks', async () => {
  const calls = creditCalls(() => ada);
  const id = await calls.newTrack(credits);
  await call(tracks, 200, { ...calls.change(id, { lyrics: LONG }), token: ada.token });
  const row = await rowOf('tracks', id);
  const { rest, weights, ...others } = row ?? {};
  expect(weights).toEqual({ lyrics: 24.5 });
  await age(undefined, { ...others, rest: { ...Object(rest), 'credits-size': 0 } });
  expect(await reindex()).toMatchObject({ rewritten: 1 });
  expect(await rowOf('tracks', id)).toMatchObject({ ...row });
  expect(await reindex()).toMatchObject({ rewritten: 0 });
});
