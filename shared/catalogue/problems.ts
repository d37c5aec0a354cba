/** What can be wrong with records of a catalogue. */
import { problemTable } from '../kit/declare/problem-definition.ts';

export const catalogueProblems = problemTable({
  artist_has_albums: {
    title: 'Artist has albums',
    when: 'The artist is linked to albums or tracks, so it cannot be deleted.',
  },
  label_has_albums: {
    title: 'Label has albums',
    when: 'The label is that of albums, so it cannot be deleted.',
  },
  album_has_tracks: {
    title: 'Album has tracks',
    when: 'The album has tracks, so it cannot be deleted.',
  },
  track_needs_album: {
    title: 'Track needs an album',
    when: 'The track would be on no album.',
  },
  track_asset_exists: {
    title: 'Asset exists',
    when: 'The track has a master of this type. Delete it first.',
  },
  track_asset_type_mismatch: {
    title: 'Wrong type of asset',
    when: 'The type of the master does not fit: videos belong to music videos, Atmos to songs.',
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
    when: 'The track is on more than one album, so it cannot become a video.',
  },
  video_release_accepts_only_videos: {
    title: 'Only videos',
    when: 'The album has videos, and the track is none.',
  },
  fingerprint_scan_required_for_video: {
    title: 'Fingerprint scan required',
    when: 'A music video is always scanned for fingerprints.',
  },
  dsp_does_not_accept_video: {
    title: 'DSP does not accept video',
    when: 'The album has only videos, and the DSP takes none.',
  },
  album_dsp_exists: {
    title: 'DSP assigned already',
    when: 'The DSP is assigned to the album.',
  },
  dsp_not_available: {
    title: 'DSP not available',
    when: 'The DSP is not assigned to the album, inactive, or not available to the owner.',
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
