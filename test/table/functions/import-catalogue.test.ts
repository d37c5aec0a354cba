/** import-catalogue and export-catalogue, from files to records and back, as the command line runs them. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { gtinOf } from '../../../shared/catalogue/rules/upc.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { catalogueDocuments } from '../../support/catalogue/documents.ts';
import { catalogueFaults } from '../../support/catalogue/faults.ts';
import { catalogueCalls, many, one, trackLinks } from '../../support/catalogue-calls.ts';
import { withFaultyTable } from '../../support/faulty-way.ts';
import { allRows } from '../../support/invariants.ts';
import { ofThisRun } from '../../support/long-run.ts';
import { operatorHere } from '../../support/operator-here.ts';

const way = withFaultyTable();
const operator = operatorHere();
const place = mkdtempSync(join(tmpdir(), 'catalogue-'));
afterEach(() => {
  way.crash = undefined;
  way.fault = undefined;
});
afterAll(() => rmSync(place, { recursive: true }));

let folders = 0;
const newPath = (): string => join(place, String(++folders));
const folderOf = (files: Readonly<Record<string, string>>): string => {
  const folder = newPath();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
};

let codes = 0;
/** A valid UPC that no other call returns. */
const upc = (): string => {
  const digits = String(70_000_000_000 + ++codes);
  return Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`).find((code) => gtinOf(code)) ?? '';
};

const importing = (from: string, { userId }: Person, ...more: string[]) =>
  operator.run('import-catalogue', '--from', from, '--user', userId, '--json', ...more);
const imported = async (from: string, person: Person, ...more: string[]) => {
  const ran = await importing(from, person, ...more);
  expect(ran, ran.errors).toMatchObject({ code: 0 });
  return JSON.parse(ran.output);
};
/** @returns the problems, which are the last line of the errors. */
const rejected = async (from: string, person: Person, ...more: string[]): Promise<string[]> => {
  const ran = await importing(from, person, ...more);
  expect(ran).toMatchObject({ code: 1, output: '' });
  const { problems } = JSON.parse(ran.errors.trim().split('\n').at(-1) ?? '');
  return problems.map(({ detail }: { detail: string }) => detail);
};
const exported = async ({ userId }: Person, ...more: string[]) => {
  const to = newPath();
  const ran = await operator.run('export-catalogue', '--user', userId, '--to', to, '--json', ...more);
  expect(ran, ran.errors).toMatchObject({ code: 0 });
  return { to, result: JSON.parse(ran.output) };
};

const HEADER =
  'upc,album-title,release-date,album-artists,label,rights-year,rights-owner,genre,language,disc,track,title,isrc,credits,audio';
const line = (code: string, disc: number, track: number, title = `Song ${disc}.${track}`) =>
  `${code},Tides ${code},2020-01-02,Mila; featuring: Duo,Harbour,2020,Harbour,Jazz,en,${disc},${track},${title},DE${code.slice(0, 5)}${disc}000${track},piano: Pia,https://files.example/${disc}-${track}.wav`;
const table = (...lines: string[]) => `${[HEADER, ...lines].join('\n')}\n`;
const tracksOf = (code: string) => [line(code, 1, 1), line(code, 1, 2), line(code, 2, 1)];

describe('import-catalogue', () => {
  it('creates releases as requests of the user would', async () => {
    const ada = await newAdmin();
    const code = upc();
    const from = folderOf({ 'deep/below/c.CSV': table(...tracksOf(code)), 'notes.txt': 'Not read.' });
    const checked = await imported(from, ada, '--check');
    expect(checked).toMatchObject({ written: false, albums: { new: 1 }, tracks: { new: 3 } });
    expect((await catalogueDocuments(ada))['albums']).toBeUndefined();
    expect(await imported(from, ada)).toEqual({ ...checked, written: true });
    const { get } = catalogueCalls(() => ada);
    const [album] = (await get(`/albums?filter[upc-code]=${code}`)).data;
    expect(album).toMatchObject({ attributes: { 'last-status': 'draft', 'tracks-count': 3 } });
    const { albums, tracks, ...links } = await catalogueDocuments(ada);
    expect(tracks).toHaveLength(3);
    expect(links['album-tracks']?.map((each) => (each as typeof album).attributes)).toMatchObject([
      { disc: 1, order: 1 },
      { disc: 1, order: 2 },
      { disc: 2, order: 1 },
    ]);
    expect(links['artists']).toHaveLength(2);
    expect(links['track-artists']).toHaveLength(3);
    expect(catalogueFaults(await allRows())).toEqual([]);
  });

  it('changes nothing when it is repeated, and says what differs', async () => {
    const ada = await newAdmin();
    const code = upc();
    const files = folderOf({ 'c.csv': table(...tracksOf(code)) });
    await imported(files, ada);
    const before = await allRows();
    expect(await imported(files, ada)).toMatchObject({ albums: { there: 1 }, tracks: { there: 3 } });
    const catalogue = (rows: typeof before) =>
      rows.filter(({ pk }) => !/^(commands|access)#/.test(String(pk)));
    expect(catalogue(await allRows())).toEqual(catalogue(before));
    const other = folderOf({ 'c.csv': table(line(code, 1, 1, 'Renamed'), line(code, 1, 3)) });
    expect(await imported(other, ada)).toMatchObject({ tracks: { new: 1, there: 0, differs: 1 } });
    const { tracks = [] } = await catalogueDocuments(ada);
    expect(JSON.stringify(tracks)).not.toContain('Renamed');
    expect(tracks).toHaveLength(4);
  });

  it('writes nothing if anything is wrong, and reports every problem with its place', async () => {
    const [ada, eve] = [await newAdmin(), await newAdmin()];
    const [taken, code, other] = [upc(), upc(), upc()];
    await imported(folderOf({ 'c.csv': table(line(taken, 1, 1)) }), eve);
    const bad = line(code, 1, 1)
      .replace('2020-01-02', '2020-02-30')
      .replace('piano: Pia', 'piano: Pia; piano: pia');
    const files = {
      'a.csv': table(line(taken, 1, 1), bad, line(code, 1, 1).replace(',Jazz,', ',,'), line(code, 0, 1)),
      'b.csv': table(...tracksOf(other).map((each) => each.replace('https:', 'http:'))),
      'c.xml': '<not-a-message/>',
      'd.csv': table(line(other, 1, 9)),
    };
    const problems = await rejected(folderOf(files), ada);
    expect(problems).toEqual([
      'a.csv:2: upc: An album of another account has this UPC.',
      'a.csv:3: credits: extended-credits.1.name is already credited under this role.',
      'a.csv:3: release-date: release_date must be a day that exists, written YYYY-MM-DD.',
      'a.csv:4: genre: primary-genre is required.',
      'a.csv:4: release-date: The album has another value in line 3.',
      'a.csv:4: track: Another track of the release is track 1 on disc 1.',
      'a.csv:5: disc: disc must be 1 or greater.',
      'a.csv:5: release-date: The album has another value in line 3.',
      ...[2, 3, 4].map(
        (number) => `b.csv:${number}: audio: full-audiofile-url must be an absolute https URL.`,
      ),
      'c.xml: The document is not a message of DDEX ERN 4.3.',
      'd.csv:2: upc: The release at b.csv:2: upc has the same UPC.',
    ]);
    expect(await catalogueDocuments(ada)).toEqual({});
  });

  it('is rejected for a place that another track of the album has', async () => {
    const ada = await newAdmin();
    const code = upc();
    await imported(folderOf({ 'c.csv': table(line(code, 1, 1)) }), ada);
    const other = folderOf({ 'c.csv': table(line(code, 1, 1).replace('0001,piano', '0009,piano')) });
    expect(await rejected(other, ada)).toEqual([
      'c.csv:2: track: Another track of the album is track 1 on disc 1.',
    ]);
  });

  it('is rejected for an unknown user, and without files', async () => {
    const ada = await newAdmin();
    const from = folderOf({ 'c.csv': table(line(upc(), 1, 1)) });
    expect(await rejected(from, { ...ada, userId: '17' })).toEqual(['There is no user 17.']);
    expect(await rejected(folderOf({ 'c.txt': '' }), ada)).toEqual([expect.stringContaining('has no files')]);
    const missing = await operator.run('import-catalogue', '--user', ada.userId);
    expect(missing).toMatchObject({ code: 2, errors: '--from is required.\n' });
  });

  it('is not counted for the rate limits of the user, and is recorded without its content', async () => {
    const ada = await newAdmin();
    const code = upc();
    await imported(folderOf({ 'c.csv': table(...tracksOf(code)) }), ada);
    const rows = await allRows();
    const access = rows.find(({ pk }) => pk === `access#${ada.userId}`);
    expect(access).not.toHaveProperty('writes');
    const recorded = rows.filter(
      ({ command, pk }) => command === 'import-catalogue' && /^commands#/.test(String(pk)),
    );
    const own = recorded.filter(({ organization }) => organization === ada.organizationId);
    expect(own).toMatchObject([{ outcome: 'done', actor: expect.any(String) }]);
    expect(String(own[0]?.['arguments'])).not.toContain('Tides');
  });

  it('takes three calls to the table for a track with its artists and credits', async () => {
    const callsFor = async (tracks: number) => {
      const [ada, code] = [await newAdmin(), upc()];
      const lines = Array.from({ length: tracks }, (_, index) => line(code, 1, index + 1));
      const before = way.calls;
      await imported(folderOf({ 'c.csv': table(...lines) }), ada);
      return way.calls - before;
    };
    // The check and the import read the album, and a transaction writes everything.
    expect(((await callsFor(9)) - (await callsFor(4))) / 5).toBe(3);
  });

  it('shows how far it is', async () => {
    const ada = await newAdmin();
    const from = folderOf({ 'c.csv': table(...tracksOf(upc())) });
    const ran = await operator.run('import-catalogue', '--from', from, '--user', ada.userId);
    expect(ran.errors).toBe('Checking: 3 of 3 tracks\nWriting: 3 of 3 tracks\n');
  });

  it('does not double anything when two imports run concurrently', async () => {
    const ada = await newAdmin();
    const [first, second] = [upc(), upc()];
    const from = folderOf({ 'c.csv': table(...tracksOf(first), ...tracksOf(second)) });
    await Promise.all([imported(from, ada), imported(from, ada), imported(from, ada)]);
    const documents = await catalogueDocuments(ada);
    const counts = Object.entries(documents).map(([type, all]) => [type, all.length]);
    expect(Object.fromEntries(counts)).toEqual({
      ...{ labels: 1, artists: 2, albums: 2, tracks: 6 },
      ...{ 'album-artists': 4, 'album-tracks': 6, 'track-artists': 6, 'track-credits': 6 },
    });
    expect(catalogueFaults(await allRows())).toEqual([]);
  });

  it('can be repeated after it was killed at any write', async () => {
    const files = (code: string) => folderOf({ 'c.csv': table(line(code, 1, 1), line(code, 2, 1)) });
    const whole = async (person: Person, code: string) => {
      const text = JSON.stringify(await catalogueDocuments(person)).replaceAll(code, 'UPC');
      return JSON.parse(text.replaceAll(`DE${code.slice(0, 5)}`, 'DE'));
    };
    const ada = await newAdmin();
    const first = upc();
    const before = way.writes;
    await imported(files(first), ada);
    const writes = way.writes - before;
    expect(writes).toBeGreaterThan(6);
    const wanted = await whole(ada, first);
    for (const writesBefore of ofThisRun(Array.from({ length: writes }, (_, index) => index))) {
      const [person, own] = [await newAdmin(), upc()];
      const from = files(own);
      way.crash = { writesBefore, isWritten: writesBefore % 2 === 0 };
      // The last write only completes the record of the command.
      const code = writesBefore === writes - 1 ? 0 : 1;
      expect(await importing(from, person), `killed at ${writesBefore}`).toMatchObject({ code });
      way.crash = undefined;
      await imported(from, person);
      expect(await whole(person, own), `killed at ${writesBefore}`).toEqual(wanted);
    }
    expect(catalogueFaults(await allRows())).toEqual([]);
  });

  it('stops with the release if another account takes its UPC after the check', async () => {
    const [ada, eve] = [await newAdmin(), await newAdmin()];
    const code = upc();
    const from = folderOf({ 'c.csv': table(line(code, 1, 1)) });
    operator.before = async ({ arguments: { step, user } }) => {
      if (step === 'write' && user === ada.userId) await imported(from, eve);
    };
    expect(await rejected(from, ada)).toEqual([
      `The release ${code}: An album of another account has the UPC ${code}.`,
    ]);
    operator.before = () => {};
    expect((await catalogueDocuments(ada))['tracks']).toBeUndefined();
  });

  it('goes on when the table throttles it', async () => {
    const ada = await newAdmin();
    const from = folderOf({ 'c.csv': table(...tracksOf(upc())) });
    way.fault = { operation: 'TransactWriteItems', how: 'conflict', after: 2, times: 9 };
    await imported(from, ada);
    expect(way.fault.times).toBe(0);
    way.fault = undefined;
    expect((await catalogueDocuments(ada))['tracks']).toHaveLength(3);
  });

  it('creates albums and tracks with as many artists as the API allows', async () => {
    const ada = await newAdmin();
    const artists = (count: number) =>
      Array.from({ length: count }, (_, index) => `Artist ${index}`).join('; ');
    const text = (most: number) =>
      `${HEADER},artists\n${line(upc(), 1, 1).replace('Mila; featuring: Duo', artists(most))},${artists(most)}\n`;
    const problems = await rejected(folderOf({ 'c.csv': text(41) }), ada);
    expect(problems).toEqual([
      'c.csv:2: album-artists: An album has at most 40 artists.',
      'c.csv:2: artists: A track has at most 40 artists.',
    ]);
    await imported(folderOf({ 'c.csv': text(40) }), ada);
    const documents = await catalogueDocuments(ada);
    expect(documents['album-artists']).toHaveLength(40);
    expect(documents['track-artists']).toHaveLength(40);
  });

  it('adds music videos only for accounts that may have them', async () => {
    const [ada, vera] = [await newAdmin(), await newAdmin({ video: true, 'music-videos': true })];
    const header = `${HEADER},format,video,video-master`;
    const text = (code: string) =>
      `${header}\n${line(code, 1, 1).replace(/,[^,]*$/, ',')},video,yes,https://127.0.0.1:9/v.mp4\n`;
    const problems = await rejected(folderOf({ 'v.csv': text(upc()) }), ada);
    expect(problems.join()).toContain('Your account does not include the video feature.');
    await imported(folderOf({ 'v.csv': text(upc()) }), vera);
    const { 'track-assets': assets = [] } = await catalogueDocuments(vera);
    expect(assets).toMatchObject([
      { attributes: { 'asset-type': 'video', url: 'https://127.0.0.1:9/v.mp4' } },
    ]);
  });
});

/** Everything that a catalogue can have. */
async function fill(ada: Person): Promise<void> {
  const { make, post, newLabel, newArtist } = catalogueCalls(() => ada);
  const label = await newLabel('Harbour & <Tapes>');
  const [mila, duo, pia] = [await newArtist('Mila'), await newArtist('Duo; "Söhne"'), await newArtist('Pia')];
  const rights = { 'rights-owner-year': 2020, 'rights-owner-name': 'Harbour', 'is-explicit': false };
  const albumOf = (title: string, attributes: object, relationships: object) =>
    make('albums', {
      attributes: { title, release_date: '2020-02-29', ...rights, 'upc-code': upc(), ...attributes },
      relationships,
    });
  const tides = await albumOf(
    '=Tides',
    {
      artwork: 'https://files.example/c.jpg',
      ...{
        'catalogue-number': 'HT-1',
        description: 'One?>\n\n"Two" \u{1f3b5}',
        copyright: 'C',
        publishing: 'P',
      },
      format: 'ep',
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
  const bare = await albumOf('Bare', {}, {});
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
      ...{ 'is-explicit': true, 'isrc-code': 'de-ab1-20-00001', md5: '0cc175b9c0f1b6a831c399e269772661' },
      ...{
        length: '01:02:03',
        lyrics: 'La\n\nla ?> <b>',
        'preview-start': 30,
        'allow-fingerprint-scan': false,
      },
      'version-description': 'Live',
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
  const second = await trackOf('Second', tides, { order: 4 }, { version: one('versions', '6') });
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
        others.set(code, others.get(code) ?? upc());
        return others.get(code) ?? '';
      });
      writeFileSync(join(folder, name), changed);
    }
  };
  const withoutCodes = (documents: object) =>
    JSON.parse(JSON.stringify(documents).replaceAll(/\b7\d{11}\b/g, 'UPC'));

  it('writes messages that give another account the same catalogue', async () => {
    const { to, result } = await exported(ada);
    expect(result).toMatchObject({ albums: 2, tracks: 5, omitted: [] });
    for (const name of readdirSync(to)) expect(statSync(join(to, name)).mode & 0o077).toBe(0);
    recoded(to);
    const bob = await newAdmin();
    expect(await imported(to, bob)).toMatchObject({ albums: { new: 2 }, tracks: { new: 5 }, notes: [] });
    expect(withoutCodes(await catalogueDocuments(bob))).toEqual(withoutCodes(await catalogueDocuments(ada)));
    expect(await imported(to, bob)).toMatchObject({ albums: { there: 2 }, tracks: { there: 5 } });
    expect(catalogueFaults(await allRows())).toEqual([]);
  });

  it('writes a spreadsheet that gives another account the same catalogue, except for what it cannot hold', async () => {
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
    expect(first.attributes).toMatchObject({
      ...{ 'isrc-code': 'de-ab1-20-00001', lyrics: 'La\n\nla ?> <b>', 'allow-fingerprint-scan': false },
      ...{ 'preview-start': 30, length: '01:02:03', 'version-description': 'Live' },
    });
  });

  it('omits albums without a UPC or without tracks, and says so', async () => {
    const eve = await newAdmin();
    const { newAlbum, make } = catalogueCalls(() => eve);
    const album = await newAlbum();
    const [code, empty] = [upc(), upc()];
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
    const all = Array.from({ length: 27 }, () => upc());
    await imported(folderOf({ 'c.csv': table(...all.map((code) => line(code, 1, 1))) }), eve);
    const { to } = await exported(eve);
    const found = readdirSync(to).map((name) => name.slice(7, -4));
    expect(found).toEqual(all);
  });
});

describe('messages of others', () => {
  const masters = ['--masters', 'https://files.example/masters'];

  it('are imported with several releases, and those with the same recording have separate tracks', async () => {
    const ada = await newAdmin();
    const message = new URL('../../support/catalogue-files/two-releases.xml', import.meta.url);
    const from = folderOf({ 'm.xml': readFileSync(message, 'utf8') });
    const result = await imported(from, ada, ...masters);
    expect(result).toMatchObject({ albums: { new: 2 }, tracks: { new: 4 } });
    expect(result.notes).toContainEqual({
      note: 'Identifiers of parties (ISNI, IPI, DPID) are omitted.',
      ...{ times: 2, first: 'm.xml' },
    });
    const documents = await catalogueDocuments(ada);
    expect(documents['tracks']).toHaveLength(4);
    expect(documents['labels']).toHaveLength(1);
    expect(documents['artists']?.map((each) => JSON.stringify(each)).join()).toContain('Duo & Söhne');
    expect(await imported(from, ada, ...masters)).toMatchObject({
      albums: { there: 2 },
      tracks: { there: 4 },
    });
  });

  it('of the own delivery of packages are imported', async () => {
    const ada = await newAdmin();
    const message = readFileSync(new URL('../../../docs/package/message.xml', import.meta.url), 'utf8');
    const from = folderOf({ '7f/message.xml': message });
    expect(await rejected(from, ada)).toEqual(
      [
        'release: artwork',
        'track 1 on disc 1: full-audiofile-url',
        'track 2 on disc 1: full-audiofile-url',
      ].map((at) => expect.stringMatching(`^7f/message.xml: ${at}: The address .* is relative`)),
    );
    await imported(from, ada, ...masters);
    const { albums: [album] = [], tracks = [] } = await catalogueDocuments(ada);
    expect(album).toMatchObject({
      attributes: {
        ...{
          title: 'Saudade em Kyoto',
          'upc-code': '850001000123',
          format: 'ep',
          release_date: '2027-01-15',
        },
        artwork: 'https://files.example/masters/resources/artwork-82f57eb37075.jpg',
        ...{ copyright: null, publishing: null, 'rights-owner-name': 'Northern Lights Records' },
      },
    });
    expect(tracks).toMatchObject([
      {
        attributes: {
          ...{ title: 'Chuva de Maio', 'isrc-code': 'QZDEM2600005', length: '00:03:05', order: 1 },
          'full-audiofile-url': 'https://files.example/masters/resources/1-01-e996913a2a20.wav',
          'extended-credits': [
            { role: 'acoustic_guitar', name: 'Tiago Reis' },
            { role: 'piano', name: 'Søren Okafor' },
          ],
        },
      },
      { attributes: { title: '夏の終わり', 'isrc-code': 'QZDEM2600006', order: 2 } },
    ]);
  });
});
