/** Problems of catalogue records. */
import { problemTable } from '../kit/declare/problem-definition.ts';

export const catalogueProblems = problemTable({
  code_given: {
    title: 'Code is final',
    when: 'The service has given the track or album this code, which never changes.',
  },
  code_reserved: {
    title: 'Code is reserved',
    when: 'Only the service gives codes with this prefix, and it has not given this one to the owner.',
  },
  code_in_use: {
    title: 'Code is in use',
    when: 'The code cannot be released because its owner still uses it, or stores still have a release with it.',
  },
  artist_has_albums: {
    title: 'Artist has albums',
    when: 'The artist cannot be deleted because it is linked to albums or tracks.',
  },
  would_mean_all_countries: {
    title: 'Would mean all countries',
    when: 'The request would remove the last country of the album, and an album without countries is available in all.',
  },
  label_has_albums: {
    title: 'Label has albums',
    when: 'The label cannot be deleted because albums use it.',
  },
  album_has_tracks: {
    title: 'Album has tracks',
    when: 'The album cannot be deleted because it has tracks.',
  },
  track_needs_album: {
    title: 'Track needs an album',
    when: 'The track would no longer be on any album.',
  },
  file_unreadable: {
    title: 'File unreadable',
    when: "The owner's server does not send the file, or its address is not allowed.",
  },
  track_asset_exists: {
    title: 'Asset exists',
    when: 'The track already has a master of this type. Delete it first.',
  },
  track_asset_type_mismatch: {
    title: 'Wrong type of asset',
    when: 'A video master requires a music video, a Dolby Atmos master a song.',
  },
  video_read_only: {
    status: 403,
    title: 'Video is read-only',
    when: 'The account does not have the video feature, and the album or track is a video.',
  },
  video_not_allowed: {
    status: 403,
    title: 'Videos not allowed',
    when: 'The account is not enabled for music videos.',
  },
  video_track_is_shared: {
    title: 'Track is shared',
    when: 'The track cannot become a video because it is on more than one album.',
  },
  video_release_accepts_only_videos: {
    title: 'Only videos',
    when: 'The album is a video release, and the track is not a music video.',
  },
  fingerprint_scan_required_for_video: {
    title: 'Fingerprint scan required',
    when: 'A music video is always scanned for fingerprints.',
  },
  dsp_does_not_accept_video: {
    title: 'DSP does not accept video',
    when: 'All tracks of the album are music videos, and the DSP does not accept video.',
  },
  album_dsp_exists: {
    title: 'DSP already assigned',
    when: 'The DSP is already assigned to the album.',
  },
  dsp_not_available: {
    title: 'DSP not available',
    when: 'The DSP is inactive, not available to the owner, or not assigned to the album.',
  },
  availability_refused: {
    title: 'Invalid profile',
    when: 'The artist profile breaks a rule of its DSP. `detail` says which.',
    detailOnly: true,
  },
  replica_not_managed: {
    status: 403,
    title: 'Profile is read-only',
    when: 'The artist profile cannot be changed by this account.',
    detailOnly: true,
  },
});
