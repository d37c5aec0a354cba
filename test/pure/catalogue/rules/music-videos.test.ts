import { describe, expect, it } from 'vitest';
import {
  assetProblem,
  attributesWithoutAudio,
  audioProblems,
  excludedAsset,
  kindOf,
  onlyVideos,
  requireWritable,
  type VideoDraft,
  videoProblems,
  willBeVideo,
} from '../../../../shared/catalogue/rules/music-videos.ts';
import { type Problem, Problems } from '../../../../shared/kit/values/problems.ts';

const IS_VIDEO = '/data/attributes/is-video';
const song: VideoDraft = {
  was: false,
  sent: undefined,
  releases: [],
  isShared: false,
  allowsFingerprintScan: undefined,
};
const everything = { capabilities: new Set(['video', 'music-videos'] as const) };
const onlyMusicVideos = { capabilities: new Set(['music-videos'] as const) };
const releases = ['album', 'video'].map((format) => ({ fields: { format } }));

const rejection = (check: () => unknown): readonly Problem[] => {
  try {
    check();
  } catch (error) {
    if (error instanceof Problems) return error.problems;
    throw error;
  }
  return [];
};
const problems = (draft: Partial<VideoDraft>): Problem[] => videoProblems({ ...song, ...draft }, everything);

describe('the audio of a track', () => {
  it.each([
    ['is required of a new song', false, undefined, null, ['required']],
    ['must stay with a song', false, 'https://a.example/1.wav', null, ['required']],
    ['is not required of a new song that has it', false, undefined, 'https://a.example/1.wav', []],
    ['is not required of a former video', false, null, null, []],
    ['is not required of a music video', true, undefined, null, []],
  ])('%s', (_, isVideo, before, after, codes) => {
    expect(audioProblems(isVideo, { before, after }).map(({ code }) => code)).toEqual(codes);
  });

  it.each([
    [true, null, ['full-audiofile-url', 'md5']],
    [true, 'https://a.example/1.wav', ['full-audiofile-url', 'md5']],
    [false, null, ['md5']],
    [false, 'https://a.example/1.wav', []],
  ])('is removed with its MD5 (video: %j, audio: %j)', (isVideo, audio, forgotten) => {
    expect(attributesWithoutAudio(isVideo, audio)).toEqual(forgotten);
  });
});

it('a video release is read-only without the video feature', () => {
  expect(rejection(() => requireWritable(everything, releases))).toEqual([]);
  expect(rejection(() => requireWritable(onlyMusicVideos, releases.slice(0, 1)))).toEqual([]);
  expect(rejection(() => requireWritable(onlyMusicVideos, releases))).toEqual([
    expect.objectContaining({ code: 'video_read_only', detail: expect.stringContaining('video') }),
  ]);
});

describe('a track', () => {
  it.each([
    ['that is new becomes a song', { was: undefined }, false],
    ['that is new on a video release becomes a video', { was: undefined, releases: [false, true] }, true],
    [
      'that is new on a video release can be sent as a song',
      { was: undefined, sent: false, releases: [true] },
      false,
    ],
    ['stays what it is', { was: true }, true],
    ['becomes what is sent', { was: true, sent: false }, false],
    ['that was a song stays one on a video release', { releases: [true] }, false],
  ])('%s', (_, draft, is) => expect(willBeVideo({ ...song, ...draft })).toBe(is));

  it.each([
    ['may be sent as a video', { sent: true }],
    ['may stay a video on several albums', { was: true, isShared: true }],
    ['may be a song on several albums', { isShared: true }],
    ['may be a video that is scanned', { sent: true, allowsFingerprintScan: true }],
    ['may be a song that is not scanned', { allowsFingerprintScan: false }],
    ['may be a video on a video release', { was: true, releases: [true] }],
    ['may be a song on an album', { releases: [false] }],
  ])('%s', (_, draft) => expect(problems(draft)).toEqual([]));

  it.each([
    [
      'cannot become a video on several albums',
      { sent: true, isShared: true },
      'video_track_is_shared',
      IS_VIDEO,
    ],
    [
      'cannot be a new video on several albums',
      { was: undefined, sent: true, isShared: true },
      'video_track_is_shared',
      IS_VIDEO,
    ],
    [
      'cannot be a video that is not scanned',
      { was: true, allowsFingerprintScan: false },
      'fingerprint_scan_required_for_video',
      '/data/attributes/allow-fingerprint-scan',
    ],
    [
      'cannot become a song on a video release',
      { was: true, sent: false, releases: [true] },
      'video_release_accepts_only_videos',
      IS_VIDEO,
    ],
    [
      'that is a song cannot be put on a video release',
      { releases: [false, true] },
      'video_release_accepts_only_videos',
      '/data/relationships/albums',
    ],
  ])('%s', (_, draft, code, pointer) =>
    expect(problems(draft)).toEqual([{ code, detail: expect.stringMatching(/\w+ /), pointer }]),
  );

  it('has one problem for each broken rule', () => {
    const draft = { sent: true, isShared: true, allowsFingerprintScan: false };
    expect(problems(draft).map(({ code }) => code)).toEqual([
      'video_track_is_shared',
      'fingerprint_scan_required_for_video',
    ]);
  });
});

describe('an account without music videos', () => {
  const check = (draft: Partial<VideoDraft>) =>
    rejection(() => videoProblems({ ...song, ...draft }, { capabilities: new Set(['video'] as const) }));

  it.each([
    ['cannot send a video', { sent: true }],
    ['cannot send a video again', { was: true, sent: true }],
    ['cannot create a track on a video release', { was: undefined, releases: [true] }],
  ])('%s', (_, draft) =>
    expect(check(draft)).toEqual([
      expect.objectContaining({
        code: 'video_not_allowed',
        detail: expect.stringContaining('music videos'),
        pointer: IS_VIDEO,
      }),
    ]),
  );

  it.each([
    ['can change a song', {}],
    ['can change a video that it has', { was: true }],
    ['can make a song of a video', { was: true, sent: false }],
    ['can create a song', { was: undefined }],
  ])('%s', (_, draft) => expect(check(draft)).toEqual([]));
});

describe('a master', () => {
  it.each([
    ['a music video', true, 'dolby_atmos', 'video'],
    ['a song', false, 'video', 'dolby_atmos'],
  ] as const)('must have one type: %s', (_, isVideo, excluded, accepted) => {
    expect(excludedAsset(isVideo)).toBe(excluded);
    expect(assetProblem(accepted, isVideo)).toBeUndefined();
    expect(assetProblem(excluded, isVideo)).toEqual({
      code: 'track_asset_type_mismatch',
      detail: expect.stringContaining(isVideo ? 'music video' : 'song'),
      pointer: '/data/attributes/asset-type',
    });
  });

  it.each([
    [false, undefined, 'song'],
    [false, 'pending', 'song'],
    [true, undefined, 'video'],
    [true, 'valid', 'video'],
    [true, 'pending', 'unready_video'],
    [true, 'invalid', 'unready_video'],
  ])('makes a track with is-video %s and master status %s a %s', (isVideo, master, kind) =>
    expect(kindOf(isVideo, master)).toBe(kind),
  );
});

it('the error of a video release points to the member that makes it a song', () => {
  expect(onlyVideos('/data')).toEqual({
    code: 'video_release_accepts_only_videos',
    detail: expect.stringContaining('video release'),
    pointer: '/data',
  });
});
