import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { resolverOf } from '../../../../bin/operator/catalogue/masters.ts';
import { readMessage } from '../../../../shared/ern/read/read-message.ts';
import { countryData } from '../../../../shared/reference/data/countries.ts';

const message = readFileSync(
  new URL('../../../support/catalogue-files/two-releases.xml', import.meta.url),
  'utf8',
);
const resolve = resolverOf('https://files.example/masters');
const now = new Date('2026-11-26T12:00:00Z');
const read = (text = message, masters = resolve) =>
  readMessage(text, { file: 'm.xml', resolve: masters, now });
const problemsOf = (text: string) => read(text).problems;
const releasesOf = (text?: string) => read(text).releases.map(({ release }) => release);

/** The message without the elements of a name. */
const without = (name: string) => message.replaceAll(new RegExp(`<${name}[ >].*?</${name}>`, 'gs'), '');

describe('a message of another sender', () => {
  it('is read with its releases, parties, references and deals', () => {
    expect(read().problems).toEqual([]);
    const [album] = releasesOf();
    expect(album).toEqual({
      attributes: {
        title: 'Tides (Boxed)',
        'title-translations': [],
        'upc-code': '4006381333931',
        release_date: '2019-05-01',
        'release-time': null,
        'release-time-zone': 'local',
        'pre-order-date': null,
        'is-compilation': false,
        // As its second track.
        'is-explicit': true,
        'rights-owner-year': 2019,
        'rights-owner-name': 'Harbour Tapes Ltd',
        artwork: 'https://files.example/masters/cover.jpg',
        'catalogue-number': 'HT-019',
        copyright: '2019 Harbour Tapes',
        format: 'album',
      },
      links: { 'primary-genre': '58', 'secondary-genre': '28', language: '118' },
      label: 'Harbour Tapes',
      countries: ['276', '40', '756'],
      dsps: [],
      artists: [{ name: 'Mila Novak', role: '1', order: 1 }],
      identifiers: [{ name: 'Mila Novak', isni: '0000000121032683', ipi: null }],
      tracks: expect.any(Array),
      shared: [],
    });
  });

  it('is read with its tracks at their places', () => {
    const [album] = releasesOf();
    expect(album?.tracks.map(({ disc, order, attributes }) => [disc, order, attributes['title']])).toEqual([
      [1, 1, 'First'],
      [1, 2, 'Second'],
      [2, 1, 'Third'],
    ]);
    expect(album?.tracks[1]).toEqual({
      attributes: {
        title: 'Second',
        'title-translations': [],
        'is-explicit': true,
        'rights-owner-year': 2018,
        'rights-owner-name': 'Tape Works',
        'isrc-code': 'DEXX11900002',
        length: '00:03:08',
        'preview-start': 31,
        'full-audiofile-url': 'https://files.example/masters/audio/02%20second.flac',
        md5: '0cc175b9c0f1b6a831c399e269772661',
        'is-video': false,
      },
      links: { 'primary-genre': '58', 'secondary-genre': '28', language: '83', version: '6' },
      ...{ disc: 1, order: 2, direct: [] },
      artists: [
        { name: 'Mila Novak', role: '1', order: 1 },
        { name: 'Duo & Söhne', role: '2', order: 2 },
        { name: 'Mila Novak', role: '4', order: 1 },
        { name: 'Mila Novak', role: '5', order: 1 },
      ],
      credits: [
        { role: 'piano', name: 'Pia Nist', position: null, artist: null },
        { role: 'mixing_engineer', name: 'Pia Nist', position: null, artist: null },
      ],
      masters: [{ type: 'dolby_atmos', url: 'https://masters.example/atmos/02.wav' }],
    });
    expect(album?.tracks[0]).toMatchObject({
      attributes: {
        'version-description': 'Tape Hiss Mix',
        length: '01:00:05',
        'rights-owner-year': 2019,
        'rights-owner-name': 'Harbour Tapes Ltd',
      },
      // Its track release has another genre than the album.
      links: { 'primary-genre': '26', language: '118' },
    });
  });

  it('reports what the catalogue cannot hold and what was chosen instead', () => {
    const [, single] = releasesOf();
    expect(single).toMatchObject({
      attributes: { format: 'single', release_date: '2019-04-05', 'rights-owner-name': 'Harbour Tapes' },
      tracks: [{ disc: 1, order: 1, links: { 'primary-genre': '26' } }],
    });
    expect(single?.countries).toHaveLength(countryData.rows().length - 1);
    const notes = new Set(read().notes.map(({ note }) => note));
    for (const note of [
      'Identifiers of parties other than ISNI and IPI are omitted.',
      'The IPI of Mila Novak, 00123456789, is not valid and is omitted.',
      'Texts that are linked to no recording are omitted.',
      'The role TeaMaker is not among the roles of artists and credits.',
      'The genre Vaporwave is not among those of the catalogue. Map it with --genre "NAME=GENRE".',
      'A release date without a day is imported as the first day of its month or year.',
      'Releases and tracks without a parental warning are imported as not explicit.',
      'A release without a P line is imported with the rights owner of a recording, or with its label.',
    ])
      expect(notes).toContain(note);
  });

  it.each(['ParentalWarningType', 'PLine', 'CLine', 'Contributor', 'DisplayArtist', 'DealList', 'HashSum'])(
    'is read without %s',
    (name) => {
      expect(read(without(name)).problems).toEqual([]);
      expect(releasesOf(without(name))).toHaveLength(2);
    },
  );

  it('uses the artist of its text if no party is named', () => {
    expect(releasesOf(without('DisplayArtist'))[0]?.artists).toEqual([
      { name: 'Mila Novak', role: '1', order: 1 },
    ]);
  });

  it('is read with any namespace prefix', () => {
    const bare = message.replaceAll('n:NewReleaseMessage', 'NewReleaseMessage').replace('xmlns:n=', 'xmlns=');
    expect(releasesOf(bare)).toEqual(releasesOf());
    const qualified = message.replaceAll(/<(\/?)(?!n:)([A-Z])/g, '<$1n:$2');
    expect(qualified).toContain('</n:ResourceList>');
    expect(releasesOf(qualified)).toEqual(releasesOf());
  });

  it('may have a 14-digit UPC', () => {
    expect(releasesOf(message.replace('>850001000314<', '>00850001000314<'))[1]?.attributes['upc-code']).toBe(
      '0850001000314',
    );
  });

  it('is rejected without a UPC, with the position', () => {
    expect(problemsOf(message.replace('<ICPN>850001000314</ICPN>', '<GRid>A1</GRid>'))).toEqual([
      'm.xml:116: release: upc-code (Release): The release has no UPC or EAN (ICPN).',
    ]);
  });

  it('is rejected for addresses outside the masters folder, and for relative ones without it', () => {
    expect(problemsOf(message.replace('audio/01.flac', '../01.flac'))[0]).toBe(
      'm.xml:59: track 1 on disc 1: full-audiofile-url (SoundRecording/SoundRecordingEdition/TechnicalDetails/DeliveryFile/File/URI): The address ../01.flac contains "..", which is not allowed.',
    );
    expect(read(message, resolverOf(undefined)).problems).toContain(
      'm.xml:113: release: artwork (Release/ResourceGroup/LinkedReleaseResourceReference): The address cover.jpg is relative. Use --masters to say where the files are.',
    );
  });
});

describe('a file that is not an ERN message', () => {
  it.each([
    ['351', 'ERN 3.5.1'],
    ['44', 'ERN 4.4'],
  ])('is rejected with the name of its version %s', (digits, name) => {
    expect(problemsOf(message.replace('/ern/432', `/ern/${digits}`))).toEqual([
      `m.xml: The message has the version ${name}. Only ERN 3.7 to 3.8.3 and 4.1 to 4.3.2 can be imported.`,
    ]);
  });

  it('is rejected if it has a document type, so that no entity expands', () => {
    const bomb = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "x">]><a>&b;</a>';
    expect(problemsOf(bomb)).toEqual(['m.xml: A document type (DOCTYPE) is not allowed.']);
  });

  it('is ignored with a note if it lists the messages of a batch', () => {
    expect(read('<m:ManifestMessage xmlns:m="http://ddex.net/xml/ern-c/16"/>')).toEqual({
      ...{ releases: [], problems: [] },
      notes: [{ note: 'The list of the messages of a batch is ignored.', place: 'm.xml' }],
    });
  });

  it('is rejected if it is malformed, has no release or is another document', () => {
    expect(problemsOf(message.replace('</PartyList>', ''))[0]).toMatch(/^m\.xml: Line \d+ is not XML: /);
    expect(problemsOf(without('ReleaseList'))).toEqual(['m.xml: The message has no release.']);
    expect(problemsOf('<urlset/>')).toEqual(['m.xml: The document is not a message of DDEX ERN.']);
    expect(problemsOf(message.replaceAll('NewReleaseMessage', 'PurgeReleaseMessage'))).toEqual([
      'm.xml: A PurgeReleaseMessage has no releases. Only NewReleaseMessage can be imported.',
    ]);
  });
});
