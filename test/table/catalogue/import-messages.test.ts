/** import-catalogue with messages (ERN) of others, from files to records. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { newAdmin } from '../../support/calls.ts';
import { catalogueDocuments } from '../../support/catalogue/documents.ts';
import {
  dealFor,
  edition,
  group,
  item,
  items,
  messageOf,
  recording,
  recordings,
} from '../../support/catalogue-files/small-message.ts';
import { catalogueCommands, nextUpc } from '../../support/catalogue-imports.ts';
import { withTable } from '../../support/table.ts';

withTable();
const { folderOf, imported, rejected } = catalogueCommands();

describe('messages from other senders', () => {
  const HTTPS = 'https://files.example/masters';
  const masters = ['--masters', HTTPS];

  it('are imported with several releases, each with its own track for a recording', async () => {
    const ada = await newAdmin();
    const message = new URL('../../support/catalogue-files/two-releases.xml', import.meta.url);
    const from = folderOf({ 'm.xml': readFileSync(message, 'utf8') });
    const result = await imported(from, ada, ...masters);
    expect(result).toMatchObject({ albums: { new: 2 }, tracks: { new: 4 } });
    expect(result.notes).toContainEqual({
      note: 'Identifiers of parties other than ISNI and IPI are omitted.',
      ...{ times: 1, first: 'm.xml' },
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

  it('are imported with discs, editions, videos and countries, and notes on the rest', async () => {
    const vera = await newAdmin({ video: true, 'music-videos': true });
    const editions = ['ImmersiveEdition', 'NonImmersiveEdition'].map((type) =>
      edition('SoundRecording', { type, file: `${type}.wav` }),
    );
    const message = messageOf({
      upc: nextUpc(),
      releaseType: 'MultimediaAlbum',
      resources:
        recording('A1', { editions: editions.join('') }) +
        recording('A2', { name: 'Video', editions: edition('Video', { file: 'v.mp4' }) }) +
        recordings('A3', 'A4'),
      contents: group('Component', 1, items('A1', 'A3')) + group('Component', 2, '') + item('A2', 3),
      deals: ['DE', 'FR']
        .map((code) =>
          dealFor('R0', { codes: [code], start: '2019-01-01', ...(code === 'FR' && { end: '2020-01-01' }) }),
        )
        .join(''),
    });
    const { notes } = await imported(folderOf({ 'm.xml': message }), vera, ...masters);
    expect(notes.map(({ note }: { note: string }) => note)).toEqual([
      'The deal for FR ended on 2020-01-01 and is omitted.',
      'Recordings outside the discs of a release are imported on the preceding disc.',
      'No imported release refers to the SoundRecording A4, which is omitted.',
    ]);
    const documents = await catalogueDocuments(vera);
    expect(documents['albums']).toMatchObject([{ relationships: { countries: { data: [{ id: '276' }] } } }]);
    expect(documents['tracks']).toMatchObject([
      { attributes: { title: 'A1', order: 1, 'full-audiofile-url': `${HTTPS}/NonImmersiveEdition.wav` } },
      { attributes: { title: 'A2', order: 3, 'is-video': true } },
      { attributes: { title: 'A3', order: 2 } },
    ]);
    expect(documents['track-assets']).toMatchObject([
      { attributes: { 'asset-type': 'dolby_atmos', url: `${HTTPS}/ImmersiveEdition.wav` } },
      { attributes: { 'asset-type': 'video', url: `${HTTPS}/v.mp4` } },
    ]);
  });

  it('are rejected with the line and path of an element whose text is too long', async () => {
    const message = new URL('../../support/catalogue-files/two-releases.xml', import.meta.url);
    const text = readFileSync(message, 'utf8');
    const from = folderOf({
      'm.xml': text.replace('<TitleText>First</TitleText>', `<TitleText>${'x'.repeat(301)}</TitleText>`),
    });
    const problems = await rejected(from, await newAdmin(), ...masters);
    const line = text.slice(0, text.indexOf('<TitleText>First<')).split('\n').length;
    expect(problems).toContain(
      `m.xml:${line}: track 1 on disc 1: title (SoundRecording/DisplayTitle/TitleText): title must be at most 300 characters long.`,
    );
  });

  it('are imported if they are our own messages from packages', async () => {
    const ada = await newAdmin();
    const message = readFileSync(new URL('../../../docs/package/message.xml', import.meta.url), 'utf8');
    const from = folderOf({ '7f/message.xml': message });
    expect(await rejected(from, ada)).toEqual(
      [
        'track 1 on disc 1: full-audiofile-url',
        'track 2 on disc 1: full-audiofile-url',
        'release: artwork',
      ].map((at) =>
        expect.stringMatching(`^7f/message.xml:\\d+: ${at} \\(\\S+\\): The address .* is relative`),
      ),
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
