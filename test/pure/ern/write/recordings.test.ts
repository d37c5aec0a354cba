import { describe, expect, it } from 'vitest';
import { artistsInStores } from '../../../../shared/ern/write/artists.ts';
import { artist, parcel, release, track } from '../../../support/stores/parcel.ts';
import { editionsIn, message, textsOf } from '../../../support/stores/written-message.ts';
import { at, textsAt } from '../../../support/stores/xml-tree.ts';

describe('a recording', () => {
  const recordingOf = (particulars: Parameters<typeof track>[0]) =>
    message(parcel({ release: release({ tracks: [track(particulars)] }) }));

  it('has an immersive edition if there is a Dolby Atmos master', () => {
    const node = recordingOf({ masters: [{ type: 'dolby_atmos', url: 'https://files.example/atmos.wav' }] });
    expect(editionsIn(node).map((edition) => textsAt(edition, 'Type'))).toEqual([
      ['NonImmersiveEdition'],
      ['ImmersiveEdition'],
    ]);
    expect(editionsIn(recordingOf({})).map((edition) => textsAt(edition, 'Type'))).toEqual([[]]);
  });

  it('is a video if it has a video master, which makes the release a video', () => {
    const node = recordingOf({
      isVideo: true,
      audio: null,
      masters: [{ type: 'video', url: 'https://files.example/a.mov' }],
    });
    expect(textsOf(node, 'URI')).toEqual(
      [expect.stringMatching(/artwork/), expect.stringMatching(/^resources\/1-01-.*\.mov$/)].toReversed(),
    );
    expect(textsAt(node, 'ReleaseList', 'Release', 'ReleaseType')).toEqual(['VideoSingle']);
    expect(node.attributes['ReleaseProfileVersionId']).toBe('Video');
  });

  it.each([
    ['qz-abc-27-00001', 'ISRC', 'QZABC2700001'],
    ['qz\u2011abc\u201327\u221200001', 'ISRC', 'QZABC2700001'],
    ['not a code', 'ProprietaryId', 'track-911'],
    ['N/A', 'ProprietaryId', 'track-911'],
    [null, 'ProprietaryId', 'track-911'],
  ])('is identified with the code %j by its %s', (isrc, name, id) => {
    const [edition] = editionsIn(recordingOf({ isrc }));
    expect(edition && textsAt(edition, 'ResourceId', name)).toEqual([id]);
  });

  it.each([
    ['00:04:05', 'PT0H4M5S'],
    ['01:00:00', 'PT1H0M0S'],
    [null, 'PT0S'],
  ])('states its duration: %j becomes %s', (duration, expected) => {
    expect(textsAt(recordingOf({ duration }), 'ResourceList', 'SoundRecording', 'Duration')).toEqual([
      expected,
    ]);
  });

  it('displays main and featured artists in order and lists others as contributors', () => {
    const node = recordingOf({
      artists: [
        artist('Late', { role: 'main_artist', order: 2 }),
        artist('Guest', { role: 'featuring', order: null }),
        artist('Early', { role: 'main_artist', order: 1 }),
        artist('Maker', { role: 'producer', order: null }),
      ],
      credits: [
        { name: 'Ada', role: 'double_bass' },
        { name: 'Leo', role: 'hype_person' },
        { name: 'Zed', role: 'theremin' },
        { name: 'Ada', role: 'piano' },
        { name: 'Ada', role: 'lyricist' },
      ],
    });
    const recording = ['ResourceList', 'SoundRecording'];
    expect(textsAt(node, ...recording, 'DisplayArtistName')).toEqual(['Early, Late feat. Guest']);
    const contributors = at(node, ...recording, 'Contributor').map((one) =>
      one.children.slice(1).map(({ text, attributes }) => attributes['UserDefinedValue'] ?? text),
    );
    expect(contributors).toEqual([
      ['StudioProducer'],
      ['Lyricist', 'Musician', 'DoubleBass', 'Piano'],
      ['Hype Person'],
      ['Musician', 'Theremin'],
    ]);
  });

  it('has the instruments of a party in one role where roles have instruments', () => {
    const credits = [
      { name: 'Ada', role: 'piano' },
      { name: 'Ada', role: 'lyricist' },
      { name: 'Ada', role: 'double_bass' },
    ];
    const node = message(
      parcel({ dsp: { id: '4', name: 'Beta' }, release: release({ tracks: [track({ credits })] }) }),
    );
    const roles = at(node, 'ResourceList', 'SoundRecording', 'Contributor', 'Role');
    expect(roles.map(({ children }) => children.map(({ text }) => text))).toEqual([
      ['Lyricist'],
      ['Musician', 'Piano', 'DoubleBass'],
    ]);
  });

  it.each([false, true])(
    'has the artists of the album in other roles as contributors (compilation: %s)',
    (isCompilation) => {
      const tracks = [
        track({ artists: [artist('Nia Calder'), artist('Mia', { role: 'composer' })] }),
        track({ order: 2 }),
      ];
      const artists = [
        artist('Nia Calder'),
        artist('Mia', { role: 'remixer' }),
        artist('Mia', { role: 'composer' }),
      ];
      const work = { language: 'en', artists };
      const node = message(
        parcel({ release: release({ artists: artistsInStores(work, isCompilation), tracks }) }),
      );
      const contributors = at(node, 'ResourceList', 'SoundRecording').map((one) =>
        at(one, 'Contributor').map((each) => textsAt(each, 'Role')),
      );
      expect(contributors).toEqual([[['Composer', 'Remixer']], [['Remixer', 'Composer']]]);
      expect(textsAt(node, 'ReleaseList', 'Release', 'DisplayArtistName')).toEqual([
        isCompilation ? 'Various Artists' : 'Nia Calder',
      ]);
    },
  );

  it('states its language if it differs from that of the message', () => {
    const languages = ['ja', 'en', null].map((language, index) =>
      track({
        order: index + 1,
        language,
        title: '夏の終わり',
        titleTranslations: [{ language: 'en', title: 'The End of Summer', phonetic: null }],
      }),
    );
    const node = message(parcel({ release: release({ language: 'en', tracks: languages }) }));
    const read = at(node, 'ResourceList', 'SoundRecording').map((one) => [
      one.attributes['LanguageAndScriptCode'],
      at(one, 'DisplayTitle').map(({ attributes }) => attributes['LanguageAndScriptCode']),
    ]);
    expect(read).toEqual([
      ['ja', [undefined, 'en']],
      [undefined, [undefined, 'en']],
      [undefined, [undefined, 'en']],
    ]);
  });
});
