/** What an album needs for distribution (specification 2.7). Pure. */
import type { Problem } from '../../kit/values/problems.ts';

export interface AlbumContents {
  readonly album: Readonly<Record<'artwork' | 'label' | 'primary-genre' | 'language', string | null>> & {
    readonly 'artwork-ai-usage': boolean | null;
    /** A compilation needs no main artist itself. */
    readonly 'is-compilation': boolean;
  };
  /** Why it cannot be delivered with its artwork, a sentence. Undefined if it can, or has none. */
  readonly artworkFault: string | undefined;
  /** Whether it must be stated of the artwork and of each track how artificial intelligence was used. */
  readonly needsDisclosure: boolean;
  readonly dsps: readonly string[];
  /** Keys of the roles of the album's artists. */
  readonly roles: readonly string[];
  readonly places: readonly Place[];
  /** The tracks that may lack something, in the order of their places. */
  readonly tracks: readonly TrackContents[];
}

interface Place {
  readonly trackId: string;
  /** Whether the track states its `ai-usage`. */
  readonly isDisclosed: boolean;
  readonly disc: number;
  readonly order: number;
}

export interface TrackContents {
  readonly id: string;
  readonly title: string;
  readonly isVideo: boolean;
  readonly audio: string | null;
  readonly hasVideoMaster: boolean;
  readonly roles: readonly string[];
}

export interface MissingItem {
  /** A sentence. */
  readonly detail: string;
  /** The id of the track that lacks it, or null for the album. */
  readonly track: string | null;
  /** JSON pointer to the missing member of the album or track. */
  readonly pointer: string;
}

/** The key of the role. */
export const MAIN_ARTIST = 'main_artist';

/** Attributes that are always required cannot be missing. */
export function missingItems(contents: AlbumContents): MissingItem[] {
  const { album, artworkFault, needsDisclosure, dsps, roles, places, tracks } = contents;
  const missing: readonly (readonly [isMissing: boolean, item: string, pointer: string])[] = [
    [album.artwork === null, 'artwork', '/data/attributes/artwork'],
    [album.label === null, 'label', '/data/relationships/label'],
    [album['primary-genre'] === null, 'primary genre', '/data/relationships/primary-genre'],
    [album.language === null, 'language', '/data/relationships/language'],
    [
      !album['is-compilation'] && !roles.includes(MAIN_ARTIST),
      'main artist',
      '/data/relationships/album-artists',
    ],
    [dsps.length === 0, 'DSP', '/data/relationships/album-dsps'],
    [places.length === 0, 'track', '/data/relationships/tracks'],
  ];
  return [
    ...missing.flatMap(([isMissing, item, pointer]) =>
      isMissing ? [{ detail: `The album has no ${item}.`, track: null, pointer }] : [],
    ),
    ...(artworkFault === undefined
      ? []
      : [{ detail: artworkFault, track: null, pointer: '/data/attributes/artwork' }]),
    ...tracks.flatMap(missingOnTrack),
    ...(needsDisclosure ? undisclosed(contents) : []),
    ...gapsIn(places),
  ];
}

function missingOnTrack({ id, title, roles, isVideo, audio, hasVideoMaster }: TrackContents): MissingItem[] {
  const missing: readonly (readonly [isMissing: boolean, item: string, pointer: string])[] = [
    [!roles.includes(MAIN_ARTIST), 'main artist', '/data/relationships/track-artists'],
    [!isVideo && audio === null, 'audio', '/data/attributes/full-audiofile-url'],
    // Masters link to their track, which does not show them.
    [isVideo && !hasVideoMaster, 'video master', '/data'],
  ];
  return missing.flatMap(([isMissing, item, pointer]) =>
    isMissing ? [{ detail: `The track "${title}" has no ${item}.`, track: id, pointer }] : [],
  );
}

/** Whatever does not state the use of artificial intelligence. Places record it, so tracks are not read for it. */
const undisclosed = ({ album, places }: AlbumContents): MissingItem[] => [
  ...(album['artwork-ai-usage'] === null
    ? [
        {
          detail: 'The album does not state whether artificial intelligence was used for its artwork.',
          track: null,
          pointer: '/data/attributes/artwork-ai-usage',
        },
      ]
    : []),
  ...places
    .filter(({ isDisclosed }) => !isDisclosed)
    .map(({ disc, order, trackId }) => ({
      detail: `Track ${order} on disc ${disc} does not state what artificial intelligence was used for.`,
      track: trackId,
      pointer: '/data/attributes/ai-usage',
    })),
];

/** The orders on a disc must be 1, 2, 3 and so on. */
function gapsIn(places: readonly Place[]): MissingItem[] {
  const discs = Map.groupBy(places, ({ disc }) => disc);
  return [...discs]
    .toSorted(([left], [right]) => left - right)
    .flatMap(([disc, some]) => {
      const orders = some.map(({ order }) => order).toSorted((left, right) => left - right);
      const gap = orders.findIndex((order, index) => order !== index + 1);
      if (gap < 0) return [];
      const detail = `Disc ${disc} has no track with order ${gap + 1}.`;
      return [{ detail, track: null, pointer: '/data/relationships/album-tracks' }];
    });
}

/** @returns the problems of a request for the album. */
export const incompleteAlbum = (missing: readonly MissingItem[]): Problem[] =>
  missing.map(({ detail }) => ({
    code: 'album_incomplete',
    detail,
    pointer: '/data/relationships/album',
  }));
