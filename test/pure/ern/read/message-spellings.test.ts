/** What senders write into messages that the catalogue has in another form. */
import { expect, it } from 'vitest';
import { titles } from '../../../../shared/ern/write/titles.ts';
import {
  edition,
  item,
  messageOf,
  readMany,
  readParts,
  recording,
} from '../../../support/catalogue-files/small-message.ts';

it('a title that repeats its version in brackets has it once, also for stores', () => {
  const more =
    '<DisplayTitle><TitleText>One (Live)</TitleText><SubTitle SubTitleType="Version">Live</SubTitle></DisplayTitle>';
  const { release } = readParts({ resources: recording('A1', { more }) });
  expect(release.tracks[0]?.attributes['title']).toBe('One');
  const french = { language: 'fr', title: 'Un [live]', phonetic: null };
  const written = titles({ title: 'One (Live)', version: 'Live', titleTranslations: [french] }, 'en');
  expect(written['DisplayTitleText']).toMatchObject([{ '#text': 'One (Live)' }, { '#text': 'Un (Live)' }]);
  expect(written['DisplayTitle']).toMatchObject([{ TitleText: 'One' }, { TitleText: 'Un' }]);
});

it('a length of zero is omitted, with a note', () => {
  const text = messageOf().replace('PT3M5S', 'PT0S');
  const { releases, notes } = readMany(text);
  expect(releases[0]?.release.tracks[0]?.attributes['length']).toBeNull();
  expect(notes.map(({ note }) => note)).toContain('A length of zero is omitted.');
});

it('a repeated ISRC, joined artists and gaps are notes', () => {
  const coded = (reference: string) =>
    recording(reference, { editions: edition('SoundRecording', { isrc: 'QZKKK2600001', file: 'a.wav' }) });
  const { notes } = readParts({
    resources: coded('A1') + coded('A2'),
    contents: item('A1', 1) + item('A2', 4),
    release: '<DisplayArtistName>Ada Quist, Nia Calder</DisplayArtistName>',
  });
  expect(notes).toEqual(
    expect.arrayContaining([
      'Another track of the release also has the ISRC QZKKK2600001.',
      'Ada Quist, Nia Calder is imported as one artist.',
      'The numbers of the tracks on disc 1 have gaps, and are imported as they are.',
    ]),
  );
});

it('an original release date is a note, whether it is imported or not', () => {
  const original = '<OriginalReleaseDate>2011-01-01</OriginalReleaseDate>';
  const both = readParts({ release: `<ReleaseDate>2024-03-05</ReleaseDate>${original}` });
  expect(both.release.attributes['release_date']).toBe('2024-03-05');
  expect(both.notes).toContain('OriginalReleaseDate is omitted, because the release has a ReleaseDate.');
  const alone = readParts({ release: `${original}<ReleaseDate/>` });
  expect(alone.release.attributes['release_date']).toBe('2011-01-01');
  expect(alone.notes).toContain('A release without a ReleaseDate is imported with its OriginalReleaseDate.');
});

it.each([
  ['UpdateReleaseMessage', 'An UpdateReleaseMessage'],
  ['CatalogListMessage', 'A CatalogListMessage'],
])('a %s has no releases', (name, named) => {
  const { problems } = readMany(messageOf().replaceAll('NewReleaseMessage', name));
  expect(problems).toEqual([`m.xml: ${named} has no releases. Only NewReleaseMessage can be imported.`]);
});

it('an address with spaces is percent-encoded', () => {
  const url = (file: string) =>
    readParts({ resources: recording('A1', { editions: edition('SoundRecording', { file }) }) }).release
      .tracks[0]?.attributes['full-audiofile-url'];
  expect(url('https://files.example/a b.wav')).toBe('https://files.example/a%20b.wav');
  expect(url('resources/a b.wav')).toBe('https://files.example/resources/a%20b.wav');
});
