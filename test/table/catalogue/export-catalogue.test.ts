/** export-catalogue, whose files import-catalogue reads again. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { newAdmin, type Person } from '../../support/calls.ts';
import { catalogueDocuments } from '../../support/catalogue/documents.ts';
import { catalogueFaults } from '../../support/catalogue/faults.ts';
import { catalogueCalls, many, one, trackLinks } from '../../support/catalogue-calls.ts';
import { catalogueCommands, line, nextUpc, table } from '../../support/catalogue-imports.ts';
import { allRows } from '../../support/invariants.ts';
import { messageFaults } from '../../support/stores/ern-rules.ts';
import { xmlTree } from '../../support/stores/xml-tree.ts';
import { withTable } from '../../support/table.ts';

withTable();
const { operator, folderOf, imported, exported } = catalogueCommands();

/** Everything that a catalogue can have. */
async function fill(ada: Person): Promise<void> {
  const { make, post, newLabel, newArtist } = catalogueCalls(() => ada);
  const label = await newLabel('Harbour & <Tapes>');
  const coded = (name: string, codes: object) => make('artists', { attributes: { name, ...codes } });
  const mila = await coded('Mila', { isni: 'https://isni.org/isni/0000000121032683', ipi: '00077406269' });
  const [duo, pia] = [await newArtist('Duo; "Söhne"'), await coded('Pia', { ipi: '000.141.073.38' })];
  const rights = { 'rights-owner-year': 2020, 'rights-owner-name': 'Harbour', 'is-explicit': false };
  const albumOf = (title: string, attributes: object, relationships: object) =>
    make('albums', {
      attributes: { title, release_date: '2020-02-29', ...rights, 'upc-code': nextUpc(), ...attributes },
      relationships,
    });
  const tides = await albumOf(
    '=Tides',
    {
      artwork: 'https://files.example/c.jpg',
      'artwork-ai-usage': true,
      ...{
        'catalogue-number': 'HT-1',
        description: 'One?>\n\n"Two" \u{1f3b5}',
        copyright: 'C',
        publishing: 'P',
      },
      format: 'ep',
      'title-translations': [
        { language: '410', title: '=Tides', phonetic: 'Taydz' },
        { language: '235', title: '潮\\; 汐', phonetic: null },
      ],
    },
    {
      label: one('labels', label),
      ...{ 'primary-genre': one('genres', '32'), 'secondary-genre': one('genres', '58') },
      ...{
        language: one('languages', '410'),
        version: one('versions', '3'),
        countries: many('countries', ['276', '40']),
      },
    },
  );
  const bare = await albumOf(
    'Bare',
    {
      'is-compilation': true,
      ...{ 'release-time': '09:00', 'release-time-zone': 'Asia/Tokyo', 'pre-order-date': '2020-02-01' },
    },
    {},
  );
  const credit = (subject: string, id: string, artist: string, role: string, order?: number) =>
    make(`${subject}-artists`, {
      attributes: order === undefined ? {} : { order },
      relationships: {
        [subject]: one(`${subject}s`, id),
        ...{ artist: one('artists', artist), 'artist-role': one('artist-roles', role) },
      },
    });
  await credit('album', tides, mila, '1', 2);
  await credit('album', tides, duo, '2', 1);
  await credit('album', tides, pia, '3');
  const trackOf = (title: string, album: string, attributes: object, relationships: object = {}) =>
    make('tracks', {
      attributes: {
        title,
        ...rights,
        order: 1,
        'full-audiofile-url': 'https://files.example/1.wav',
        ...attributes,
      },
      relationships: { ...trackLinks([album]), ...relationships },
    });
  const first = await trackOf(
    'First',
    tides,
    {
      ...{
        'is-explicit': true,
        'isrc-code': 'de-ab1-20-00001',
        'iswc-code': 't-034.524.680-1',
        md5: '0cc175b9c0f1b6a831c399e269772661',
      },
      ...{
        length: '01:02:03',
        lyrics: 'La\n\nla ?> <b>',
        'synced-lyrics': '[ti:First]\n\n[00:01.00]La\n[00:02.50]<00:02.50>la ?> <00:03>b',
        'preview-start': 30,
        'ai-usage': ['lyrics', 'vocals'],
        'allow-fingerprint-scan': false,
      },
      'version-description': 'Live',
      'title-translations': [
        { language: '235', title: '最初', phonetic: 'Saisho' },
        { language: '410', title: 'First', phonetic: 'First' },
        { language: '148', title: 'Premier; "un": <b>', phonetic: null },
      ],
      'extended-credits': [
        { role: 'violin', name: 'Ada Quist', position: 2 },
        { role: 'violin', name: 'P. Nist', 'artist-id': Number(pia), position: 1 },
        { role: 'mixing_engineer', name: 'Leo' },
      ],
    },
    { artists: many('artists', [duo, mila]), 'secondary-genre': one('genres', '1') },
  );
  await credit('track', first, duo, '2', 7);
  await credit('track', first, mila, '1');
  await credit('track', first, pia, '4', 1);
  await make('track-assets', {
    attributes: { 'asset-type': 'dolby_atmos', url: 'https://127.0.0.1:9/atmos.wav' },
    relationships: { track: one('tracks', first) },
  });
  const second = await trackOf(
    'Second',
    tides,
    { order: 4, 'ai-usage': [] },
    { version: one('versions', '6') },
  );
  await trackOf('Third', bare, { order: 2, 'version-description': 'Tape Mix' });
  const at = (album: string, track: string, order: number, disc: number) =>
    post(201, 'album-tracks', {
      attributes: { order, disc },
      relationships: { album: one('albums', album), track: one('tracks', track) },
    });
  await at(bare, first, 1, 2);
  await at(bare, second, 3, 1);
}

describe('export-catalogue', () => {
  let ada: Person;
  beforeAll(async () => {
    ada = await newAdmin();
    await fill(ada);
  });
  /** Codes are unique on the platform, so the copy has other ones. */
  const recoded = (folder: string): void => {
    const others = new Map<string, string>();
    for (const name of readdirSync(folder)) {
      const text = readFileSync(join(folder, name), 'utf8');
      const changed = text.replaceAll(/\b7\d{11}\b/g, (code) => {
        others.set(code, others.get(code) ?? nextUpc());
        return others.get(code) ?? '';
      });
      writeFileSync(join(folder, name), changed);
    }
  };
  const withoutCodes = (documents: object) =>
    JSON.parse(JSON.stringify(documents).replaceAll(/\b7\d{11}\b/g, 'UPC'));

  it('writes messages that recreate the catalogue in another account', async () => {
    const { to, result } = await exported(ada);
    expect(result).toMatchObject({ albums: 2, tracks: 5, omitted: [] });
    for (const name of readdirSync(to)) {
      expect(statSync(join(to, name)).mode & 0o077).toBe(0);
      const message = readFileSync(join(to, name), 'utf8').replace(/<\?music-distribution .*?\?>/, '');
      expect(messageFaults(xmlTree(message))).toEqual([]);
    }
    recoded(to);
    const bob = await newAdmin();
    expect(await imported(to, bob)).toMatchObject({ albums: { new: 2 }, tracks: { new: 5 }, notes: [] });
    expect(withoutCodes(await catalogueDocuments(bob))).toEqual(withoutCodes(await catalogueDocuments(ada)));
    expect(await imported(to, bob)).toMatchObject({ albums: { there: 2 }, tracks: { there: 5 } });
    expect(catalogueFaults(await allRows())).toEqual([]);
  });

  it('writes a spreadsheet that recreates what it can hold in another account', async () => {
    const { to, result } = await exported(ada, '--format', 'csv');
    expect(result).toMatchObject({ albums: 2, tracks: 5 });
    expect(readdirSync(to)).toEqual(['catalogue.csv']);
    recoded(to);
    const bob = await newAdmin();
    expect(await imported(to, bob)).toMatchObject({ albums: { new: 2 }, tracks: { new: 5 } });
    const [own, copy] = [
      withoutCodes(await catalogueDocuments(ada)),
      withoutCodes(await catalogueDocuments(bob)),
    ];
    expect(copy.albums).toEqual(own.albums);
    expect(copy.tracks).toHaveLength(5);
    // Each track of an album is separate, without direct artists, and its credits are not linked.
    const plain = (documents: { attributes: { title: string; 'extended-credits'?: object[] } }[]) =>
      documents
        .map(({ attributes: { 'extended-credits': credits = [], ...attributes } }) => ({
          ...attributes,
          credits: credits.map((credit) => ({ ...credit, 'artist-id': null })),
        }))
        .filter(({ title }) => title === 'Third');
    expect(plain(copy.tracks)).toEqual(plain(own.tracks));
    const [first] = copy.tracks.filter(
      (each: { attributes: { title: string } }) => each.attributes.title === 'First',
    );
    const [whole] = own.tracks.filter(
      (each: { attributes: { title: string } }) => each.attributes.title === 'First',
    );
    for (const name of ['title-translations', 'synced-lyrics'])
      expect(first.attributes[name]).toEqual(whole.attributes[name]);
    expect(first.attributes).toMatchObject({
      ...{
        'isrc-code': 'de-ab1-20-00001',
        'iswc-code': 't-034.524.680-1',
        lyrics: 'La\n\nla ?> <b>',
        'allow-fingerprint-scan': false,
      },
      ...{ 'preview-start': 30, length: '01:02:03', 'version-description': 'Live' },
    });
  });

  it('omits albums without a UPC or tracks, and says so', async () => {
    const eve = await newAdmin();
    const { newAlbum, make } = catalogueCalls(() => eve);
    const album = await newAlbum();
    const [code, empty] = [nextUpc(), nextUpc()];
    await imported(folderOf({ 'c.csv': table(line(code, 1, 1)) }), eve);
    const attributes = { title: 'Empty', release_date: '2020-02-29', 'is-explicit': false };
    const rights = { 'rights-owner-year': 2020, 'rights-owner-name': 'Harbour' };
    const other = await make('albums', { attributes: { ...attributes, ...rights, 'upc-code': empty } });
    const { result, to } = await exported(eve);
    expect(result).toMatchObject({
      albums: 1,
      omitted: [
        { album, reason: 'The album has no UPC.' },
        { album: other, title: 'Empty', reason: 'The album has no tracks.' },
      ],
    });
    expect(readdirSync(to)).toEqual([`000001-${code}.xml`]);
    const again = await operator.run('export-catalogue', '--user', eve.userId, '--to', to);
    expect(again).toMatchObject({ code: 2, errors: expect.stringContaining('is not empty') });
  });

  it('reads all pages of a long catalogue', async () => {
    const eve = await newAdmin();
    const all = Array.from({ length: 27 }, () => nextUpc());
    await imported(folderOf({ 'c.csv': table(...all.map((code) => line(code, 1, 1))) }), eve);
    const { to } = await exported(eve);
    const found = readdirSync(to).map((name) => name.slice(7, -4));
    expect(found).toEqual(all);
  });
});
