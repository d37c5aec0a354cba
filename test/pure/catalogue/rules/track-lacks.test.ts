import { describe, expect, it } from 'vitest';
import {
  allLacks,
  lacksIn,
  lacksOfFields,
  mayBeIncomplete,
  mayLackIsrc,
  withLacks,
} from '../../../../shared/catalogue/rules/track-lacks.ts';

const song = {
  'is-video': false,
  'full-audiofile-url': 'https://files.example/one.wav',
  'isrc-code': 'DEAB12600001',
};
const video = { ...song, 'is-video': true, 'full-audiofile-url': null };
const linked = { hasMainArtist: true, hasVideoMaster: false };

describe('a track', () => {
  it.each([
    ['a song with everything', song, linked, []],
    ['a song without audio', { ...song, 'full-audiofile-url': null }, linked, ['audio']],
    ['a code without letters and digits', { ...song, 'isrc-code': '-' }, linked, ['isrc']],
    ['a code that is not an ISRC', { ...song, 'isrc-code': 'N/A' }, linked, ['isrc']],
    ['a video without a master', video, linked, ['video_master']],
    ['a video with one', video, { ...linked, hasVideoMaster: true }, []],
    [
      'only a code',
      { ...song, 'full-audiofile-url': null },
      { ...linked, hasMainArtist: false },
      ['main_artist', 'audio'],
    ],
  ])('lacks everything but %s', (_, fields, links, lacks) => expect(allLacks(fields, links)).toEqual(lacks));

  it('gains what begins to be missing, loses what is filled in and keeps the rest', () => {
    expect(withLacks(['isrc', 'unknown'], { main_artist: true })).toEqual(['unknown', 'main_artist', 'isrc']);
    expect(withLacks(['main_artist', 'audio'], { main_artist: false })).toEqual(['audio']);
    expect(withLacks(['unknown'], { main_artist: false })).toEqual(['unknown']);
    expect(withLacks(['video_master'], lacksOfFields(song))).toEqual(['video_master']);
  });
});

describe('an album list entry', () => {
  it.each([
    ['that notes nothing, as older ones', {}],
    ['that notes something else', { lacks: ['a_version_of_tomorrow'] }],
  ])('does not tell what the track lacks: %s', (_, notes) => expect(lacksIn(notes)).toEqual(['unknown']));

  it('means that nothing is missing if it notes AI use but no list', () => {
    expect(lacksIn({ ai: false })).toEqual([]);
    expect(lacksIn({ ai: true, lacks: ['isrc'] })).toEqual(['isrc']);
    expect(lacksIn({ lacks: ['audio'] })).toEqual(['audio']);
  });

  it('says whether the track must be read for completeness or its code', () => {
    const read = (...lacks: Parameters<typeof mayBeIncomplete>[0]) => [
      mayBeIncomplete(lacks),
      mayLackIsrc(lacks),
    ];
    expect(read()).toEqual([false, false]);
    expect(read('isrc')).toEqual([false, true]);
    expect(read('audio')).toEqual([true, false]);
    expect(read('unknown')).toEqual([true, true]);
  });
});
