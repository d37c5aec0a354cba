import { expect, it } from 'vitest';
import { withPins } from '../../../shared/distribution/deliveries/pinned-tracks.ts';
import { track as parcelTrack } from '../../support/stores/parcel.ts';

/** Audio that was analyzed again since the approval, and is a recording of another owner. */
const fields = {
  'is-video': false,
  'full-audiofile-url': 'https://files.example/1.wav',
  'allow-fingerprint-scan': true,
  'heard-md5': '1'.repeat(32),
  'heard-in-part': false,
  'foreign-sounds': 1,
  'has-atmos': false,
};

it('a track has the file that was approved, by its MD5 alone if an earlier version has analyzed it', () => {
  const track = parcelTrack({ audioSha256: '2'.repeat(64) });
  const pinned = withPins(track, fields, { [track.id]: { audio: { md5: '3'.repeat(32) } } });
  expect(pinned.heardMd5).toBe('3'.repeat(32));
  expect(pinned).not.toHaveProperty('audioSha256');
});

it('a track has the file that was approved, although it could not be read again since', () => {
  const track = parcelTrack({ isUnread: true });
  const pinned = withPins(track, fields, { [track.id]: { audio: { sha256: '2'.repeat(64) } } });
  expect(pinned.audioSha256).toBe('2'.repeat(64));
  expect(pinned).not.toHaveProperty('isUnread');
});
