/**
 * What must hold between the records of the catalogue beside what the declarations say: read raw, as faultsOf
 * does.
 */

import { albumTracks } from '../../../shared/catalogue/api/album-tracks.ts';
import { type Album, albums } from '../../../shared/catalogue/api/albums.ts';
import { trackArtists } from '../../../shared/catalogue/api/credited-artists.ts';
import { type TrackAsset, trackAssets } from '../../../shared/catalogue/api/track-assets.ts';
import { type Track, tracks } from '../../../shared/catalogue/api/tracks.ts';
import { isMainArtist } from '../../../shared/catalogue/contents/track-contents.ts';
import { validationWork } from '../../../shared/catalogue/masters/validation-work.ts';
import { excludedAsset, kindOf } from '../../../shared/catalogue/rules/music-videos.ts';
import { allLacks, type TrackLack } from '../../../shared/catalogue/rules/track-lacks.ts';
import { soundMarksOf } from '../../../shared/catalogue/rules/track-sound.ts';
import { warningsOfFields } from '../../../shared/catalogue/rules/track-warnings.ts';
import { notedYear } from '../../../shared/catalogue/rules/unusual-numbers.ts';
import { gtinOf } from '../../../shared/catalogue/rules/upc.ts';
import type { Stored } from '../../../shared/kit/declare/fields.ts';
import { recordOf } from '../../../shared/kit/records/rows.ts';
import type { Item } from '../../../shared/kit/table/item.ts';
import { isRecordKey } from '../../../shared/kit/table/keys.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { faultsOf } from '../invariants.ts';

/** @returns a sentence for everything that does not fit together in the catalogue. */
export function catalogueFaults(rows: readonly Item[]): string[] {
  const allTracks = among(rows, tracks);
  const allAlbums = among(rows, albums);
  const places = among(rows, albumTracks);
  const masters = among(rows, trackAssets);
  const artists = among(rows, trackArtists);
  return [
    // When a track is deleted with its masters, their validations remain until their next attempts.
    ...faultsOf(
      definitions,
      rows.filter(({ sk }) => sk !== validationWork.key('').sk),
    ),
    ...allTracks.flatMap((track) => {
      const own = places.filter(({ fields }) => fields.track === track.id);
      const held = masters.filter(({ fields }) => fields.track === track.id);
      const hasMainArtist = artists.some(
        ({ fields }) => fields.track === track.id && isMainArtist(fields['artist-role']),
      );
      const hasVideoMaster = held.some(({ fields }) => fields['asset-type'] === 'video');
      const lacks = allLacks(track.fields, { hasMainArtist, hasVideoMaster });
      return [
        ...placeFaults(track, own),
        ...kindFaults(track, { own, held }),
        ...own.flatMap((place) => lackFaults(place, lacks)),
        ...own.flatMap((place) => warningFaults(place, track)),
        ...own.flatMap((place) => [
          ...disclosureFaults(place, track),
          ...yearFaults(place, track),
          ...soundFaults(place, track),
        ]),
      ].map((fault) => `track ${track.id} ${fault}`);
    }),
    ...allAlbums.flatMap((album) => {
      const own = places.filter(({ fields }) => fields.album === album.id);
      return albumFaults(album, own).map((fault) => `album ${album.id} ${fault}`);
    }),
  ];
}

const among = <
  D extends typeof albums | typeof tracks | typeof albumTracks | typeof trackArtists | typeof trackAssets,
>(
  rows: readonly Item[],
  resource: D,
): Stored<D>[] => rows.filter((row) => isRecordKey(row, resource.type)).map((row) => recordOf(resource, row));

type AlbumTrack = Stored<typeof albumTracks>;

/** A track is on an album, and shows its place on the oldest. */
function placeFaults({ fields }: Track, places: readonly AlbumTrack[]): string[] {
  const [oldest] = places.toSorted((left, right) => Number(left.fields.album) - Number(right.fields.album));
  if (!oldest) return ['is on no album'];
  const shown = [fields['oldest-album'], fields.disc, fields.order].join();
  const place = [oldest.fields.album, oldest.fields.disc, oldest.fields.order].join();
  return shown === place ? [] : [`shows the place ${shown} instead of ${place}`];
}

/** A track, its places and its masters agree on what it is. */
function kindFaults(
  { fields }: Track,
  { own, held }: { own: readonly AlbumTrack[]; held: readonly TrackAsset[] },
): string[] {
  const isVideo = fields['is-video'];
  const master = held.find((each) => each.fields['asset-type'] === 'video');
  const kind = kindOf(isVideo, master?.fields['validation-status']);
  return [
    ...(fields.kind === kind ? [] : [`is kept as ${fields.kind} instead of ${kind}`]),
    ...own.flatMap((place) => (place.fields.kind === kind ? [] : [`is a ${place.fields.kind} on an album`])),
    ...held.flatMap((each) =>
      each.fields['asset-type'] === excludedAsset(isVideo) ? ['has the master of another kind'] : [],
    ),
    ...(isVideo && fields['full-audiofile-url'] !== null ? ['is a video with audio'] : []),
  ];
}

/** A place keeps the warnings of its track, and those about audio until it was analyzed again. */
function warningFaults({ fields }: AlbumTrack, { fields: of }: Track): string[] {
  const isHeard = of.audio?.status !== 'pending';
  const kept = fields.warnings.filter((each) => isHeard || !each.startsWith('audio_'));
  const warnings = warningsOfFields(of);
  if (String(kept) === String(warnings)) return [];
  return [`has the warnings ${warnings} instead of ${kept} on an album`];
}

/** A place keeps a late year of the rights in its track. */
const yearFaults = ({ fields }: AlbumTrack, { fields: of }: Track): string[] =>
  fields['rights-year'] === notedYear(of['rights-owner-year'])
    ? []
    : [`has the year ${fields['rights-year']} instead of ${of['rights-owner-year']} on an album`];

/** A place keeps what is known of the sound of its track, unless it says that it does not know all of it. */
const soundFaults = ({ fields }: AlbumTrack, { fields: of }: Track): string[] =>
  fields.lacks.includes('unknown') || String(fields.sound) === String(soundMarksOf(of))
    ? []
    : [`has the sound ${fields.sound} instead of ${soundMarksOf(of)} on an album`];

/** A place keeps whether its track states its use of artificial intelligence. */
const disclosureFaults = ({ fields }: AlbumTrack, { fields: of }: Track): string[] =>
  fields.ai === (of['ai-usage'] !== null)
    ? []
    : [`is kept as ${fields.ai} on an album, and states ${of['ai-usage']}`];

/** A place keeps exactly what its track lacks, unless it says that it does not know all of it. */
function lackFaults({ fields }: AlbumTrack, lacks: readonly TrackLack[]): string[] {
  const kept = fields.lacks.filter((each) => each !== 'unknown');
  const isRight = fields.lacks.includes('unknown')
    ? kept.every((each) => lacks.includes(each))
    : String(kept) === String(lacks);
  return isRight ? [] : [`lacks ${lacks} instead of ${fields.lacks} on an album`];
}

function albumFaults({ fields }: Album, places: readonly AlbumTrack[]): string[] {
  const upc = fields['upc-code'];
  const hasSong = places.some((place) => place.fields.kind === 'song');
  return [
    ...(fields.format === 'video' && hasSong ? ['is a video release with a song'] : []),
    ...(fields.gtin === (upc === null ? null : gtinOf(upc)) ? [] : [`compares ${upc} as ${fields.gtin}`]),
  ];
}
