/** The parcel of one delivery, from the release that all deliveries of its request hand over. Pure. */
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { type Parcel, type ParcelTrack, parcelRelease } from '../../ern/write/parcel.ts';
import { required } from '../../kit/values/required.ts';
import { dspById } from '../../reference/data/dsps.ts';
import { dspOf } from '../album-stores.ts';
import type { Delivery } from '../api/deliveries.ts';
import { goesTo } from '../rules/store-tracks.ts';

export const handedRelease = v.strictObject({
  release: parcelRelease,
  /** Why nothing of it is handed over: it is not what was approved. A sentence for the owner. */
  changed: v.exactOptional(v.string()),
  /** Ids of the tracks that no DSP may fingerprint. */
  unscannedTracks: v.array(v.string()),
  /** Tracks that are not handed over, with the reason. */
  withheldTracks: v.array(v.object({ id: v.string(), reason: v.string() })),
});

export type HandedRelease = v.InferOutput<typeof handedRelease>;

type Tracked = Pick<HandedRelease['release'], 'tracks'>;

/** Whether the tracks of a release still have the files that they had. */
export function hasSameMasters(earlier: Tracked, { tracks }: Tracked): boolean {
  const now = new Map(tracks.map((track) => [track.id, filesOf(track)]));
  return earlier.tracks.every((track) => isDeepStrictEqual(now.get(track.id), filesOf(track)));
}

const filesOf = ({ audio, md5, isVideo, masters }: ParcelTrack) => ({
  audio,
  md5,
  isVideo,
  masters: masters.map(({ type, url }) => ({ type, url })),
});

/** @returns undefined if the DSP gets none of the tracks, so there is nothing to send. */
export function parcelFor(
  delivery: Delivery,
  { release, unscannedTracks }: Pick<HandedRelease, 'release' | 'unscannedTracks'>,
): Parcel | undefined {
  const dsp = required(dspById(dspOf(delivery)), `There is no DSP ${delivery.fields.dsp}.`);
  const unscanned = new Set(unscannedTracks);
  const tracks = release.tracks.filter(({ id, isVideo }) =>
    goesTo({ 'is-video': isVideo, 'allow-fingerprint-scan': !unscanned.has(id) }, dsp),
  );
  const { type, 'store-delivery-id': storeDeliveryId, 'created-at': createdAt } = delivery.fields;
  if (tracks.length === 0 && type !== 'takedown') return undefined;
  return {
    storeDeliveryId,
    type,
    dsp: { id: dsp.id, name: dsp.name },
    createdAt,
    release: { ...release, tracks },
  };
}

/** @returns why the parcel is not handed over, if it or one of its tracks must not be. */
export const withheldReason = (
  { release }: Parcel,
  { changed, withheldTracks }: Pick<HandedRelease, 'changed' | 'withheldTracks'>,
): string | undefined =>
  changed ?? withheldTracks.find((withheld) => release.tracks.some(({ id }) => id === withheld.id))?.reason;
