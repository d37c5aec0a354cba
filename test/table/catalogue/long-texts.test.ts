/** Short texts are in the row of their record, and long ones in a separate row. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as artists } from '../../../functions/artists/handler.ts';
import { apartKey, recordKey } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { costOf } from '../../support/costs.ts';
import { withTable } from '../../support/table.ts';

const LONG = `${'Long. '.repeat(2000)}The end`;

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

let made = 0;
const ask = (status: number, path: string, method = 'GET', body?: object) =>
  call(artists, status, { method, path, token: ada.token, body });
const newArtist = async (bio: string | null, name = `Artist ${++made}`) =>
  (await ask(201, '/artists', 'POST', { data: { type: 'artists', attributes: { name, bio } } })).body.data;
const patch = (id: string, attributes: object) =>
  ask(200, `/artists/${id}`, 'PATCH', { data: { type: 'artists', id, attributes } });
const bioOf = async (id: string) => (await ask(200, `/artists/${id}`)).body.data.attributes.bio;
const rowsOf = (id: string) =>
  new Table().getMany([recordKey('artists', id), apartKey('artists', id, 'bio')]);

describe('a bio', () => {
  it.each([
    ['none', null, 1],
    ['short', 'Sings.', 1],
    ['long', LONG, 2],
  ])('is shown and found by its text if it is %s', async (_, bio, rows) => {
    const { id, attributes } = await newArtist(bio);
    expect(attributes.bio).toBe(bio);
    expect(await bioOf(id)).toBe(bio);
    expect(await rowsOf(id)).toHaveLength(rows);
    const found = (await ask(200, `/artists?filter[bio]=${bio?.slice(-6) ?? 'nothing'}`)).body.data;
    expect(found.map((each: { id: string }) => each.id)).toEqual(bio === null ? [] : [id]);
    await ask(204, `/artists/${id}`, 'DELETE');
    expect(await rowsOf(id)).toHaveLength(0);
  });

  it('is unchanged when something else changes', async () => {
    for (const bio of ['Sings.', LONG]) {
      const { id } = await newArtist(bio);
      expect((await patch(id, { name: `Renamed ${id}` })).body.data.attributes.bio).toBe(bio);
    }
  });

  it('can become long and short again', async () => {
    const { id } = await newArtist('Sings.');
    for (const bio of [LONG, 'Hums.', LONG, null]) {
      await patch(id, { bio });
      expect(await bioOf(id)).toBe(bio);
      expect(await rowsOf(id)).toHaveLength(bio === LONG ? 2 : 1);
    }
  });

  it('is unchanged by a POST of the same name and bio', async () => {
    for (const bio of ['Sings.', LONG]) {
      const { id, attributes } = await newArtist(bio);
      const before = (await rowsOf(id))[0]?.['version'];
      expect((await newArtist(bio, attributes.name)).id).toBe(id);
      expect((await rowsOf(id)).find(({ sk }) => sk === '#')?.['version'] ?? before).toBe(1);
    }
  });

  it('is read only by requests that show it if it is long', async () => {
    const { id } = await newArtist(LONG);
    const of = (query: string) => costOf(artists, 200, { path: `/artists/${id}${query}`, token: ada.token });
    const whole = await of('');
    const name = await of('?fields[artists]=name');
    expect([whole.readUnits, name.readUnits]).toEqual([4, 1]);
  });
});
