/** Where sound begins after silence, and where it ends before silence, as sub-fingerprints show it. Pure. */
import { ITEM_SECONDS, ITEM_SPAN_SECONDS } from '../../../audio/rules/item-times.ts';
import type { Fingerprint } from './sub-fingerprint.ts';

/** What Chromaprint computes for digital silence. */
const SILENT = 0x256df977;

/** In seconds. A range that ends beside silence is found to end this near to it. */
const NEAR = 1;

/** @returns when sound begins, if silence ends near a time. All times are seconds at speed 1. */
export function soundBegins(fingerprint: Fingerprint, near: number): number | undefined {
  // The sound begins at the end of the first item that is not silent.
  const isFirst = (item: number) => isSilent(fingerprint, item - 1) && !isSilent(fingerprint, item);
  const item = itemsNear(near - ITEM_SPAN_SECONDS).find(isFirst);
  return item === undefined ? undefined : item * ITEM_SECONDS + ITEM_SPAN_SECONDS;
}

/** @returns when sound ends, if silence begins near a time. */
export function soundEnds(fingerprint: Fingerprint, near: number): number | undefined {
  // The sound ends at the beginning of the first item that is silent.
  const isFirst = (item: number) => !isSilent(fingerprint, item - 1) && isSilent(fingerprint, item);
  const item = itemsNear(near).find(isFirst);
  return item === undefined ? undefined : item * ITEM_SECONDS;
}

const isSilent = (fingerprint: Fingerprint, item: number): boolean => fingerprint[item] === SILENT;

/** @returns the numbers of the items that begin near a time. */
function itemsNear(seconds: number): number[] {
  const first = Math.max(1, Math.ceil((seconds - NEAR) / ITEM_SECONDS));
  const last = Math.floor((seconds + NEAR) / ITEM_SECONDS);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
