/** Messages of ERN 3.8, which have parties in place, details by territory and types of titles. */
import { expect, it } from 'vitest';
import { artistRoleById } from '../../../../shared/reference/reference-names.ts';
import { readMany } from '../../../support/catalogue-files/small-message.ts';

const named = (name: string, more = '') => `<PartyName><FullName>${name}</FullName></PartyName>${more}`;
const title = (text: string, type = 'DisplayTitle', attributes = '') =>
  `<Title TitleType="${type}"${attributes}><TitleText>${text}</TitleText></Title>`;
const artist = (name: string, ...roles: string[]) =>
  `<DisplayArtist>${named(name)}${roles.map((role) => `<ArtistRole>${role}</ArtistRole>`).join('')}</DisplayArtist>`;
const line = (name: 'PLine' | 'CLine', year: number) =>
  `<${name}><Year>${year}</Year><${name}Text>${year} Blue Room</${name}Text></${name}>`;

interface RecordingParts {
  readonly title?: string;
  /** Of the details for all territories. */
  readonly more?: string;
  readonly details?: string;
  readonly genre?: string;
}

function recording(number: number, parts: RecordingParts = {}): string {
  const { more = '', genre = 'Jazz' } = parts;
  const file = `<File><FileName>0${number}.wav</FileName><FilePath>/resources/</FilePath><HashSum><HashSum>9e107d9d372bb6826bd81d3542a419d6</HashSum><HashSumAlgorithmType>MD5</HashSumAlgorithmType></HashSum></File>`;
  const clip =
    '<TechnicalSoundRecordingDetails><IsPreview>true</IsPreview><PreviewDetails><StartPoint>30</StartPoint></PreviewDetails><File><FileName>clip.mp3</FileName></File></TechnicalSoundRecordingDetails>';
  const details =
    parts.details ??
    `<SoundRecordingDetailsByTerritory><TerritoryCode>Worldwide</TerritoryCode>${parts.title ?? title(`Song ${number}`)}
${artist('Nia Calder', 'MainArtist')}${line('PLine', 2011)}<Genre><GenreText>${genre}</GenreText></Genre>
<ParentalWarningType>NotExplicit</ParentalWarningType>${more}${clip}
<TechnicalSoundRecordingDetails>${file}</TechnicalSoundRecordingDetails></SoundRecordingDetailsByTerritory>`;
  return `<SoundRecording><SoundRecordingType>MusicalWorkSoundRecording</SoundRecordingType>
<SoundRecordingId><ISRC>QZDEM110000${number}</ISRC></SoundRecordingId>
<IndirectSoundRecordingId><ISWC>T-034.524.680-1</ISWC></IndirectSoundRecordingId>
<ResourceReference>A${number}</ResourceReference><ReferenceTitle><TitleText>Reference ${number}</TitleText></ReferenceTitle>
<LanguageOfPerformance>en</LanguageOfPerformance><Duration>PT3M${number}S</Duration>${details}</SoundRecording>`;
}

const cover =
  '<Image><ImageType>FrontCoverImage</ImageType><ResourceReference>A9</ResourceReference><ImageDetailsByTerritory><TerritoryCode>Worldwide</TerritoryCode><TechnicalImageDetails><File><FileName>cover.jpg</FileName></File></TechnicalImageDetails></ImageDetailsByTerritory></Image>';
const references = (...list: string[]) =>
  `<ReleaseResourceReferenceList>${list.map((each) => `<ReleaseResourceReference>${each}</ReleaseResourceReference>`).join('')}</ReleaseResourceReferenceList>`;
const item = (number: number, reference: string) =>
  `<ResourceGroupContentItem><SequenceNumber>${number}</SequenceNumber><ResourceType>SoundRecording</ResourceType><ReleaseResourceReference>${reference}</ReleaseResourceReference></ResourceGroupContentItem>`;
const disc = (number: number, items: string) =>
  `<ResourceGroup><Title TitleType="GroupingTitle"><TitleText>Disc ${number}</TitleText></Title><SequenceNumber>${number}</SequenceNumber>${items}</ResourceGroup>`;

interface MessageParts {
  readonly resources?: string;
  readonly titles?: string;
  readonly groups?: string;
  readonly list?: string;
  /** Further details of the album for all territories. */
  readonly more?: string;
  readonly releases?: string;
  readonly deals?: string;
  readonly version?: string;
}

function messageOf(parts: MessageParts = {}): string {
  const { resources = recording(1) + recording(2), list = references('A1', 'A2', 'A9') } = parts;
  const groups = parts.groups ?? disc(1, item(1, 'A1')) + disc(2, item(1, 'A2'));
  const deal =
    parts.deals ??
    '<DealTerms><CommercialModelType>SubscriptionModel</CommercialModelType><Usage><UseType>OnDemandStream</UseType></Usage><TerritoryCode>DE</TerritoryCode><ValidityPeriod><StartDate>2011-05-06</StartDate></ValidityPeriod></DealTerms>';
  return `<ernm:NewReleaseMessage xmlns:ernm="http://ddex.net/xml/ern/${parts.version ?? '382'}" LanguageAndScriptCode="en">
<ResourceList>${resources}${cover}</ResourceList>
<ReleaseList><Release IsMainRelease="true"><ReleaseId><ICPN IsEan="false">850001000314</ICPN><CatalogNumber Namespace="X">BR-1</CatalogNumber></ReleaseId>
<ReleaseReference>R0</ReleaseReference><ReferenceTitle><TitleText>Small Hours</TitleText></ReferenceTitle>${list}<ReleaseType>Album</ReleaseType>
<ReleaseDetailsByTerritory><TerritoryCode>Worldwide</TerritoryCode><LabelName>Blue Room</LabelName><LabelName LabelNameType="DisplayLabelName">Blue Room Records</LabelName>
${parts.titles ?? title('Small Hours')}${artist('Nia Calder', 'MainArtist')}<ParentalWarningType>NotExplicit</ParentalWarningType>
${groups && `<ResourceGroup>${groups}</ResourceGroup>`}<Genre><GenreText>Jazz</GenreText></Genre><ReleaseDate>2011-05-06</ReleaseDate>${parts.more ?? ''}</ReleaseDetailsByTerritory>
${line('PLine', 2011)}${line('CLine', 2012)}<GlobalReleaseDate>2011-06-07</GlobalReleaseDate></Release>${parts.releases ?? ''}</ReleaseList>
<DealList><ReleaseDeal><DealReleaseReference>R0</DealReleaseReference><Deal>${deal}</Deal></ReleaseDeal></DealList></ernm:NewReleaseMessage>`;
}

function read(parts?: MessageParts) {
  const { releases, problems, notes } = readMany(messageOf(parts));
  const all = releases.map(({ release }) => release);
  return { all, album: all[0], tracks: all[0]?.tracks ?? [], problems, notes: notes.map(({ note }) => note) };
}

const attributesOf = (parts: RecordingParts) =>
  read({ resources: recording(1, parts), groups: item(1, 'A1'), list: '' }).tracks[0];

it.each(['37', '371', '38', '381', '382', '383'])(
  'an ERN message of version %s is read completely',
  (version) => {
    const { all, album, tracks, problems, notes } = read({ version });
    expect(problems).toEqual([]);
    expect(all).toHaveLength(1);
    expect(album).toMatchObject({
      attributes: {
        title: 'Small Hours',
        release_date: '2011-05-06',
        'upc-code': '850001000314',
        'catalogue-number': 'BR-1',
        'is-explicit': false,
        'rights-owner-year': 2011,
        'rights-owner-name': 'Blue Room',
        copyright: '2012 Blue Room',
        artwork: 'https://files.example/cover.jpg',
        format: 'album',
      },
      label: 'Blue Room Records',
      countries: ['276'],
      artists: [{ name: 'Nia Calder', role: '1', order: 1 }],
    });
    expect(tracks.map(({ disc, order }) => [disc, order])).toEqual([
      [1, 1],
      [2, 1],
    ]);
    expect(tracks[1]).toMatchObject({
      attributes: {
        title: 'Song 2',
        'isrc-code': 'QZDEM1100002',
        'iswc-code': 'T0345246801',
        length: '00:03:02',
        'full-audiofile-url': 'https://files.example/resources/02.wav',
        md5: '9e107d9d372bb6826bd81d3542a419d6',
        'preview-start': 30,
      },
      artists: [{ name: 'Nia Calder', role: '1' }],
    });
    expect(notes).toEqual([
      'DealTerms/CommercialModelType is omitted.',
      'DealTerms/Usage is omitted.',
      'Groups of works and titles of groups are omitted.',
      'ReleaseDate has several values, and the first is imported.',
      'Files of clips are omitted.',
      'Files of clips are omitted.',
    ]);
  },
);

it('worldwide details are imported, and an explicit warning of any release country counts', () => {
  const block = (code: string, name: string, warning: string) =>
    `<SoundRecordingDetailsByTerritory><TerritoryCode>${code}</TerritoryCode>${title(name)}${artist('Nia Calder', 'MainArtist')}<ParentalWarningType>${warning}</ParentalWarningType></SoundRecordingDetailsByTerritory>`;
  const resources = (code: string) =>
    recording(1, {
      details: block(code, 'Local', 'Explicit') + block('Worldwide', 'Everywhere', 'NotExplicit'),
    });
  const isExplicit = (code: string) =>
    read({ resources: resources(code), groups: item(1, 'A1') }).tracks[0]?.attributes['is-explicit'];
  expect([isExplicit('DE'), isExplicit('JP')]).toEqual([true, false]);
  const { tracks, notes } = read({ resources: resources('JP'), groups: item(1, 'A1') });
  expect(tracks[0]?.attributes['title']).toBe('Everywhere');
  expect(notes).toContain(
    'SoundRecordingDetailsByTerritory has several values, and the one for Worldwide is imported.',
  );
});

it('the displayed title is imported, or else the formal or reference title', () => {
  const live =
    '<Title TitleType="FormalTitle"><TitleText>Tide</TitleText><SubTitle>At Sea</SubTitle></Title>';
  const whole = title('Tide (At Sea)');
  expect(attributesOf({ title: live + whole })?.attributes['title']).toBe('Tide (At Sea)');
  expect(attributesOf({ title: live })?.attributes).toMatchObject({
    title: 'Tide',
    'version-description': 'At Sea',
  });
  const repeated =
    '<Title TitleType="DisplayTitle"><TitleText>Tide (At Sea)</TitleText><SubTitle>At Sea</SubTitle></Title>';
  expect(attributesOf({ title: repeated })?.attributes).toMatchObject({
    title: 'Tide',
    'version-description': 'At Sea',
  });
  expect(attributesOf({ title: ' ' })?.attributes['title']).toBe('Reference 1');
});

it('the reference title is preferred to titles only in another language', () => {
  const japanese = title('夢', 'DisplayTitle', ' LanguageAndScriptCode="ja"');
  expect(attributesOf({ title: japanese })?.attributes).toMatchObject({
    title: 'Reference 1',
    'title-translations': [{ title: '夢', phonetic: null }],
  });
  const both = japanese + title('Dream', 'DisplayTitle', ' LanguageAndScriptCode="en"');
  expect(attributesOf({ title: both })?.attributes['title']).toBe('Dream');
});

it('artists are displayed with one role, and contributors keep theirs', () => {
  const more = `${artist('Ada Quist', 'AssociatedPerformer', 'FeaturedArtist')}
<ResourceContributor>${named('Leo Marsh', '<PartyId IsISNI="true">0000000121032683</PartyId>')}<ResourceContributorRole>Producer</ResourceContributorRole></ResourceContributor>
<ResourceContributor>${named('Sol Vega')}<ResourceContributorRole>FeaturedArtist</ResourceContributorRole></ResourceContributor>
<IndirectResourceContributor>${named('Leo Marsh', '<PartyId IsISNI="true">0000000121032683</PartyId>')}<IndirectResourceContributorRole>Composer</IndirectResourceContributorRole></IndirectResourceContributor>`;
  const track = attributesOf({ more });
  const roles = track?.artists.map(({ name, role }) => `${name} ${artistRoleById(role)?.key}`);
  expect(roles).toEqual([
    'Nia Calder main_artist',
    'Ada Quist featuring',
    'Leo Marsh producer',
    'Sol Vega featuring',
    'Leo Marsh composer',
  ]);
});

it("a party's code becomes that of the artist", () => {
  const more = `<IndirectResourceContributor>${named('Leo Marsh', '<PartyId IsISNI="true">0000000121032683</PartyId>')}<IndirectResourceContributorRole>Composer</IndirectResourceContributorRole></IndirectResourceContributor>`;
  const { album } = read({ resources: recording(1, { more }), groups: item(1, 'A1') });
  expect(album?.identifiers).toEqual([{ name: 'Leo Marsh', isni: '0000000121032683', ipi: null }]);
});

it('track releases give tracks their genres and do not become albums', () => {
  const track = (id: string, type: string, genre: string) =>
    `<Release><ReleaseId>${id}</ReleaseId><ReleaseReference>R1</ReleaseReference>${references('A1')}<ReleaseDetailsByTerritory><TerritoryCode>Worldwide</TerritoryCode>${type}<Genre><GenreText>${genre}</GenreText></Genre></ReleaseDetailsByTerritory></Release>`;
  const type = '<ReleaseType>TrackRelease</ReleaseType>';
  for (const releases of [
    track('<ProprietaryId Namespace="X">1</ProprietaryId>', type, 'Folk'),
    track('<ISRC>QZDEM1100001</ISRC>', '', 'Folk'),
  ]) {
    const { all, tracks } = read({ releases });
    expect(all).toHaveLength(1);
    const [first, second] = tracks.map(({ links }) => links['primary-genre']);
    expect(second).toBe(all[0]?.links['primary-genre']);
    expect(first).not.toBe(second);
  }
  const ofRecording = read({ resources: recording(1, { genre: 'Folk' }) + recording(2) }).tracks;
  expect(ofRecording[0]?.links['primary-genre']).not.toBe(ofRecording[1]?.links['primary-genre']);
});

it('ungrouped recordings keep the order of the list', () => {
  const { tracks, album } = read({ groups: '', list: references('A2', 'A1', 'A2', 'A9') });
  expect(tracks.map(({ disc, order, attributes }) => [disc, order, attributes['title']])).toEqual([
    [1, 1, 'Song 2'],
    [1, 2, 'Song 1'],
  ]);
  expect(album?.attributes['artwork']).toBe('https://files.example/cover.jpg');
});

it('a recording found only in the resource list is omitted with a note', () => {
  expect(read({ groups: item(1, 'A1') }).notes).toContain(
    'The SoundRecording A2 is only linked to the release, and is omitted.',
  );
});

it('deals that take down a release or cancel all others permit no country', () => {
  for (const name of ['TakeDown', 'AllDealsCancelled'])
    expect(
      read({ deals: `<DealTerms><${name}>true</${name}><TerritoryCode>DE</TerritoryCode></DealTerms>` })
        .problems[0],
    ).toMatch(/No deal of the release permits a country now\. The deal for DE takes the release down/);
});

it('terms with a pre-order day give it to the release', () => {
  const terms = (more: string) =>
    `<DealTerms><TerritoryCode>DE</TerritoryCode><ValidityPeriod><StartDate>2011-05-06</StartDate></ValidityPeriod>${more}</DealTerms>`;
  const readTerms = (more: string) => {
    const { releases, notes } = readMany(messageOf({ deals: terms(more) }));
    return { day: releases[0]?.release.attributes['pre-order-date'], notes: notes.map(({ note }) => note) };
  };
  const given = readTerms('<PreOrderReleaseDate>2011-04-01</PreOrderReleaseDate>');
  expect(given.day).toBe('2011-04-01');
  expect(given.notes.join()).not.toContain('re-order');
  const timed = readTerms('<PreOrderReleaseDateTime>2011-04-02T00:00:00</PreOrderReleaseDateTime>');
  expect(timed.day).toBe('2011-04-02');
  expect(readTerms('').day).toBeNull();
});
