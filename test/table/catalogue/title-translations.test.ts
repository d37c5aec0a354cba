/** Titles of albums and tracks in other languages. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as tracks } from '../../../functions/tracks/handler.ts';
import { apartKey, recordKey } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { languageData } from '../../../shared/reference/data/languages.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { catalogueCalls, errorsOf } from '../../support/catalogue-calls.ts';
import { costOf } from '../../support/costs.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
const ids: Record<string, string> = {};
beforeAll(async () => {
  ada = await newAdmin();
  ids['albums'] = await newAlbum();
  ids['tracks'] = await newTrack([ids['albums']]);
});
const { get, ask, patch, newAlbum, newTrack } = catalogueCalls(() => ada);

const languages = languageData.rows().map(({ id }) => id);
const [JA = '', FR = ''] = ['ja', 'fr'].map(
  (one) => languageData.rows().find(({ code }) => code === one)?.id,
);
const NAME = 'title-translations';
const POINTER = `/data/attributes/${NAME}`;

describe.each([
  ['albums', 255],
  ['tracks', 300],
])('the translated titles of %s', (type, max) => {
  const set = (status: number, value: unknown) =>
    patch(status, type, ids[type] ?? '', { attributes: { [NAME]: value } });
  const shown = async () => (await get(`/${type}/${ids[type]}`)).data.attributes[NAME];

  it('are shown as sent, even when sent back or when something else changes', async () => {
    const all = [
      { language: JA, title: '夢のララバイ', phonetic: 'Yume no Rarabai' },
      { language: FR, title: 'Berceuse', phonetic: null },
    ];
    expect((await set(200, all)).body.data.attributes[NAME]).toEqual(all);
    expect(await shown()).toEqual(all);
    const { data } = await get(`/${type}/${ids[type]}`);
    expect((await ask('PATCH', 200, `/${type}/${ids[type]}`, { data })).body).toEqual({
      ...{ data, jsonapi: expect.anything(), links: expect.anything() },
    });
    await patch(200, type, ids[type] ?? '', { attributes: { 'rights-owner-year': 2025 } });
    expect(await shown()).toEqual(all);
    expect((await get(`/${type}?filter[title]=Berceuse`)).data).toEqual([]);
    expect((await set(200, [])).body.data.attributes[NAME]).toEqual([]);
  });

  it('have their members in a fixed order, so that reads return the ETag of the write', async () => {
    const { body, headers } = await set(200, [{ title: 'Berceuse', phonetic: null, language: FR }]);
    const read = await ask('GET', 200, `/${type}/${ids[type]}`);
    expect(Object.keys(body.data.attributes[NAME][0])).toEqual(['language', 'title', 'phonetic']);
    expect(JSON.stringify(read.body.data)).toBe(JSON.stringify(body.data));
    expect(read.headers['ETag']).toBe(headers['ETag']);
  });

  it('have null for a missing phonetic title and ignore unknown members', async () => {
    const { body } = await set(200, [{ language: FR, title: 'x', phonetc: 'y' }]);
    expect(body.data.attributes[NAME]).toEqual([{ language: FR, title: 'x', phonetic: null }]);
    expect(body.meta.ignored).toEqual([{ pointer: `${POINTER}/0/phonetc`, nearest: 'phonetic' }]);
  });

  it('can be in twenty languages, in full length, and have a separate row if long', async () => {
    const longest = languages.slice(0, 20).map((language) => ({
      language,
      title: '\u{1f3b5}'.repeat(max),
      phonetic: '\u{1f3bb}'.repeat(max),
    }));
    const keys = [recordKey(type, ids[type] ?? ''), apartKey(type, ids[type] ?? '', NAME)];
    for (const [value, rows] of [
      [longest, 2],
      [longest.slice(0, 1).map((each) => ({ ...each, title: 'x', phonetic: null })), 1],
      [longest, 2],
      [[], 1],
    ] as const) {
      await set(200, value);
      expect(await shown()).toEqual(value);
      expect((await get(`/${type}?filter[title]=`)).data[0].attributes[NAME]).toEqual(value);
      expect(await new Table().getMany(keys)).toHaveLength(rows);
    }
  });

  it('are rejected with every problem and its position', async () => {
    const item = { language: JA, title: 'x', phonetic: null };
    const response = await set(422, [
      item,
      { ...item, language: FR, title: '' },
      { language: FR, title: 'x'.repeat(max + 1), phonetic: 'a\nb' },
      { language: '9999', title: 'y' },
      { ...item, language: Number(JA), phonetic: 5 },
      { language: null },
      'x',
      item,
      { ...item, language: 'ja', phonetic: ' ' },
    ]);
    expect(errorsOf(response)).toEqual([
      `invalid_value ${POINTER}/1/title`,
      `invalid_value ${POINTER}/2/title`,
      `invalid_value ${POINTER}/2/phonetic`,
      `invalid_value ${POINTER}/3/language`,
      `invalid_value ${POINTER}/4/language`,
      `invalid_value ${POINTER}/4/phonetic`,
      `invalid_value ${POINTER}/5/language`,
      `required ${POINTER}/5/title`,
      `invalid_value ${POINTER}/6`,
      `invalid_value ${POINTER}/8/language`,
      `invalid_value ${POINTER}/8/phonetic`,
      `invalid_value ${POINTER}/2/language`,
      `invalid_value ${POINTER}/7/language`,
    ]);
    const details = response.body.errors.map(({ detail }: { detail: string }) => detail);
    expect(details).toContain(
      `${NAME}.3.language must be the id of a language, and there is none with the id 9999; GET /languages lists them.`,
    );
    expect(details).toContain(`${NAME}.5.title is required.`);
    expect(details).toContain(`${NAME}.6 must be an object.`);
    expect(details).toContain(`${NAME}.7.language repeats the language of an earlier item.`);
    const tooMany = languages.slice(0, 21).map((language) => ({ language, title: 'x' }));
    for (const value of [null, 'x', {}, tooMany])
      expect(errorsOf(await set(422, value))).toEqual([`invalid_value ${POINTER}`]);
    expect(await shown()).toEqual([]);
  });
});

describe('a list', () => {
  it('costs the same without translated titles and lyrics, and more for long ones', async () => {
    const bob = await newAdmin();
    const his = catalogueCalls(() => bob);
    const album = await his.newAlbum();
    const made: string[] = [];
    for (let order = 1; order <= 5; order += 1) made.push(await his.newTrack([album], { order }));
    const cost = async () => (await costOf(tracks, 200, { path: '/tracks', token: bob.token })).readUnits;
    await cost();
    const before = await cost();
    const short = [{ language: JA, title: '夢', phonetic: null }];
    for (const id of made) await his.patch(200, 'tracks', id, { attributes: { [NAME]: short } });
    expect(await cost()).toBe(before);
    const long = languages.slice(0, 20).map((language) => ({ language, title: 'x'.repeat(300) }));
    await his.patch(200, 'tracks', made[0] ?? '', { attributes: { [NAME]: long } });
    expect(await cost()).toBeGreaterThan(before);
    expect(await cost()).toBeLessThan(before + 3);
  });
});
