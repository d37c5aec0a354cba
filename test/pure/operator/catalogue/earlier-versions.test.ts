/** Messages of versions before ERN 4.3, which differ from it in few places. */
import { expect, it } from 'vitest';
import { messageOf, readMany, recording } from '../../../support/catalogue-files/small-message.ts';

const details = (more: string, file: string) =>
  `<TechnicalDetails>${more}<File><URI>${file}</URI><HashSum><Algorithm>MD5</Algorithm><HashSumValue>9e107d9d372bb6826bd81d3542a419d6</HashSumValue></HashSum></File></TechnicalDetails>`;

/** A recording of ERN 4.2, which has no editions. */
const ofRecording =
  '<ResourceId><ISRC>QZDEM2600005</ISRC></ResourceId><PLine><Year>2023</Year><PLineText>2023 Blue Room</PLineText></PLine>' +
  details(
    '<IsPreview>true</IsPreview><PreviewDetails><StartPoint>31.5</StartPoint></PreviewDetails>',
    'clip.wav',
  ) +
  details('<IsPreview>false</IsPreview>', 'whole.wav');

it.each([
  'http://ddex.net/xml/ern/41',
  'http://ddex.net/xml/ern/411',
  'http://service.ddex.net/xml/ern/411',
  'http://ddex.net/xml/ern/42',
])('a message of %s is read like ERN 4.3, without its clips', (namespace) => {
  const resources = recording('A1', { editions: ofRecording });
  const message = messageOf({ resources }).replace('http://ddex.net/xml/ern/43', namespace);
  const { releases, problems, notes } = readMany(message);
  expect(problems).toEqual([]);
  expect(releases[0]?.release.tracks[0]?.attributes).toMatchObject({
    'isrc-code': 'QZDEM2600005',
    'rights-owner-year': 2023,
    'full-audiofile-url': 'https://files.example/whole.wav',
    md5: '9e107d9d372bb6826bd81d3542a419d6',
    'preview-start': 31,
  });
  expect(notes.map(({ note }) => note)).toContain('Files of clips are omitted.');
});
