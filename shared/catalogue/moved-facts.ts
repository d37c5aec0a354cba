/**
 * What the lines of an export say about a track in several files. The service writes these facts in one
 * transaction, so an export notices when it has read them at different times.
 */
import type { Stored } from '../kit/declare/fields.ts';
import { type Fitting, type Need, recordNeed } from '../kit/moves/moved-file.ts';
import { albumTracks } from './api/album-tracks.ts';
import { type Album, albums } from './api/albums.ts';
import { type TrackAsset, trackAssets } from './api/track-assets.ts';
import { trackCredits } from './api/track-credits.ts';
import { type Track, tracks } from './api/tracks.ts';
import type { TrackKind } from './rules/catalogue.ts';
import { kindOf } from './rules/music-videos.ts';

const kindOn = (track: string, kind: TrackKind) => `kind of track ${track}: ${kind}`;
const unreadyMaster = (track: string) => `master of track ${track}: not valid`;
const countedCredits = (track: string, count: number) => `number of credits of track ${track}: ${count}`;
const listedCredits = (track: string, count: number) => `credits of track ${track}: ${count}`;
const oldestAlbum = (track: string) => `oldest album of track ${track}:`;
const placeOn = (track: string, album: string, { disc, order }: { disc: number; order: number }) =>
  `place of track ${track} on album ${album}: ${disc}-${order}`;
const hasSongs = (album: string) => `songs on album ${album}: allowed`;

const equal = (text: string, file: string, id: string): Need => ({ text, at: { file, id }, kind: 'equal' });
/** Stated by lines that link to the track. */
const linked = (text: string, file: string, id: string): Need => ({
  text,
  at: { file, id, by: 'track' },
  kind: 'equal',
});

export function trackFitting({ id, fields }: Track): Fitting {
  const { kind, 'oldest-album': oldest, 'credits-count': credits } = fields;
  const shown =
    oldest === null
      ? []
      : [
          recordNeed(albums.type, oldest),
          linked(`${oldestAlbum(id)} ${oldest}`, albumTracks.type, id),
          linked(placeOn(id, oldest, fields), albumTracks.type, id),
        ];
  return {
    needs: [
      ...shown,
      ...(credits > 0 ? [equal(listedCredits(id, credits), trackCredits.type, id)] : []),
      ...(kind === 'unready_video' ? [linked(unreadyMaster(id), trackAssets.type, id)] : []),
    ],
    offers: [kindOn(id, kind), countedCredits(id, credits)],
  };
}

export const placeFitting = ({ fields }: Stored<typeof albumTracks>): Partial<Fitting> => {
  const { track, album, kind } = fields;
  return {
    needs: [
      equal(kindOn(track, kind), tracks.type, track),
      ...(kind === 'song' ? [equal(hasSongs(album), albums.type, album)] : []),
    ],
    offers: [placeOn(track, album, fields)],
    least: [{ of: oldestAlbum(track), number: Number(album) }],
  };
};

export const albumFitting = ({ id, fields }: Album): Partial<Fitting> => ({
  offers: fields.format === 'video' ? [] : [hasSongs(id)],
});

export const masterFitting = ({ fields }: TrackAsset): Partial<Fitting> => {
  const { track, 'asset-type': type, 'validation-status': status } = fields;
  const isVideo = type === 'video';
  return {
    needs: [equal(kindOn(track, kindOf(isVideo, status)), tracks.type, track)],
    offers: isVideo && status !== 'valid' ? [unreadyMaster(track)] : [],
  };
};

export const creditsFitting = (track: string, count: number): Fitting => ({
  needs: [equal(countedCredits(track, count), tracks.type, track)],
  offers: [listedCredits(track, count)],
});
