/** The product codes of albums, of which each is given once on the platform. */
import { beforeAll, describe, expect, it } from 'vitest';
import { newAdmin, type Person } from '../../support/calls.ts';
import { albumAttributes, catalogueCalls, errorsOf, idsIn } from '../../support/catalogue-calls.ts';
import { newUpc } from '../../support/examples.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
let eve: Person;
let album: string;
beforeAll(async () => {
  [ada, eve] = await Promise.all([newAdmin(), newAdmin()]);
  album = await newAlbum();
});
const { get, post, patch, remove, newAlbum } = catalogueCalls(() => ada);
const hers = catalogueCalls(() => eve);
const set = (status: number, attributes: object, id = album) => patch(status, 'albums', id, { attributes });
/** A valid code of 12 digits. */
const shortUpc = (): string => {
  const code = newUpc();
  return code.length === 12 ? code : shortUpc();
};

describe('the upc-code of an album', () => {
  it('is unique on the platform, with or without its leading zero', async () => {
    const code = shortUpc();
    const first = await newAlbum({ 'upc-code': code });
    const taken = 'value_taken /data/attributes/upc-code';
    for (const again of [code, `0${code}`])
      expect(
        errorsOf(await post(422, 'albums', { attributes: { ...albumAttributes, 'upc-code': again } })),
      ).toEqual([taken]);
    const other = await hers.newAlbum();
    expect(errorsOf(await hers.patch(422, 'albums', other, { attributes: { 'upc-code': code } }))).toEqual([
      taken,
    ]);
    const both = { 'upc-code': code, title: '' };
    expect(errorsOf(await set(422, both))).toEqual(['invalid_value /data/attributes/title', taken]);
    // The same code in the other form is not a change.
    await set(200, { 'upc-code': `0${code}` }, first);
    await hers.patch(422, 'albums', other, { attributes: { 'upc-code': code } });
  });

  it.each([
    ['cleared', (id: string) => set(200, { 'upc-code': null }, id)],
    ['replaced', (id: string) => set(200, { 'upc-code': newUpc() }, id)],
    ['deleted with its album', (id: string) => remove(204, 'albums', id)],
  ])('is free again once the album is %s', async (_, free) => {
    const code = newUpc();
    await free(await newAlbum({ 'upc-code': code }));
    await newAlbum({ 'upc-code': code });
  });

  it('is found with or without its leading zero', async () => {
    const code = shortUpc();
    const id = await newAlbum({ 'upc-code': code });
    for (const form of [code, `0${code}`])
      expect(idsIn(await get(`/albums?filter[upc-code]=${form}`))).toEqual([id]);
    expect(idsIn(await get(`/albums?filter[upc-code]=00${code}`))).toEqual([]);
  });
});
