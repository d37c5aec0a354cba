/** What an album needs for distribution (specification 2.7). Pure. */
import type { Problem } from '../../kit/values/problems.ts';

export interface AlbumContents {
  readonly album: Readonly<Record<'artwork' | 'label' | 'primary-genre' | 'language', string | null>>;
  readonly dsps: readonly string[];
  /** Keys of the roles of the album's artists. */
  readonly roles: readonly string[];
  readonly places: readonly Place[];
  /** Those that may lack something, in the order of their places. */
  readonly tracks: readonly TrackContents[];
}

interface Place {
  readonly disc: number;
  readonly order: number;
}

export interface TrackContents {
  readonly title: string;
  readonly isVideo: boolean;
  readonly audio: string | null;
  readonly hasVideoMaster: boolean;
  readonly roles: readonly string[];
}

const MAIN_ARTIST = 'main_artist';

/** @returns a sentence for each missing item. Attributes that are always required cannot be missing. */
export function missingItems({ album, dsps, roles, places, tracks }: AlbumContents): string[] {
  const missing: readonly (readonly [boolean, string])[] = [
    [album.artwork === null, 'The album has no artwork.'],
    [album.label === null, 'The album has no label.'],
    [album['primary-genre'] === null, 'The album has no primary genre.'],
    [album.language === null, 'The album has no language.'],
    [!roles.includes(MAIN_ARTIST), 'The album has no main artist.'],
    [dsps.length === 0, 'The album has no DSP.'],
    [places.length === 0, 'The album has no track.'],
  ];
  return [
    ...missing.flatMap(([isMissing, sentence]) => (isMissing ? [sentence] : [])),
    ...tracks.flatMap(missingOnTrack),
    ...gapsIn(places),
  ];
}

function missingOnTrack({ title, roles, isVideo, audio, hasVideoMaster }: TrackContents): string[] {
  const name = `The track "${title}"`;
  return [
    ...(roles.includes(MAIN_ARTIST) ? [] : [`${name} has no main artist.`]),
    ...(!isVideo && audio === null ? [`${name} has no audio.`] : []),
    ...(isVideo && !hasVideoMaster ? [`${name} has no video master.`] : []),
  ];
}

/** The orders on a disc must be 1, 2, 3 and so on. */
function gapsIn(places: readonly Place[]): string[] {
  const discs = Map.groupBy(places, ({ disc }) => disc);
  return [...discs]
    .toSorted(([left], [right]) => left - right)
    .flatMap(([disc, some]) => {
      const orders = some.map(({ order }) => order).toSorted((left, right) => left - right);
      const gap = orders.findIndex((order, index) => order !== index + 1);
      return gap < 0 ? [] : [`Disc ${disc} has no track with order ${gap + 1}.`];
    });
}

export const incompleteAlbum = (missing: readonly string[]): Problem[] =>
  missing.map((detail) => ({
    code: 'album_incomplete',
    detail,
    pointer: '/data/relationships/album',
  }));
