/** import-catalogue, from files to records, as the command line runs it. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { newAdmin } from '../../support/calls.ts';
import { catalogueDocuments } from '../../support/catalogue/documents.ts';
import { catalogueFaults } from '../../support/catalogue/faults.ts';
import { catalogueCalls } from '../../support/catalogue-calls.ts';
import {
  catalogueCommands,
  HEADER,
  line,
  nextUpc,
  table,
  tracksOf,
} from '../../support/catalogue-imports.ts';
import { allRows } from '../../support/invariants.ts';
import { withTable } from '../../support/table.ts';

withTable();
const { operator, folderOf, imported, rejected } = catalogueCommands();

describe('import-catalogue', () => {
  it("creates releases as the user's requests would", async () => {
    const ada = await newAdmin();
    const code = nextUpc();
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

  it('adds missing codes to artists, and rejects wrong ones and those of others', async () => {
    const ada = await newAdmin();
    const { make, get } = catalogueCalls(() => ada);
    await make('artists', { attributes: { name: 'Mila', isni: '000000012146438X' } });
    const release = (isni: string, ipi: string) => {
      const [header = '', ...lines] = table(line(nextUpc(), 1, 1)).split('\n');
      const coded = lines.map((each) => (each === '' ? '' : `${each},${isni},${ipi}`));
      return folderOf({ 'c.csv': [`${header},isni,ipi`, ...coded].join('\n') });
    };
    const kept = {
      note: 'The artist Mila keeps the isni 000000012146438X. The file has 0000000121032683.',
      times: 1,
      first: 'c.csv:2: isni',
    };
    const given = release('0000000121032683: Mila; 0000 0001 2103 2683: Duo', '00077406269: mila');
    expect(await imported(given, ada, '--check')).toMatchObject({ notes: [kept] });
    expect(await imported(given, ada)).toMatchObject({ notes: [kept] });
    const codes = (await get('/artists?sort=name')).data.map(
      (each: { attributes: Record<string, unknown> }) => [
        each.attributes['name'],
        each.attributes['isni'],
        each.attributes['ipi'],
      ],
    );
    expect(codes).toEqual(
      expect.arrayContaining([
        ['Duo', '0000 0001 2103 2683', null],
        ['Mila', '000000012146438X', '00077406269'],
      ]),
    );
    expect(await rejected(release('0000000121032684: Mila', '00077406269: Pia'), ada)).toEqual([
      'c.csv:2: ipi: Pia: The release has no artist of this name.',
      'c.csv:2: isni: Mila: isni must be 16 characters with a valid check character, such as 0000 0001 2103 2683.',
    ]);
    expect(await rejected(release('', '00077406269: Mila; 00014107338: Mila'), ada)).toEqual([
      'c.csv:2: ipi: Mila has two codes.',
    ]);
  });

  it('reports codes that differ between files, but not their spellings', async () => {
    const ada = await newAdmin();
    const coded = (isni: string) => {
      const [header = '', row = ''] = table(line(nextUpc(), 1, 1)).split('\n');
      return [`${header},isni`, `${row},${isni}`].join('\n');
    };
    const files = {
      'a.csv': coded('0000000121032683: Mila'),
      'b.csv': coded('0000 0001 2103 2683: MILA'),
      'c.csv': coded('000000012146438X: Mila'),
    };
    expect(await imported(folderOf(files), ada, '--check')).toMatchObject({
      notes: [
        {
          note: 'The artist Mila has the isni 0000000121032683 in a.csv:2: isni, and 000000012146438X here. At most one of them is imported.',
          first: 'c.csv:2: isni',
        },
      ],
    });
    await imported(folderOf({ 'a.csv': files['a.csv'] }), ada);
    expect(await imported(folderOf({ 'b.csv': files['b.csv'] }), ada)).toMatchObject({ notes: [] });
  });

  it('changes nothing when repeated, and reports differences', async () => {
    const ada = await newAdmin();
    const code = nextUpc();
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

  it('writes nothing if anything is wrong, and reports every problem with its position', async () => {
    const [ada, eve] = [await newAdmin(), await newAdmin()];
    const [taken, code, other] = [nextUpc(), nextUpc(), nextUpc()];
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
      'a.csv:4: release-date: The album has a different value in line 3.',
      'a.csv:4: track: Another track of the release is track 1 on disc 1.',
      'a.csv:5: disc: disc must be 1 or greater.',
      'a.csv:5: release-date: The album has a different value in line 3.',
      ...[2, 3, 4].map(
        (number) => `b.csv:${number}: audio: full-audiofile-url must be an absolute https URL.`,
      ),
      'c.xml: The document is not a message of DDEX ERN.',
      'd.csv:2: upc: The release at b.csv:2: upc has the same UPC.',
    ]);
    expect(await catalogueDocuments(ada)).toEqual({});
  });

  it('finds a moved track by its ISRC', async () => {
    const ada = await newAdmin();
    const code = nextUpc();
    const moved = line(code, 1, 1).replace(',1,1,Song', ',3,7,Song');
    await imported(folderOf({ 'c.csv': table(moved) }), ada);
    const result = await imported(folderOf({ 'c.csv': table(line(code, 1, 1)) }), ada);
    expect(result).toMatchObject({ tracks: { new: 0, there: 1 } });
    expect((await catalogueDocuments(ada))['album-tracks']).toMatchObject([
      { attributes: { disc: 3, order: 7 } },
    ]);
  });

  it('rejects a place taken by another track of the album', async () => {
    const ada = await newAdmin();
    const code = nextUpc();
    await imported(folderOf({ 'c.csv': table(line(code, 1, 1)) }), ada);
    const other = folderOf({ 'c.csv': table(line(code, 1, 1).replace('0001,piano', '0009,piano')) });
    expect(await rejected(other, ada)).toEqual([
      'c.csv:2: track: Another track of the album is track 1 on disc 1.',
    ]);
  });

  it('prints no control characters of files', async () => {
    const text = table(line(nextUpc(), 1, 1).replace(',Jazz,', ',\u001b[31mSea Noise,'));
    const [problem] = await rejected(folderOf({ 'c.csv': text }), await newAdmin());
    expect(problem).toContain('The genre \\u{1b}[31mSea Noise is not');
  });

  it('rejects an unknown user and missing files', async () => {
    const ada = await newAdmin();
    const from = folderOf({ 'c.csv': table(line(nextUpc(), 1, 1)) });
    expect(await rejected(from, { ...ada, userId: '17' })).toEqual(['There is no user 17.']);
    expect(await rejected(folderOf({ 'c.txt': '' }), ada)).toEqual([expect.stringContaining('has no files')]);
    const missing = await operator.run('import-catalogue', '--user', ada.userId);
    expect(missing).toMatchObject({ code: 2, errors: '--from is required.\n' });
  });

  it("does not count for the user's rate limits, and is recorded without its content", async () => {
    const ada = await newAdmin();
    const code = nextUpc();
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

  it('uses the given genres and shows notes beside problems', async () => {
    const ada = await newAdmin();
    const genre = table(line(nextUpc(), 1, 1)).replace(',Jazz,', ',Sea Noise,');
    const message = readFileSync(new URL('../../support/catalogue-files/two-releases.xml', import.meta.url));
    const from = folderOf({ 'c.csv': genre, 'm.xml': String(message) });
    const masters = ['--masters', 'https://files.example'];
    const ran = await operator.run('import-catalogue', '--from', from, '--user', ada.userId, ...masters);
    expect(ran).toMatchObject({ code: 1, output: '' });
    expect(ran.errors).toContain(
      '\nc.csv:2: genre: The genre Sea Noise is not among those of the catalogue.',
    );
    expect(ran.errors).toMatch(/\nnotes:\n +note +times +first\n(.*\n)* +The genre Vaporwave is not/);
    const json = await operator.run(
      'import-catalogue',
      '--from',
      from,
      '--user',
      ada.userId,
      ...masters,
      '--json',
    );
    const { notes, problems } = JSON.parse(json.errors.trim().split('\n').at(-1) ?? '');
    expect(problems).toHaveLength(1);
    expect(notes).toContainEqual(expect.objectContaining({ times: 2, first: 'm.xml' }));
    const given = ['--genre', 'Sea Noise=Ambient', '--genre=Vaporwave=Electronic'];
    const checked = await imported(from, ada, ...masters, ...given, '--check');
    expect(checked).toMatchObject({ tracks: { new: 5 } });
  });

  it.each([
    ['J-Pop', '--genre must be written "NAME=GENRE".'],
    ['J-Pop=', '--genre must be written "NAME=GENRE".'],
    ['J-Pop=Popp', '--genre "J-Pop=Popp": There is no genre Popp. /genres lists them.'],
  ])('rejects the genre %s', async (genre, sentence) => {
    const ran = await operator.run('import-catalogue', '--from', '.', '--user', '5', '--genre', genre);
    expect(ran).toEqual({ code: 2, output: '', errors: `${sentence}\n` });
  });

  it('shows its progress', async () => {
    const ada = await newAdmin();
    const from = folderOf({ 'c.csv': table(...tracksOf(nextUpc())) });
    const ran = await operator.run('import-catalogue', '--from', from, '--user', ada.userId);
    expect(ran.errors).toBe('Checking: 3 of 3 tracks\nWriting: 3 of 3 tracks\n');
  });

  it('creates albums and tracks with the maximum number of artists', async () => {
    const ada = await newAdmin();
    const artists = (count: number) =>
      Array.from({ length: count }, (_, index) => `Artist ${index}`).join('; ');
    const text = (most: number) =>
      `${HEADER},artists\n${line(nextUpc(), 1, 1).replace('Mila; featuring: Duo', artists(most))},${artists(most)}\n`;
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

  it('adds music videos only for accounts with that feature', async () => {
    const [ada, vera] = [await newAdmin(), await newAdmin({ video: true, 'music-videos': true })];
    const header = `${HEADER},format,video,video-master`;
    const text = (code: string) =>
      `${header}\n${line(code, 1, 1).replace(/,[^,]*$/, ',')},video,yes,https://127.0.0.1:9/v.mp4\n`;
    const problems = await rejected(folderOf({ 'v.csv': text(nextUpc()) }), ada);
    expect(problems).toContain(
      'v.csv:2: format: Your account does not include the video feature. Video releases are read-only.',
    );
    await imported(folderOf({ 'v.csv': text(nextUpc()) }), vera);
    const { 'track-assets': assets = [] } = await catalogueDocuments(vera);
    expect(assets).toMatchObject([
      { attributes: { 'asset-type': 'video', url: 'https://127.0.0.1:9/v.mp4' } },
    ]);
  });
});
