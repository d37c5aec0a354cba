/** The automatic decision on a request: complete albums are approved, others rejected with what they lack. */

import type { Album } from '../../catalogue/api/albums.ts';
import { type TrackAsset, trackAssets } from '../../catalogue/api/track-assets.ts';
import { unreadyVideos } from '../../catalogue/counters.ts';
import { unheld } from '../../kit/records/deciding.ts';
import { linkedRecordsOf } from '../../kit/records/linked-records.ts';
import type { Store } from '../../kit/records/store.ts';
import { readSettings } from '../../platform/settings.ts';
import {
  type AlbumLists,
  albumContents,
  albumLists,
  needsReadArtwork,
  soundedPlaces,
  tracksOn,
} from '../contents/album-contents.ts';
import { isQuestionable } from '../rules/approved-sounds.ts';
import { missingItems } from '../rules/completeness.ts';
import type { Decide, RequestDecision } from './request-decision.ts';

const SERVICE = { by: 'service', actor: 'service' } as const;
const approval: RequestDecision = { on: 'approve', ...SERVICE };

/** Keeps the record of a decision small. */
const MAX_SENTENCES = 10;

/** @param sentences what the album lacks. */
export function rejection(sentences: readonly string[]): RequestDecision {
  const more = sentences.length - MAX_SENTENCES;
  const shown = sentences.slice(0, MAX_SENTENCES);
  const reason = [...shown, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
  return { on: 'refuse', ...SERVICE, reason };
}

/**
 * No decision while artwork is being read or a video master validated, on a sound that is for a person to judge, or
 * after someone else has decided.
 */
export const verdict: Decide = async ({ fields }, album, store, lists) => {
  if (fields.status !== 'pending') return undefined;
  if (fields['request-type'] === 'takedown') return approval;
  if (needsReadArtwork(album)) return undefined;
  const reading = unheld(
    store,
    'The lists of the album note what its tracks lack and how their audio was analyzed, and it counts its masters.',
  );
  if (lists && (await isHeldForSound(reading, lists))) return undefined;
  // The approval checks completeness.
  if (unreadyVideos.of(album) === 0) return approval;
  const { contents } = await albumContents(
    reading,
    { album, lists: await albumLists(store, album) },
    fields.dsps,
  );
  const missing = missingItems(contents).map(({ detail }) => detail);
  const lacking = [...missing, ...(await invalidMasters(reading, album))];
  return lacking.length > 0 ? rejection(lacking) : undefined;
};

/** Whether a person decides, including because of findings after the review. */
const isHeldForSound = async (store: Store, lists: AlbumLists): Promise<boolean> =>
  readSettings().holdAudioMatches &&
  (await soundedPlaces(store, lists)).some(({ sound }) => isQuestionable(sound));

/** @returns a sentence for each track with an invalid video master. */
async function invalidMasters(store: Store, album: Album): Promise<string[]> {
  const tracks = (await tracksOn(store, album)).map(({ track }) => track);
  const masters = await linkedRecordsOf(store, tracks, { resource: trackAssets, by: 'track' });
  return tracks.flatMap(({ id, fields: { title } }) =>
    (masters.get(id) ?? []).some(isInvalidVideo)
      ? [`The video master of the track "${title}" is invalid.`]
      : [],
  );
}

const isInvalidVideo = ({ fields }: TrackAsset): boolean =>
  fields['asset-type'] === 'video' && fields['validation-status'] === 'invalid';
