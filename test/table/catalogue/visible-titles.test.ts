/** Titles and other texts that stores show, with invisible characters. */
import { beforeAll, describe, expect, it } from 'vitest';
import { newAdmin, type Person } from '../../support/calls.ts';
import { ask, newRelease } from '../../support/distribution/release.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const patch = async (type: string, id: string, attributes: object, status = 200) =>
  (await ask(ada, status, 'PATCH', `/${type}/${id}`, { data: { type, id, attributes } })).body;

const hidden = ['\u200b', '\u00ad', '\ufeff', '\u2060', '\u200e', '\u2066', '\u200d', '\u3164'];

describe('a text that stores show', () => {
  it.each<[string, readonly string[]]>([
    ['albums', ['title', 'rights-owner-name', 'catalogue-number', 'copyright', 'publishing']],
    ['tracks', ['title', 'rights-owner-name', 'version-description']],
  ])('is stored without invisible characters: %s', async (type, names) => {
    const { album, tracks } = await newRelease(ada, { tracks: 1 });
    const id = type === 'albums' ? album : String(tracks[0]);
    for (const character of hidden) {
      const text = `${character}Ha${character}lf ${character}Past${character}`;
      const { data } = await patch(type, id, Object.fromEntries(names.map((name) => [name, text])));
      expect(names.map((name) => data.attributes[name])).toEqual(names.map(() => 'Half Past'));
    }
  });

  it('is stored without invisible characters, also in other languages and in credits', async () => {
    const { tracks } = await newRelease(ada, { tracks: 1 });
    const { data } = await patch('tracks', String(tracks[0]), {
      'title-translations': [{ language: '118', title: 'Half\u200b Past', phonetic: '\ufeffhaf past' }],
      'extended-credits': [{ role: 'mixing_engineer', name: 'Bo\u00ad Lind' }],
    });
    expect(data.attributes).toMatchObject({
      'title-translations': [{ language: '118', title: 'Half Past', phonetic: 'haf past' }],
      'extended-credits': [{ name: 'Bo Lind' }],
    });
  });

  it('does not change if only invisible characters are added', async () => {
    const { album } = await newRelease(ada, { tracks: 1 });
    const before = (await patch('albums', album, { title: 'Small Hours' })).data.attributes;
    expect((await patch('albums', album, { title: 'Small\u200b Hours' })).data.attributes).toEqual(before);
  });

  it('must not be invisible', async () => {
    const { album } = await newRelease(ada, { tracks: 1 });
    const { errors } = await patch('albums', album, { title: '\u200b\u00ad' }, 422);
    expect(errors).toMatchObject([{ source: { pointer: '/data/attributes/title' } }]);
  });

  it('keeps characters that change the visible text', async () => {
    const { album } = await newRelease(ada, { tracks: 1 });
    for (const title of ['می\u200cخواهم', 'שלום \u200fABC', '👩\u200d🚀'])
      expect((await patch('albums', album, { title })).data.attributes.title).toBe(title);
  });

  it('rejects credits with two names that look the same', async () => {
    const { tracks } = await newRelease(ada, { tracks: 1 });
    const credit = (name: string) => ({ role: 'mixing_engineer', name });
    const credits = { 'extended-credits': [credit('Bo Lind'), credit('Bo\u200b Lind')] };
    const { errors } = await patch('tracks', String(tracks[0]), credits, 422);
    expect(errors).toMatchObject([{ source: { pointer: '/data/attributes/extended-credits/1/name' } }]);
  });
});
