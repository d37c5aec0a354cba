import { describe, expect, it } from 'vitest';
import {
  type AlbumContents,
  incompleteAlbum,
  missingItems,
  type TrackContents,
} from '../../../../shared/distribution/rules/completeness.ts';

const track = (changes: Partial<TrackContents> = {}): TrackContents => ({
  id: '7',
  title: 'One',
  isVideo: false,
  audio: 'https://files.example/one.wav',
  hasVideoMaster: false,
  roles: ['composer', 'main_artist'],
  ...changes,
});
const complete: AlbumContents = {
  album: {
    artwork: 'https://files.example/front.jpg',
    'artwork-ai-usage': false,
    label: '7',
    'primary-genre': '12',
    language: 'en',
    'is-compilation': false,
  },
  artworkFault: undefined,
  needsDisclosure: false,
  dsps: ['1'],
  roles: ['main_artist'],
  places: [{ trackId: '7', disc: 1, order: 1, isDisclosed: true }],
  tracks: [track()],
};
const missing = (changes: Partial<AlbumContents>) => missingItems({ ...complete, ...changes });
const sentences = (changes: Partial<AlbumContents>) => missing(changes).map(({ detail }) => detail);
const lacking = (name: keyof AlbumContents['album']) => ({ album: { ...complete.album, [name]: null } });
const places = (...all: readonly (readonly [disc: number, order: number])[]) => ({
  places: all.map(([disc, order]) => ({ trackId: '7', disc, order, isDisclosed: false })),
});

describe('an album', () => {
  it('lacks nothing if complete', () => expect(missing({})).toEqual([]));

  it('lacks AI statements only where they are required', () => {
    const unstated = {
      album: { ...complete.album, 'artwork-ai-usage': null },
      places: [{ trackId: '7', disc: 1, order: 1, isDisclosed: false }],
    };
    expect(missing(unstated)).toEqual([]);
    expect(
      missing({ ...unstated, needsDisclosure: true }).map(({ track: id, pointer }) => [id, pointer]),
    ).toEqual([
      [null, '/data/attributes/artwork-ai-usage'],
      ['7', '/data/attributes/ai-usage'],
    ]);
    expect(missing({ needsDisclosure: true })).toEqual([]);
  });

  it.each([
    ['artwork', lacking('artwork'), 'attributes/artwork'],
    ['label', lacking('label'), 'relationships/label'],
    ['primary genre', lacking('primary-genre'), 'relationships/primary-genre'],
    ['language', lacking('language'), 'relationships/language'],
    ['main artist', { roles: ['remixer'] }, 'relationships/album-artists'],
    ['DSP', { dsps: [] }, 'relationships/album-dsps'],
    ['track', { places: [], tracks: [] }, 'relationships/tracks'],
  ])('lacks a missing %s', (item, changes, member) =>
    expect(missing(changes)).toEqual([
      { detail: `The album has no ${item}.`, track: null, pointer: `/data/${member}` },
    ]),
  );

  it('needs no main artist if it is a compilation, but its tracks do', () => {
    const album = { ...complete.album, 'is-compilation': true };
    expect(sentences({ album, roles: [] })).toEqual([]);
    expect(sentences({ album, roles: [], tracks: [track({ roles: [] })] })).toEqual([
      'The track "One" has no main artist.',
    ]);
  });

  it('lacks each of several missing items', () => {
    expect(missing({ dsps: [], roles: [], tracks: [track({ audio: null, roles: [] })] })).toHaveLength(4);
  });
});

describe('a track', () => {
  it.each([
    ['song with audio', {}],
    ['music video with a master', { isVideo: true, audio: null, hasVideoMaster: true }],
  ])('lacks nothing if it is a %s', (_, changes) =>
    expect(missing({ tracks: [track(changes)] })).toEqual([]),
  );

  it.each([
    ['a song without audio', { audio: null }, 'audio', '/data/attributes/full-audiofile-url'],
    ['a music video without a master', { isVideo: true, audio: null }, 'video master', '/data'],
    [
      'a track without a main artist',
      { roles: ['composer'] },
      'main artist',
      '/data/relationships/track-artists',
    ],
  ])('is reported by name and id: %s', (_, changes, item, pointer) =>
    expect(missing({ tracks: [track({ title: 'Two', ...changes })] })).toEqual([
      { detail: `The track "Two" has no ${item}.`, track: '7', pointer },
    ]),
  );
});

describe('the track orders of a disc', () => {
  it.each([
    ['from 1 without a gap', places([1, 2], [1, 1], [1, 3])],
    ['from 1 on each disc', places([2, 1], [1, 1], [2, 2])],
    ['with ten tracks', places(...Array.from({ length: 10 }, (_, at) => [1, 10 - at] as const))],
  ])('are complete: %s', (_, changes) => expect(missing(changes)).toEqual([]));

  it.each([
    ['a gap', places([1, 1], [1, 3]), [/Disc 1 .*2/]],
    ['no first track', places([1, 2]), [/Disc 1 .*1/]],
    ['an order twice', places([1, 1], [1, 1], [1, 3]), [/Disc 1 .*2/]],
    ['gaps on several discs', places([2, 2], [1, 2]), [/Disc 1 .*1/, /Disc 2 .*1/]],
  ])('are reported once per disc, sorted by disc, with %s', (_, changes, patterns) =>
    expect(sentences(changes)).toEqual(patterns.map((each) => expect.stringMatching(each))),
  );
});

it('a request for an incomplete album has a problem for each missing item', () => {
  expect(incompleteAlbum(missing({ ...lacking('artwork'), dsps: [] }))).toEqual([
    {
      code: 'album_incomplete',
      detail: 'The album has no artwork.',
      pointer: '/data/relationships/album',
    },
    { code: 'album_incomplete', detail: 'The album has no DSP.', pointer: '/data/relationships/album' },
  ]);
});
