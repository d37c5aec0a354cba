import { describe, expect, it } from 'vitest';
import {
  dealFor,
  edition,
  image,
  item,
  readParts,
  recording,
} from '../../../support/catalogue-files/small-message.ts';

/** A value for each kind of element that may be repeated: how it is written, and where it is read. */
type Release = ReturnType<typeof readParts>['release'];
interface Repeated {
  readonly what: string;
  readonly values: readonly [string, string];
  readonly write: (attributes: string, value: string) => string;
  readonly read: (release: Release) => unknown;
  /** Whether it stands in the recording instead of the release. */
  readonly isOfTrack?: boolean;
}

const title = (attributes: string, value: string) =>
  `<DisplayTitle ${attributes}><TitleText>${value}</TitleText></DisplayTitle>`;
const line = (name: string) => (attributes: string, value: string) =>
  `<${name} ${attributes}><Year>2020</Year><${name}Company>${value}</${name}Company><${name}Text>2020 ${value}</${name}Text></${name}>`;
const text = (name: string) => (attributes: string, value: string) =>
  `<${name} ${attributes}>${value}</${name}>`;

const repeated: readonly Repeated[] = [
  {
    what: 'the title of a release',
    values: ['One', 'Two'],
    write: title,
    read: ({ attributes }) => attributes['title'],
  },
  {
    what: 'the title of a track',
    values: ['One', 'Two'],
    write: title,
    read: ({ tracks }) => tracks[0]?.attributes['title'],
    isOfTrack: true,
  },
  {
    what: 'the artist of a release',
    values: ['One', 'Two'],
    write: text('DisplayArtistName'),
    read: ({ artists }) => artists[0]?.name,
  },
  {
    what: 'the label',
    values: ['One', 'Two'],
    write: (attributes, value) => text('ReleaseLabelReference')(attributes, `P${value}`),
    read: ({ label }) => label,
  },
  {
    what: 'the rights owner of a release',
    values: ['One', 'Two'],
    write: line('PLine'),
    read: ({ attributes }) => attributes['rights-owner-name'],
  },
  {
    what: 'the rights owner of a track',
    values: ['One', 'Two'],
    write: line('PLine'),
    read: ({ tracks }) => tracks[0]?.attributes['rights-owner-name'],
    isOfTrack: true,
  },
  {
    what: 'the copyright',
    values: ['2020 One', '2020 Two'],
    write: (attributes, value) => line('CLine')(attributes, value.slice(5)),
    read: ({ attributes }) => attributes['copyright'],
  },
  {
    what: 'the genre',
    values: ['32', '58'],
    write: (attributes, value) =>
      `<Genre ${attributes}><GenreText>${value === '32' ? 'Jazz' : 'Progressive Rock'}</GenreText></Genre>`,
    read: ({ links }) => links['primary-genre'],
  },
  {
    what: 'the release date',
    values: ['2020-01-01', '2021-01-01'],
    write: text('ReleaseDate'),
    read: ({ attributes }) => attributes['release_date'],
  },
];

const parties = ['One', 'Two'].map(
  (name) =>
    `<Party><PartyReference>P${name}</PartyReference><PartyName><FullName>${name}</FullName></PartyName></Party>`,
);
const deals = dealFor('R0', { codes: ['DE', 'AT'], start: '2024-03-05' });

describe.each(repeated)('$what, repeated in a message,', ({ values, write, read, isOfTrack }) => {
  const [first, second] = values;
  const imported = (before: string, after: string) => {
    const both = write(before, first) + write(after, second);
    const of = isOfTrack ? { resources: recording('A1', { more: both }) } : { release: both };
    return read(readParts({ ...of, parties: parties.join(''), deals }).release);
  };
  it.each([
    [
      'the default element',
      'ApplicableTerritoryCode="Worldwide"',
      'IsDefault="true" ApplicableTerritoryCode="JP"',
    ],
    ['the element with the default flag 1', 'ApplicableTerritoryCode="Worldwide"', 'IsDefault="1"'],
    [
      'the element for all territories',
      'ApplicableTerritoryCode="DE"',
      'ApplicableTerritoryCode="Worldwide"',
    ],
    ['the element without a territory', 'ApplicableTerritoryCode="DE"', ''],
    [
      'the element for a country of the deals',
      'ApplicableTerritoryCode="JP"',
      'ApplicableTerritoryCode="AT"',
    ],
  ])('is that of %s', (_, before, after) => {
    expect(imported(before, after)).toBe(second);
    expect(imported(after, before)).toBe(first);
  });
  it('is the first one if nothing else decides', () => {
    expect(imported('ApplicableTerritoryCode="JP"', 'ApplicableTerritoryCode="US"')).toBe(first);
    expect(imported('', '')).toBe(first);
  });
});

describe('the notes on repeated elements', () => {
  const notesOf = (...dates: string[]) => readParts({ release: dates.join(''), deals }).notes;
  it('say which element is imported', () => {
    const date = text('ReleaseDate');
    const japanese = date('ApplicableTerritoryCode="JP"', '2020-01-01');
    expect(notesOf(japanese, date('IsDefault="true"', '2020-02-02'))).toEqual([
      'ReleaseDate has several values, and the default is imported.',
    ]);
    expect(notesOf(japanese, date('ApplicableTerritoryCode="US"', '2020-02-02'))).toEqual([
      'ReleaseDate has several values, and the first is imported.',
    ]);
    expect(notesOf(date('', '2020-01-01'), date('', '2020-02-02'))).toEqual([
      'ReleaseDate has several values, and the first is imported.',
    ]);
    expect(notesOf(japanese, date('ApplicableTerritoryCode="DE"', '2020-02-02'))).toEqual([
      'ReleaseDate has several values, and the one for a territory of the release is imported.',
    ]);
  });
  it('are omitted for equal elements', () => {
    expect(notesOf(title('ApplicableTerritoryCode="JP"', 'One'), title('', 'One'))).toEqual([]);
  });
  it('are given once for an element that supplies several fields', () => {
    const write = line('PLine');
    expect(notesOf(write('', 'One'), write('IsDefault="true"', 'Two'))).toEqual([
      'PLine has several values, and the default is imported.',
    ]);
  });
  it('list genres for other territories', () => {
    const genre = (attributes: string, name: string) =>
      `<Genre ${attributes}><GenreText>${name}</GenreText></Genre>`;
    const read = readParts({
      release:
        genre('ApplicableTerritoryCode="JP"', 'Folk') +
        genre('', 'Jazz') +
        genre('IsDefault="true"', 'Progressive Rock'),
    });
    expect(read.release.links).toMatchObject({ 'primary-genre': '58', 'secondary-genre': '32' });
    expect(read.notes).toEqual(['Genre for other territories is omitted.']);
  });
});

describe('the genres of a worldwide release', () => {
  const genre = (attributes: string, name: string) =>
    `<Genre ${attributes}><GenreText>${name}</GenreText></Genre>`;
  it('are those of all its territories', () => {
    const both =
      genre('ApplicableTerritoryCode="JP"', 'Folk') + genre('ApplicableTerritoryCode="DE"', 'Jazz');
    const { release } = readParts({ release: both });
    expect(release.links).toMatchObject({ 'primary-genre': '26', 'secondary-genre': '32' });
    expect(readParts({ release: both, deals }).release.links).not.toHaveProperty('secondary-genre');
  });
  it('are those of the first track release for a track', () => {
    const trackReleases = ['Folk', 'Progressive Rock'].map(
      (name) =>
        `<TrackRelease><ReleaseResourceReference>A1</ReleaseResourceReference>${genre('', name)}</TrackRelease>`,
    );
    const { release } = readParts({ trackReleases: trackReleases.join('') });
    expect(release.tracks[0]?.links).toMatchObject({ 'primary-genre': '26' });
  });
});

describe('the names of a party', () => {
  it('are chosen like other repeated elements', () => {
    const named = (attributes: string, name: string) =>
      `<PartyName ${attributes}><FullName>${name}</FullName></PartyName>`;
    const party = `<Party><PartyReference>PX</PartyReference>${named('ApplicableTerritoryCode="JP"', 'エックス')}${named('IsDefault="true"', 'X')}</Party>`;
    const { release } = readParts({ parties: party, release: text('ReleaseLabelReference')('', 'PX') });
    expect(release.label).toBe('X');
  });
  it('get a note if missing for a label', () => {
    const { notes } = readParts({ release: text('ReleaseLabelReference')('', 'PUnknown') });
    expect(notes).toEqual(['The label PUnknown has no name and is omitted.']);
  });
});

describe('a parental warning', () => {
  const warning = (type: string, territory: string | undefined, isDefault = false) =>
    `<ParentalWarningType${territory === undefined ? '' : ` ApplicableTerritoryCode="${territory}"`}${isDefault ? ' IsDefault="true"' : ''}>${type}</ParentalWarningType>`;
  const readWith = (more: string, release = '') =>
    readParts({ resources: recording('A1', { more }), deals, release });
  it.each([
    ['by default', warning('NotExplicit', 'JP') + warning('Explicit', 'Worldwide', true), true],
    [
      'in a country of the deals',
      warning('NotExplicit', 'Worldwide', true) + warning('Explicit', 'AT'),
      true,
    ],
    ['in another country', warning('NotExplicit', 'Worldwide', true) + warning('Explicit', 'JP'), false],
    ['in a territory that is unknown', warning('NotExplicit', 'Worldwide') + warning('Explicit', 'XX'), true],
    ['in the only territory that has one', warning('Explicit', 'JP'), true],
  ])('decides for the track and its release: Explicit %s', (_, more, isExplicit) => {
    const { release, notes } = readWith(more);
    expect(release.tracks[0]?.attributes['is-explicit']).toBe(isExplicit);
    expect(release.attributes['is-explicit']).toBe(isExplicit);
    const isOverruled = notes.includes('A release with an explicit track is imported as explicit.');
    expect(isOverruled).toBe(isExplicit);
  });
  it('is Explicit if it is Explicit for one country of the release', () => {
    const both = warning('NotExplicit', 'DE') + warning('Explicit', 'AT');
    const { release, notes } = readWith(warning('NotExplicit', undefined), both);
    expect(release.attributes['is-explicit']).toBe(true);
    expect(notes).toEqual(['ParentalWarningType has several values, and Explicit is imported.']);
  });
});

describe('a single-valued field of a track', () => {
  it('is the first, with a note, of several languages or files', () => {
    const files = ['one.wav', 'two.wav'].map(
      (uri) => `<DeliveryFile><File><URI>${uri}</URI></File></DeliveryFile>`,
    );
    const editions = edition('SoundRecording', {
      more: `<TechnicalDetails>${files.join('')}</TechnicalDetails>`,
    });
    const more = '<LanguageOfPerformance>de</LanguageOfPerformance>';
    const { release, notes } = readParts({ resources: recording('A1', { editions, more }) });
    expect(release.tracks).toMatchObject([
      { attributes: { 'full-audiofile-url': 'https://files.example/one.wav' }, links: { language: '118' } },
    ]);
    expect(notes).toEqual([
      'Files of a recording after the first one are omitted.',
      'Languages of a performance after the first one are omitted.',
    ]);
  });
});

describe('the images of a release', () => {
  it('supply the front cover, with a note about others', () => {
    const images = image('A8', 'BackCoverImage') + image('A9');
    const read = readParts({
      resources: recording('A1') + images,
      contents: item('A1', 1) + item('A8') + item('A9'),
    });
    expect(read.release.attributes['artwork']).toBe('https://files.example/A9.jpg');
    expect(read.notes).toEqual(['Images other than the front cover are omitted.']);
  });
});

describe('an ERN 4.3.2 message', () => {
  it('has its own names of genres and roles', () => {
    const role = '<Role><Value>Musician</Value><InstrumentType>Piano</InstrumentType></Role>';
    const contributor = `<Contributor><ContributorPartyReference>PLabel</ContributorPartyReference>${role}</Contributor>`;
    const genre = '<DisplayGenre><GenreText>Folk</GenreText></DisplayGenre><Genre/>';
    const { release } = readParts({ resources: recording('A1', { more: contributor }), release: genre });
    expect(release.links['primary-genre']).toBe('26');
    expect(release.tracks[0]?.credits).toEqual([
      { role: 'piano', name: 'Blue Room', position: null, artist: null },
    ]);
  });
});
