/** What is known of the sound of a track, and what places keep of it. */
import { describe, expect, it } from 'vitest';
import {
  type SoundedFields,
  soundIn,
  soundMarksOf,
  soundOf,
} from '../../../../shared/catalogue/rules/track-sound.ts';

const song: SoundedFields = {
  'is-video': false,
  'full-audiofile-url': 'https://files.example/1.wav',
  'allow-fingerprint-scan': true,
  'heard-md5': 'd41d8cd98f00b204e9800998ecf8427e',
  'heard-in-part': false,
  'foreign-sounds': 0,
  'has-atmos': false,
};

describe('the sound of a track', () => {
  it.each<[string, Partial<SoundedFields>, ReturnType<typeof soundOf>, string[]]>([
    ['that was analyzed', {}, { hearing: 'heard', isForeign: false, hasUnheard: false }, ['heard']],
    [
      'that was analyzed in part',
      { 'heard-in-part': true },
      { hearing: 'partly_heard', isForeign: false, hasUnheard: false },
      ['partly'],
    ],
    [
      'that was not analyzed',
      { 'heard-md5': null },
      { hearing: 'not_heard', isForeign: false, hasUnheard: false },
      [],
    ],
    [
      'that is not to be compared',
      { 'heard-md5': null, 'allow-fingerprint-scan': false },
      { hearing: 'not_compared', isForeign: false, hasUnheard: false },
      ['closed'],
    ],
    [
      'without audio',
      { 'heard-md5': null, 'full-audiofile-url': null },
      { hearing: 'nothing_to_hear', isForeign: false, hasUnheard: false },
      ['silent'],
    ],
    [
      'of a video',
      { 'is-video': true },
      { hearing: 'nothing_to_hear', isForeign: false, hasUnheard: true },
      ['silent', 'unheard'],
    ],
    [
      'with a Dolby Atmos master beside it',
      { 'has-atmos': true },
      { hearing: 'heard', isForeign: false, hasUnheard: true },
      ['heard', 'unheard'],
    ],
    [
      'of a Dolby Atmos master alone',
      { 'has-atmos': true, 'full-audiofile-url': null },
      { hearing: 'nothing_to_hear', isForeign: false, hasUnheard: false },
      ['silent'],
    ],
    [
      'of another owner',
      { 'foreign-sounds': 2 },
      { hearing: 'heard', isForeign: true, hasUnheard: false },
      ['heard', 'foreign'],
    ],
    [
      'that has replaced one of another owner',
      { 'heard-md5': null, 'foreign-sounds': 1 },
      { hearing: 'not_heard', isForeign: true, hasUnheard: false },
      ['foreign'],
    ],
  ])('is the same in the list of its album: %s', (_, fields, sound, marks) => {
    expect(soundOf({ ...song, ...fields })).toEqual(sound);
    expect(soundMarksOf({ ...song, ...fields })).toEqual(marks);
    expect(soundIn({ sound: marks })).toEqual(sound);
  });

  it.each([undefined, {}, { sound: 'heard' }, { sound: ['loud'] }])(
    'is not analyzed in an entry with %j',
    (notes) => {
      expect(soundIn(notes)).toEqual({ hearing: 'not_heard', isForeign: false, hasUnheard: false });
    },
  );
});
