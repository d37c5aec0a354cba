import { describe, expect, it } from 'vitest';
import { readCsv } from '../../../../bin/operator/catalogue/csv/read-csv.ts';
import { csvHeader, csvLinesOf } from '../../../../bin/operator/catalogue/csv/write-csv.ts';
import { genresWith } from '../../../../bin/operator/catalogue/genre-option.ts';
import { resolverOf } from '../../../../bin/operator/catalogue/masters.ts';
import type { Release } from '../../../../shared/catalogue/back-catalogue/release-form.ts';

const read = (text: string, masters?: string) =>
  readCsv(text, { file: 'c.csv', resolve: resolverOf(masters) });
const releasesOf = (text: string) => read(text).releases.map(({ release }) => release);
const problemsOf = (text: string) => read(text).problems;

const UPC = '850001000123';
const HEADER = 'upc,album-title,track,title';

describe('a spreadsheet', () => {
  it('has a line per track, and album fields on any of its lines', () => {
    const text = [
      `${HEADER},disc,album-artists,artists,credits,genre,album-language,explicit,countries,length,label`,
      `${UPC},Tides,1,One,,Mila; featuring: Duo,,piano: Pia Nist,Jazz,en,yes,DE; at,00:03:00,`,
      '4006381333931,Else,1,Two,,Mila,-,,jazz,en,no,,,',
      `0${UPC},Tides,1,Three,2,,remixer#2: A\\;B,,Jazz,,no,,,Harbour`,
    ].join('\n');
    expect(problemsOf(text)).toEqual([]);
    const [tides, other] = releasesOf(text);
    expect(tides).toMatchObject({
      attributes: { 'upc-code': UPC, title: 'Tides', 'is-explicit': true },
      label: 'Harbour',
      countries: ['276', '40'],
      artists: [
        { name: 'Mila', role: '1', order: null },
        { name: 'Duo', role: '2', order: null },
      ],
      tracks: [
        {
          ...{ disc: 1, order: 1 },
          attributes: { title: 'One', 'is-explicit': true, length: '00:03:00' },
          links: { 'primary-genre': '32', language: '118' },
          artists: [{ name: 'Mila', role: '1', order: null }],
          credits: [{ role: 'piano', name: 'Pia Nist', position: null, artist: null }],
        },
        { disc: 2, order: 1, artists: [{ name: 'A;B', role: '6', order: 2 }] },
      ],
    });
    expect(other?.tracks[0]?.artists).toEqual([]);
  });

  it('may have a byte order mark, CRLF line ends and quoted line breaks', () => {
    const text = `\ufeff${HEADER},description\r\n\r\n${UPC},"Tides, ""Boxed""",1,One,"a\r\nb"\r\n,,,,\r\n${UPC},Other,x,Two,\r\n`;
    expect(releasesOf(text)[0]?.attributes).toMatchObject({ title: 'Tides, "Boxed"', description: 'a\nb' });
    // Lines are counted as an editor shows them.
    expect(problemsOf(text)).toEqual([
      'c.csv:6: album-title: The album has a different value in line 3.',
      'c.csv:6: track: x is not a whole number.',
    ]);
  });

  it('is rejected with line and column of every problem', () => {
    const text = [
      `${HEADER},genre,language,explicit,album-version,countries,credits,audio,dsps`,
      `${UPC},Tides,1,One,Vaporwave,Klingon,maybe,Vinyl,XX,tea: Pia,../x.wav,Nowhere`,
      `,Tides,,,Jazz,en,,,,,,`,
      `${UPC},Tides,2,Two,Jazz,en,,,,,a.wav,,more`,
    ].join('\n');
    expect(problemsOf(text)).toEqual([
      'c.csv:3: upc: A value is required.',
      'c.csv:3: track: A value is required.',
      'c.csv:3: title: A value is required.',
      'c.csv:4: The line has more cells than the first line has columns.',
      'c.csv:2: album-version: There is no version Vinyl. /versions lists them.',
      'c.csv:2: countries: There is no country with the code XX.',
      'c.csv:2: dsps: There is no DSP Nowhere. /dsps lists them.',
      'c.csv:2: credits: No credit role begins tea: Pia. /credit-roles lists them.',
      'c.csv:2: genre: The genre Vaporwave is not among those of the catalogue. Map it with --genre "NAME=GENRE".',
      'c.csv:2: language: There is no language Klingon. /languages lists them.',
      'c.csv:2: explicit: maybe is neither yes nor no.',
      'c.csv:2: audio: The address ../x.wav contains "..", which is not allowed.',
      'c.csv:4: audio: The address a.wav is relative. Use --masters to say where the files are.',
    ]);
  });

  it('may contain words that are member names of every JavaScript object', () => {
    for (const word of ['constructor', '__proto__'])
      expect(problemsOf(`${HEADER},explicit\n${UPC},Tides,1,One,${word}\n`)).toContain(
        `c.csv:2: explicit: ${word} is neither yes nor no.`,
      );
  });

  it('may have a cell of megabytes', () => {
    const header = 'upc,album-title,track,title,artists';
    const { problems } = read(`${header}\n850001000314,One,1,Two,${'a'.repeat(9_000_000)}`);
    expect(problems).toEqual([]);
  });

  it.each([
    ['', 'c.csv: The file is empty.'],
    ['\ufeff"upc";"album-title";"track"\n1;2;3', 'c.csv:1: The column title is missing.'],
    ['upc,track,title\n', 'c.csv:1: The column album-title is missing.'],
    [`${HEADER},upc\n`, 'c.csv:1: There are two columns upc.'],
    [`${HEADER},titel\n`, 'c.csv:1: There is no column titel in the documented form.'],
    [`${HEADER},\n${UPC},Tides,1,One,x\n`, 'c.csv:1: Column 5 has no name.'],
  ])('is rejected with a different first line (%j)', (text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });

  it('may have blank columns and unnamed cells, as spreadsheet programs write them', () => {
    const text = `${HEADER},,length, \n${UPC},Tides,1,One,,00:03:00,\n${UPC},Tides,2,Two,,00:03:01,,, \n`;
    expect(problemsOf(text)).toEqual([]);
    expect(releasesOf(text)[0]?.tracks.map(({ attributes }) => attributes['length'])).toEqual([
      '00:03:00',
      '00:03:01',
    ]);
  });

  it('is rejected with an unclosed quote', () => {
    expect(problemsOf(`${HEADER}\n${UPC},"Tides,1,One\n`)[0]).toMatch(/^c\.csv:\d+: The line is not CSV: /);
  });

  it('has single-line cells except for descriptions and lyrics', () => {
    const text = `${HEADER},album-artists,lyrics,audio\n${UPC},"Tides\n  (Boxed)",1,  One   Two ,"Mila \n Novak","La\n\n  la",a  b.wav\n`;
    const [release] = read(text, 'https://files.example').releases;
    expect(release?.release).toMatchObject({
      attributes: { title: 'Tides (Boxed)' },
      artists: [{ name: 'Mila Novak' }],
      tracks: [
        {
          attributes: {
            title: 'One Two',
            lyrics: 'La\n\n  la',
            'full-audiofile-url': 'https://files.example/a%20%20b.wav',
          },
        },
      ],
    });
  });

  it('marks a compilation, also by "Various Artists" as the album artist', () => {
    const text = [
      `${HEADER},compilation,album-artists,artists`,
      `${UPC},Tides,1,One,yes,Various Artists; featuring: Duo,Mila`,
      `${UPC},Tides,2,Two,,,`,
      '4006381333931,Else,1,One,,Verschiedene Interpreten,Pia',
      '0614141999996,Band,1,One,no,Various Artists,',
    ].join('\n');
    const read = releasesOf(text).map(({ attributes, artists, tracks }) => [
      attributes['is-compilation'],
      artists.map(({ name }) => name),
      tracks.map((track) => track.artists.map(({ name }) => name)),
    ]);
    expect(read).toEqual([
      [true, ['Duo'], [['Mila'], []]],
      [true, [], [['Pia']]],
      [false, ['Various Artists'], [['Various Artists']]],
    ]);
  });

  it('states when a release is published and sold in advance', () => {
    const text = `${HEADER},release-date,release-time,release-time-zone,pre-order-date\n${UPC},Tides,1,One,2027-03-05,09:00,Asia/Tokyo,2027-02-01\n`;
    expect(releasesOf(text)[0]?.attributes).toMatchObject({
      ...{ release_date: '2027-03-05', 'release-time': '09:00', 'release-time-zone': 'Asia/Tokyo' },
      'pre-order-date': '2027-02-01',
    });
  });

  it('accepts a 14-digit UPC as the same code', () => {
    const text = `${HEADER}\n00${UPC},Tides,1,One\n${UPC},Tides,2,Two\n0${UPC},Tides,3,Three\n`;
    expect(problemsOf(text)).toEqual([]);
    expect(releasesOf(text)).toMatchObject([
      { attributes: { 'upc-code': `0${UPC}` }, tracks: [{ order: 1 }, { order: 2 }, { order: 3 }] },
    ]);
  });

  it('reports an unknown genre once per album', () => {
    const line = (upc: string, track: number) => `${upc},Tides,${track},One,Sea Noise`;
    const text = [`${HEADER},genre`, line(UPC, 1), line(UPC, 2), line('4006381333931', 1)].join('\n');
    const { problems, releases } = read(text);
    expect(problems).toEqual([
      expect.stringMatching(/^c\.csv:2: genre: The genre Sea Noise is not among those of the catalogue\./),
      expect.stringMatching(/^c\.csv:4: genre: /),
    ]);
    expect([...(releases[0]?.malformed ?? [])]).toEqual(['0/primary-genre', '1/primary-genre']);
    const genreOf = genresWith(['Sea Noise=Ambient']);
    expect(readCsv(text, { file: 'c.csv', resolve: resolverOf(undefined), genreOf }).problems).toEqual([]);
  });

  it('is read quickly up to the track limit of an album', () => {
    const lines = Array.from({ length: 40_000 }, (_, index) => `${UPC},Tides,${index + 1},One`);
    const began = process.cpuUsage();
    const { problems, releases } = read([HEADER, ...lines].join('\n'));
    expect(process.cpuUsage(began).user).toBeLessThan(5e6);
    expect(problems).toEqual(['c.csv:1002: upc: An album has at most 1000 tracks.']);
    expect(releases[0]?.release.tracks).toHaveLength(1000);
  });

  it('reports the row and column of a field', () => {
    const [first] = read(`${HEADER},label\n${UPC},Tides,1,One,\n${UPC},Tides,2,Two,Harbour\n`).releases;
    expect(first?.placeOf({ field: 'label' })).toBe('c.csv:3: label');
    expect(first?.placeOf({ field: 'release_date' })).toBe('c.csv:2: release-date');
    expect(first?.placeOf({ field: 'full-audiofile-url', track: 1 })).toBe('c.csv:3: audio');
  });

  it('resolves addresses only below the masters folder', () => {
    const text = `${HEADER},audio,artwork\n${UPC},Tides,1,One,a b/ü.wav,https://else.example/c.jpg\n`;
    const [release] = read(text, 'https://files.example/m?').releases;
    expect(release?.release.tracks[0]?.attributes['full-audiofile-url']).toBe(
      'https://files.example/m/a%20b/%C3%BC.wav',
    );
    expect(release?.release.attributes['artwork']).toBe('https://else.example/c.jpg');
    expect(() => resolverOf('http://files.example')).toThrow('--masters must be an https URL');
    expect(() => resolverOf('files')).toThrow('--masters must be an https URL');
  });
});

it('a release written to a spreadsheet is read back', () => {
  const release: Release = {
    attributes: {
      'upc-code': UPC,
      title: '=Tides',
      'catalogue-number': '＝1',
      release_date: '2020-02-29',
      'is-explicit': false,
      'rights-owner-year': 2020,
      'rights-owner-name': "'-Harbour",
      copyright: "''＠Harbour",
      description: 'One\n"Two", three',
      format: 'ep',
    },
    links: { 'primary-genre': '32', language: '118', version: '3' },
    label: '+Harbour; Tapes',
    countries: ['276', '40'],
    dsps: ['1', '4'],
    artists: [{ name: 'A: B; \\C', role: '1', order: 3 }],
    identifiers: [
      { name: 'A: B; \\C', isni: 'https://isni.org/isni/0000000121032683', ipi: '00077406269' },
      { name: 'Mia: Z', isni: 'ISNI: 0000 0001 2103 2683', ipi: null },
      { name: 'Noa', isni: 'isni:000000012146438X', ipi: null },
      { name: 'Leo', isni: null, ipi: '00014107338' },
    ],
    tracks: [
      {
        attributes: {
          title: 'Tides',
          'is-explicit': true,
          'rights-owner-year': 2019,
          'rights-owner-name': '@Else',
          'full-audiofile-url': 'https://files.example/1.wav',
          'version-description': 'Tape Mix',
          'is-video': false,
          'allow-fingerprint-scan': false,
          'preview-start': 30,
        },
        links: { 'primary-genre': '58', 'secondary-genre': '1', language: '109' },
        ...{ disc: 2, order: 7, direct: [], artists: [] },
        credits: [{ role: 'piano', name: 'Pia: Nist', position: 2, artist: null }],
        masters: [{ type: 'dolby_atmos', url: 'https://files.example/a.wav' }],
      },
    ],
    shared: [],
  };
  expect(read(csvHeader() + csvLinesOf(release))).toMatchObject({
    problems: [],
    notes: [
      { note: 'The numbers of the discs have gaps, and are imported as they are.' },
      { note: 'The numbers of the tracks on disc 2 have gaps, and are imported as they are.' },
    ],
  });
  expect(releasesOf(csvHeader() + csvLinesOf(release))).toEqual([release]);
});
