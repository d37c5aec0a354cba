/** Messages that are very large, or have what no reader takes. */
import { describe, expect, it } from 'vitest';
import {
  edition,
  group,
  image,
  item,
  items,
  messageOf,
  readMany,
  readParts,
  recording,
  recordings,
} from '../../../support/catalogue-files/small-message.ts';

const repeated = (times: number, make: (index: number) => string): string =>
  Array.from({ length: times }, (_, index) => make(index)).join('');

const party = (reference: string, name: string): string =>
  `<Party><PartyReference>${reference}</PartyReference><PartyName><FullName>${name}</FullName></PartyName></Party>`;

const release = (upc: string, more = ''): string =>
  `<Release><ReleaseReference>R${upc}</ReleaseReference><ReleaseId><ICPN>${upc}</ICPN></ReleaseId><DisplayTitle><TitleText>B</TitleText></DisplayTitle>${more}<ResourceGroup>${item('A1')}</ResourceGroup></Release>`;

describe('a hostile message', () => {
  it('is read within seconds with thousands of releases, parties, images and unknown genres', () => {
    const began = process.cpuUsage();
    const { releases } = readMany(
      messageOf({
        resources: recordings('A1') + repeated(3000, (index) => image(`I${index}`, 'BackCoverImage')),
        parties: repeated(3000, (index) => party(`P${index}`, `Name ${index}`)),
        release: repeated(3000, (index) => `<Genre><GenreText>Genre ${index}</GenreText></Genre>`),
        trackReleases: repeated(3000, (index) => release(String(index))),
      }),
    );
    expect(releases).toHaveLength(3001);
    expect(process.cpuUsage(began).user).toBeLessThan(10e6);
  });

  it('is read within seconds with thousands of titles in unknown languages', () => {
    const titles = repeated(
      20_000,
      (index) =>
        `<DisplayTitleText LanguageAndScriptCode="a${index}">A</DisplayTitleText><DisplayTitle LanguageAndScriptCode="b${index}"><TitleText>B</TitleText></DisplayTitle>`,
    );
    const began = process.cpuUsage();
    expect(readParts({ release: titles }).release.attributes['title-translations']).toEqual([]);
    expect(process.cpuUsage(began).user).toBeLessThan(3e6);
  });

  it('names twenty unknown genres of a release and counts the others', () => {
    const genres = repeated(25, (index) => `<Genre><GenreText>Genre ${index}</GenreText></Genre>`);
    const { problems, notes } = readParts({ release: genres });
    expect(problems).toHaveLength(20);
    expect(notes).toEqual(['5 more genres are not among those of the catalogue.']);
  });

  it('is rejected with more tracks than an album can have, and read no further', () => {
    const contents = repeated(1500, (index) => item('A1', index + 1));
    const read = readParts({ contents });
    expect(read.places).toHaveLength(1000);
    expect(read.problems).toEqual([
      'release: tracks (Release/ResourceGroup): The release has more than 1000 tracks.',
    ]);
  });

  it('may contain words that are member names of every JavaScript object', () => {
    const [word, other] = ['constructor', '__proto__'];
    const contributor = `<Contributor><ContributorPartyReference>PLabel</ContributorPartyReference><Role>${word}</Role></Contributor>`;
    const artist = `<DisplayArtist><ArtistPartyReference>PLabel</ArtistPartyReference><DisplayArtistRole>${other}</DisplayArtistRole></DisplayArtist>`;
    const { release, notes } = readParts({ resources: recording('A1', { more: artist + contributor }) });
    expect(release.tracks[0]?.artists).toEqual([{ name: 'Blue Room', role: '1', order: 1 }]);
    expect(notes).toEqual([
      'The display artist role __proto__ is read as a main artist.',
      'The role constructor is not among the roles of artists and credits.',
    ]);
  });

  it('may nest groups as deep as XML allows', () => {
    const deep = Array.from({ length: 240 }).reduce<string>(
      (inner) => group(undefined, 1, inner),
      item('A1'),
    );
    expect(readParts({ contents: deep }).places).toEqual(['1.1 A1']);
    const deeper = group(
      undefined,
      1,
      deep.replace(
        item('A1'),
        repeated(1, () => group(undefined, 1, group(undefined, 1, deep))),
      ),
    );
    expect(readMany(messageOf({ contents: deeper })).problems).toEqual([
      expect.stringContaining('Elements are more than 256 deep.'),
    ]);
  });

  it('gives an unreferenced front cover only to a single release', () => {
    const resources = recordings('A1') + image('A9');
    expect(readParts({ resources }).release.attributes['artwork']).toBe('https://files.example/A9.jpg');
    const several = readMany(messageOf({ resources, trackReleases: release('850001000321') }));
    expect(several.releases.map(({ release: { attributes } }) => attributes['artwork'])).toEqual([
      undefined,
      undefined,
    ]);
    expect(several.notes.map(({ note }) => note)).toContain(
      'No imported release refers to the Image A9, which is omitted.',
    );
  });
});

describe('the instruction of an exported message', () => {
  const instruction = '<?music-distribution {"release":{"attributes":{"title":"Other"}},"tracks":{}}?>';
  const titlesIn = (text: string) => {
    const { releases, notes } = readMany(text);
    return [
      releases.map(({ release: { attributes } }) => attributes['title']),
      notes.map(({ note }) => note),
    ];
  };
  const omitted = 'A processing instruction music-distribution that is not that of an export is omitted.';

  it('is read only where it is an instruction, not in a comment or text', () => {
    expect(titlesIn(`${instruction}${messageOf()}`)).toEqual([['Other'], []]);
    expect(titlesIn(`<!-- ${instruction} -->${messageOf()}`)).toEqual([['Small Hours'], []]);
    const text = messageOf({
      release: `<DisplayTitle><TitleText><![CDATA[${instruction}]]></TitleText></DisplayTitle>`,
    });
    expect(titlesIn(text)).toEqual([[instruction], []]);
  });

  it.each([
    ['is not JSON', '<?music-distribution {"release"?>'],
    ['has an unknown member', instruction.replace('"tracks"', '"owner":"1","tracks"')],
    ['is repeated', instruction.repeat(2)],
  ])('is ignored with a note if it %s', (_, text) => {
    expect(titlesIn(`${text}${messageOf()}`)).toEqual([['Small Hours'], [omitted]]);
  });

  it('is ignored with a note if the message has several releases', () => {
    const several = messageOf({ trackReleases: release('850001000321') });
    const [titles, notes] = titlesIn(`${instruction}${several}`);
    expect(titles).toEqual(['Small Hours', 'B']);
    expect(notes).toContain(omitted);
  });
});

describe('a message with unusual content', () => {
  it('gets a note for a party identifier written by an earlier version', () => {
    const id = '<PartyId IsISNI="true">0000000121032683</PartyId>';
    expect(
      readParts({ parties: party('P1', 'Ada').replace('</PartyName>', `</PartyName>${id}`) }).notes,
    ).toEqual(['Identifiers of parties other than ISNI and IPI are omitted.']);
  });

  it.each([
    [
      'in the message',
      '</ReleaseList>',
      '</ReleaseList><CueSheetList/><ChapterList/>',
      ['NewReleaseMessage/CueSheetList', 'NewReleaseMessage/ChapterList'],
    ],
    ['in a release', '<PLine>', '<Keywords>sea</Keywords><PLine>', ['Release/Keywords']],
    ['in its identifiers', '<ICPN>', '<GRid>A1</GRid><ICPN>', ['ReleaseId/GRid']],
    [
      'in a recording',
      '<Duration>',
      '<VersionType>LiveVersion</VersionType><Duration>',
      ['SoundRecording/VersionType'],
    ],
    [
      'in an edition',
      '<SoundRecordingEdition>',
      '<SoundRecordingEdition><EditionContributor/>',
      ['SoundRecordingEdition/EditionContributor'],
    ],
    [
      'in a content item',
      '<ReleaseResourceReference>',
      '<IsHiddenResource>true</IsHiddenResource><ReleaseResourceReference>',
      ['ResourceGroupContentItem/IsHiddenResource'],
    ],
    [
      'in a deal',
      '<ValidityPeriod>',
      '<CommercialModelType>SubscriptionModel</CommercialModelType><ValidityPeriod>',
      ['DealTerms/CommercialModelType'],
    ],
    [
      'in a party',
      '<PartyName>',
      '<ArtistProfilePage>x</ArtistProfilePage><PartyName>',
      ['Party/ArtistProfilePage'],
    ],
  ])('gets a note: %s', (_, before, after, paths) => {
    const { notes, problems } = readMany(messageOf().replace(before, after));
    expect([notes.map(({ note }) => note), problems]).toEqual([
      paths.map((path) => `${path} is omitted.`),
      [],
    ]);
  });

  it('gets notes for clips, invalid preview starts, other UPCs and a retired role', () => {
    const start = '<ClipDetails><Timing><StartPoint>PT30S</StartPoint></Timing></ClipDetails>';
    const clip = `<TechnicalDetails><IsClip>true</IsClip><File><URI>clip.wav</URI></File>${start}</TechnicalDetails>`;
    const contributor =
      '<Contributor><ContributorPartyReference>PLabel</ContributorPartyReference><Role>tape_operator</Role></Contributor>';
    const resources = recording('A1', {
      editions: edition('SoundRecording', { more: clip, file: 'A1.wav' }),
      more: contributor.replace('>tape_operator<', ' UserDefinedValue="Tape Operator">UserDefined<'),
    });
    const message = messageOf({ resources }).replace('</ICPN>', '</ICPN><ICPN>850001000321</ICPN>');
    const { releases, notes, problems } = readMany(message);
    expect([releases[0]?.release.tracks[0]?.attributes['full-audiofile-url'], problems]).toEqual([
      'https://files.example/A1.wav',
      [],
    ]);
    expect(notes.map(({ note }) => note).toSorted()).toEqual([
      'Files of clips are omitted.',
      'The role Tape Operator is no longer used, and is omitted.',
      'The start of a preview PT30S is not a number of seconds, and is omitted.',
      'UPCs of a release after the first one are omitted.',
    ]);
  });

  it('gets a note if the sender marks it as a test', () => {
    const header =
      '<MessageHeader><MessageControlType>TestMessage</MessageControlType></MessageHeader><PartyList>';
    const { notes } = readMany(messageOf().replace('<PartyList>', header));
    expect(notes.map(({ note }) => note)).toEqual([
      'The sender marks the message as a test. It is imported.',
    ]);
  });

  it('has a repeated release artist only once', () => {
    const artist =
      '<DisplayArtist><ArtistPartyReference>PLabel</ArtistPartyReference><DisplayArtistRole>MainArtist</DisplayArtistRole></DisplayArtist>';
    expect(readParts({ release: artist.repeat(2) }).release.artists).toHaveLength(1);
  });

  it('gets a note if several parties share a reference', () => {
    const { release: read, notes } = readParts({
      parties: party('PLabel', 'Other Room'),
      contents: items('A1'),
    });
    expect([read.label, notes]).toEqual([
      'Blue Room',
      ['Several parties have the reference PLabel. The first is imported.'],
    ]);
  });
});
