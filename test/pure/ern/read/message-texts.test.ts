/** What messages say in texts: genres, rights, durations and codes, with the places of what is wrong. */
import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { genresWith } from '../../../../bin/operator/catalogue/genre-option.ts';
import { resolverOf } from '../../../../bin/operator/catalogue/masters.ts';
import { lineIn, ownerIn } from '../../../../shared/catalogue/back-catalogue/reading/rights-owners.ts';
import { readMessage } from '../../../../shared/ern/read/read-message.ts';
import { durationOf } from '../../../../shared/ern/read/texts.ts';

const message = readFileSync(
  new URL('../../../support/catalogue-files/two-releases.xml', import.meta.url),
  'utf8',
);
const read = (text: string, ...genres: string[]) => {
  const resolve = resolverOf('https://files.example/masters');
  const { releases, problems, notes } = readMessage(text, {
    file: 'm.xml',
    resolve,
    genreOf: genresWith(genres),
    now: new Date('2026-11-26T12:00:00Z'),
  });
  const [first] = releases;
  return { first, album: first?.release, problems, notes: notes.map(({ note }) => note) };
};

describe('the genres of a message', () => {
  const unknown = (genre: string) =>
    `The genre ${genre} is not among those of the catalogue. Map it with --genre "NAME=GENRE".`;
  const changed = message
    .replaceAll(/<Genre>.*?<\/Genre>/gs, '')
    .replace('<ReleaseType>', '<Genre><GenreText>Sea Noise</GenreText></Genre><ReleaseType>');

  it('are listed once for a release if its tracks have no other', () => {
    const { first, problems } = read(changed);
    expect(problems[0]).toMatch(
      /^m\.xml:\d+: release: primary-genre \(Release\/Genre\): The genre Sea Noise is/,
    );
    expect(problems.filter((problem) => problem.includes('Sea Noise'))).toHaveLength(1);
    // What the stage would say about each track follows from it.
    expect([...(first?.malformed ?? [])]).toEqual([
      '0/primary-genre',
      '1/primary-genre',
      '2/primary-genre',
      '/primary-genre',
    ]);
  });

  it('are the given ones, and are reported if there are none', () => {
    const { album, problems } = read(changed, 'Sea Noise=Ambient');
    expect(album?.tracks.map(({ links }) => links['primary-genre'])).toEqual(['20', '20', '20']);
    expect(problems).toEqual([
      expect.stringContaining('primary-genre (Release): The message gives the release no genre.'),
    ]);
  });

  it('are a note if there is another', () => {
    const { problems, notes } = read(message);
    expect(problems).toEqual([]);
    expect(notes.filter((note) => note === unknown('Vaporwave'))).toHaveLength(1);
    const sub = message.replace(
      '<GenreText>',
      '<GenreText>Techno</GenreText><SubGenre>Deep Sea</SubGenre></Genre><Genre><GenreText>',
    );
    expect(read(sub).notes).toContain('The subgenre Deep Sea is imported as Techno.');
  });
});

describe('a duration', () => {
  test.each([
    ['PT3M5S', '00:03:05'],
    ['PT185S', '00:03:05'],
    ['PT0H3M5.5S', '00:03:06'],
    ['PT3M5,4S', '00:03:05'],
    ['PT3.5M', '00:03:30'],
    ['P0Y0M0DT0H3M5S', '00:03:05'],
    ['P0DT3M5S', '00:03:05'],
    ['P1DT1H', '25:00:00'],
    ['P1D', '24:00:00'],
    ['PT99H59M59S', '99:59:59'],
    ['PT0S', null],
    ['P0D', null],
    ['PT100H', undefined],
    ['P1W', undefined],
    ['P1Y', undefined],
    ['P1M', undefined],
    ['PT', undefined],
    ['P', undefined],
    ['P1DT', undefined],
    ['-PT3M5S', undefined],
    ['PT5S3M', undefined],
    ['3:05', undefined],
  ])('is parsed: %s is %s', (text, length) => {
    expect(durationOf(text)).toBe(length);
  });
});

describe('a rights line', () => {
  it('becomes a single line, however an editor wraps it', () => {
    const { album } = read(
      message.replace('℗ 2019 Harbour Tapes Ltd', '℗ 2019\n   Harbour\n\tTapes   Ltd  '),
    );
    expect(album?.attributes['rights-owner-name']).toBe('Harbour Tapes Ltd');
  });

  const long = `, and for the rest of the world by ${'another company of this group '.repeat(6)}Limited`;
  const note = (sentence: string) => [sentence];
  const named = (owner: string) =>
    note(`A rights line of more than 200 characters is imported with ${owner} as the rights owner.`);
  const cut = note('A rights owner of more than 200 characters is shortened.');
  test.each([
    ['Harbour Tapes', 'Harbour Tapes', []],
    [
      `The copyright in this recording is owned by Harbour & Sons, Inc. under licence to Else${long}`,
      'Harbour & Sons, Inc.',
      named('Harbour & Sons, Inc.'),
    ],
    [`Harbour Tapes under exclusive licence to Else${long}`, 'Harbour Tapes', named('Harbour Tapes')],
    [`Harbour Tapes GmbH, a division of Else${long}`, 'Harbour Tapes GmbH', named('Harbour Tapes GmbH')],
    [
      `This compilation, made by Else${long}`,
      expect.stringMatching(/^This compilation, made by .{100,}\S$/),
      cut,
    ],
    ['x'.repeat(300), 'x'.repeat(200), cut],
    [`${'x'.repeat(200)} y`, 'x'.repeat(200), cut],
    ['🎵'.repeat(201), '🎵'.repeat(200), cut],
  ])('has the owner it names (%j)', (wording, owner, noted) => {
    const notes: string[] = [];
    expect(ownerIn(wording, (sentence) => notes.push(sentence))).toEqual(owner);
    expect(notes).toEqual(noted);
  });

  it('is cut between words, with a note, if too long for the catalogue', () => {
    const notes: string[] = [];
    const line = lineIn(`2024 ${'word '.repeat(120)}`, (sentence) => notes.push(sentence));
    expect(line).toBe(`2024 ${'word '.repeat(99)}`.trim());
    expect(notes).toEqual(['A P line or C line of more than 500 characters is shortened.']);
  });

  it('keeps the wording of its release', () => {
    const wording = `2019 The copyright in this recording is owned by Harbour Tapes under licence to Else${long}`;
    const { album, notes } = read(message.replace('℗ 2019 Harbour Tapes Ltd', `℗ ${wording}`));
    expect(album?.attributes).toMatchObject({ 'rights-owner-name': 'Harbour Tapes', publishing: wording });
    expect(notes).toContain(named('Harbour Tapes')[0]);
  });
});

it('an ISRC in a message is normalized', () => {
  const written = (code: string) =>
    read(message.replace('>DEXX11900001<', `>${code}<`)).album?.tracks[0]?.attributes['isrc-code'];
  expect(written('de-xx1-19-00001')).toBe('DEXX11900001');
  expect(written('DE XX1 19 00001')).toBe('DEXX11900001');
  expect(written('DE\u2011XX1\u201319−00001')).toBe('DEXX11900001');
  for (const code of ['DE-XX1', 'N/A', 'TBD', 'XXXX', 'QZAAA190001']) {
    expect(written(code)).toBeUndefined();
    expect(read(message.replace('>DEXX11900001<', `>${code}<`)).notes).toContain(
      `${code} is not an ISRC, and is omitted.`,
    );
  }
});

it('a problem with a field names the line and path of its element', () => {
  const { first } = read(message);
  expect(first?.placeOf({ field: 'title', track: 0 })).toBe(
    'm.xml:62: track 1 on disc 1: title (SoundRecording/DisplayTitle/TitleText)',
  );
  expect(first?.placeOf({ field: 'isrc-code', track: 0 })).toBe(
    'm.xml:58: track 1 on disc 1: isrc-code (SoundRecording/SoundRecordingEdition/ResourceId/ISRC)',
  );
  expect(first?.placeOf({ field: 'label' })).toMatch(
    /^m\.xml:\d+: release: label \(Release\/ReleaseLabelReference\)$/,
  );
  // What no element gives stands at the release or resource.
  expect(first?.placeOf({ field: 'order', track: 0 })).toBe(
    'm.xml:54: track 1 on disc 1: order (SoundRecording)',
  );
});
