/**
 * New names of artists and labels, and new codes of artists. An artist can be on thousands of tracks, so that the owner counts them, and not the
 * albums.
 */
import type { Write } from '../../kit/table/write.ts';
import { renameKey, renamesKey } from '../keys.ts';
import { type Changing, logged } from './change-log.ts';

interface Rename {
  readonly type: string;
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** Names of the fields with other codes, by which stores tell artists apart. */
  readonly codes: readonly string[];
}

export const renamed = (
  ownerId: string,
  { type, id, from, to, codes }: Rename,
  changing: Changing,
): Write[] => [
  { update: renamesKey(ownerId), with: [{ add: 'changes', by: 1 }] },
  logged(renameKey(ownerId, { type, id }), { type, id, from, to, codes }, changing),
];
