/** Codes of compositions and of artists. */
import { beforeAll, describe, expect, it } from 'vitest';
import { newAdmin, type Person } from '../../support/calls.ts';
import { ask, create, newRelease, newTrack } from '../../support/distribution/release.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const attributesOf = async (path: string) => (await ask(ada, 200, 'GET', path)).body.data.attributes;

describe('a track', () => {
  it('shows its ISWC as sent and is found by any spelling of it', async () => {
    const { album, tracks } = await newRelease(ada);
    const id = await newTrack(ada, album, { order: 3, 'iswc-code': 'T-034.524.680-1' });
    expect(await attributesOf(`/tracks/${id}`)).toMatchObject({ 'iswc-code': 'T-034.524.680-1' });
    expect(await attributesOf(`/tracks/${tracks[0]}`)).toMatchObject({ 'iswc-code': null });
    const found = async (code: string) =>
      (await ask(ada, 200, 'GET', `/tracks?filter[iswc-code]=${code}`)).body.data.map(
        (each: { id: string }) => each.id,
      );
    for (const code of ['T0345246801', 't-034.524.680-1']) expect(await found(code)).toEqual([id]);
    for (const code of ['T0345246802', '', 'null']) expect(await found(code)).toEqual([]);
  });
});

describe('an artist', () => {
  it('has an ISNI and an IPI, which a POST of its name replaces unless null', async () => {
    const codes = { isni: '0000 0001 2103 2683', ipi: '00077406269' };
    const id = await create(ada, 'artists', { attributes: { name: 'Coded', ...codes } });
    expect(await attributesOf(`/artists/${id}`)).toMatchObject(codes);
    const next = { name: 'coded', isni: '000000012146438X', ipi: null };
    expect(await create(ada, 'artists', { attributes: next })).toBe(id);
    expect(await attributesOf(`/artists/${id}`)).toMatchObject({ isni: '000000012146438X', ipi: codes.ipi });
    const data = { type: 'artists', id, attributes: { ipi: null } };
    await ask(ada, 200, 'PATCH', `/artists/${id}`, { data });
    expect(await attributesOf(`/artists/${id}`)).toMatchObject({ ipi: null });
  });
});

it.each([
  [
    'artists',
    { name: 'Wrong', isni: '0000000121032684', ipi: 77_406_269 },
    {
      '/data/attributes/isni':
        'isni must be 16 characters with a valid check character, such as 0000 0001 2103 2683.',
      '/data/attributes/ipi': 'ipi must be a string.',
    },
  ],
  [
    'tracks',
    { 'iswc-code': 'T-034.524.680-2', title: 'x'.repeat(301) },
    {
      '/data/attributes/iswc-code':
        'iswc-code must be T and ten digits with a valid check digit, such as T-034.524.680-1.',
      '/data/attributes/title': 'title must be at most 300 characters long.',
    },
  ],
])('%s with wrong codes are rejected with all problems: %#', async (type, attributes, expected) => {
  const { errors } = (await ask(ada, 422, 'POST', `/${type}`, { data: { type, attributes } })).body;
  const found = Object.fromEntries(
    errors.map((each: { detail: string; source: { pointer: string } }) => [each.source.pointer, each.detail]),
  );
  expect(found).toMatchObject(expected);
});
