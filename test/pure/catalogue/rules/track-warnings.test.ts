import { describe, expect, it } from 'vitest';
import {
  completedAudio,
  failedAudio,
  pendingAudio,
  type TrackAudioMeasurements,
} from '../../../../shared/catalogue/rules/track-audio.ts';
import { warningsIn, warningsOfFields } from '../../../../shared/catalogue/rules/track-warnings.ts';

const heard: TrackAudioMeasurements = {
  duration: 180,
  'sample-rate': 44_100,
  format: 'wav',
  'bit-depth': 16,
  channels: 2,
  loudness: -9.5,
  peak: -1,
  'silence-at-start': 0.2,
  'silence-at-end': 2,
  clipping: 0,
  warnings: [],
};
const track = {
  ...{ title: 'So Where', 'version-description': null, 'is-explicit': false },
  ...{ audio: null, length: null, 'synced-lyrics-end': null },
  ...{ 'isrc-code': 'DEAB12600001', 'delivered-isrc': null },
};
const warningsOf = (measured: Partial<TrackAudioMeasurements>) =>
  warningsOfFields({ ...track, audio: completedAudio({ ...heard, ...measured }) });

describe('the warnings of a track', () => {
  it.each([
    ['audio that was not analyzed', null],
    ['audio that is being analyzed', pendingAudio],
    ['audio that could not be read', failedAudio('The server is gone.')],
    ['usual audio', completedAudio(heard)],
  ])('are none for %s', (_, audio) => expect(warningsOfFields({ ...track, audio })).toEqual([]));

  it.each<[Partial<TrackAudioMeasurements>, string[]]>([
    [{ loudness: -5 }, []],
    [{ loudness: -4.9 }, ['audio_too_loud']],
    [{ loudness: null, 'silence-at-start': 180, 'silence-at-end': 180 }, ['audio_silent_at_ends']],
    [{ 'silence-at-start': 5 }, []],
    [{ 'silence-at-start': 5.1 }, ['audio_silent_at_ends']],
    [{ 'silence-at-end': 5.1 }, ['audio_silent_at_ends']],
    [{ clipping: 1 }, ['audio_clipped']],
    [{ clipping: 3, loudness: -3 }, ['audio_too_loud', 'audio_clipped']],
    [{ format: 'flac', 'bit-depth': 24, 'sample-rate': 96_000 }, []],
    [{ format: 'mp4', 'bit-depth': 24 }, []],
    [{ format: 'mp4', 'bit-depth': null }, ['audio_lossy']],
    [{ format: 'mp3', 'bit-depth': null }, ['audio_lossy']],
    [{ 'bit-depth': 8 }, ['audio_lossy']],
    [{ 'sample-rate': 44_099 }, ['audio_lossy']],
    [{ format: null, 'bit-depth': null, 'sample-rate': 22_050 }, []],
  ])('are derived from its measurements: %j gives %j', (measured, warnings) =>
    expect(warningsOf(measured)).toEqual(warnings),
  );

  it.each([
    [{ title: 'So Where (Explicit)' }, ['explicit_title']],
    [{ 'version-description': 'EXPLICIT Album Version' }, ['explicit_title']],
    [{ title: 'So Where (Explicit)', 'is-explicit': true }, []],
    [{ title: 'Inexplicit' }, []],
    [{ title: 'So Where (feat. Leo)' }, ['featured_in_title']],
    [{ title: 'So Where (Live)', 'version-description': 'live' }, ['version_repeated']],
    [{ title: 'So Where (Live)', 'version-description': 'Demo' }, []],
    [{ 'synced-lyrics-end': 9_000_000 }, []],
    [{ 'synced-lyrics-end': 3_726_000, length: '01:02:05' }, []],
    [{ 'synced-lyrics-end': 3_726_001, length: '01:02:05' }, ['lyrics_after_end']],
    [{ 'synced-lyrics-end': 180_000, audio: completedAudio(heard) }, []],
    [{ 'synced-lyrics-end': 180_001, audio: completedAudio(heard) }, ['lyrics_after_end']],
    [{ 'synced-lyrics-end': 200_000, audio: completedAudio(heard), length: '00:03:30' }, []],
  ])('are derived from its attributes: %j gives %j', (fields, warnings) =>
    expect(warningsOfFields({ ...track, ...fields })).toEqual(warnings),
  );
});

it.each([
  ['an earlier version', {}],
  ['a later version', { warnings: ['audio_too_quiet'] }],
  ['another form', { warnings: 'audio_clipped' }],
])('the warnings noted by %s are none', (_, notes) => expect(warningsIn(notes)).toEqual([]));
