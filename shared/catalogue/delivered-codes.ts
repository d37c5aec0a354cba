/**
 * Codes that stores have. They stay with the owner and the record that were delivered with them, for reports and against
 * other records, also after the code was changed, the release was taken down, or the record was deleted.
 */
import type { Item } from '../kit/table/item.ts';
import type { Table } from '../kit/table/table.ts';
import type { Write } from '../kit/table/write.ts';
import type { Album } from './api/albums.ts';
import type { Track } from './api/tracks.ts';
import { deliveredCodeKey } from './keys.ts';
import { readIsrc } from './rules/isrc.ts';

/** The first track of an owner that a store got with a code. */
export interface DeliveredTrack {
  readonly owner: string;
  readonly id: string;
  /** Its oldest album at that time. */
  readonly album: string | null;
}

/** The row of a code has a member for each owner. */
const memberOf = (ownerId: string): string => `:${ownerId}`;

/**
 * Codes that are not ISRCs are skipped, because no store report names them. Idempotent. Several tracks of one owner with
 * one code are one write, because the first one keeps it.
 */
export function keepIsrcs(all: readonly { readonly track: Track; readonly code: string }[]): Write[] {
  const byRow = new Map<string, Write>();
  for (const { track, code } of all) {
    const isrc = readIsrc(code);
    const name = `${isrc} ${track.ownerId}`;
    if (isrc === null || byRow.has(name)) continue;
    const kept = { id: track.id, album: track.fields['oldest-album'] };
    byRow.set(name, {
      update: deliveredCodeKey('isrc', isrc),
      with: [{ init: memberOf(track.ownerId), to: kept }],
    });
  }
  return [...byRow.values()];
}

/** @param codes in comparable form. @returns by code, the tracks that stores got with it, one of each owner. */
export async function deliveredWith(
  table: Table,
  codes: readonly string[],
): Promise<ReadonlyMap<string, readonly DeliveredTrack[]>> {
  const rows = await table.getMany(
    codes.map((code) => deliveredCodeKey('isrc', code)),
    true,
  );
  const prefix = deliveredCodeKey('isrc', '').pk;
  return new Map(rows.map((row) => [String(row['pk']).slice(prefix.length), tracksIn(row)]));
}

const tracksIn = (row: Item): DeliveredTrack[] =>
  Object.entries(row).flatMap(([member, kept]) => {
    if (!member.startsWith(':')) return [];
    const { id, album } = Object(kept);
    return [{ owner: member.slice(1), id: String(id), album: typeof album === 'string' ? album : null }];
  });

/** The album that a store got with a product code, and that has lost it since. */
export interface FormerAlbum {
  readonly ownerId: string;
  readonly album: string;
  /** It was taken down and deleted, so that its owner can release it again under the code. */
  readonly isDeleted: boolean;
}

/** Keeps the product code of an album that a store got, when the album loses it. */
export const keepUpc = ({ id: album, ownerId, fields }: Album, isDeleted = false): Write[] =>
  fields['was-delivered'] && fields.gtin !== null
    ? [{ put: { ...deliveredCodeKey('upc', fields.gtin), ownerId, album, isDeleted } }]
    : [];

export async function formerAlbumOf(table: Table, gtin: string): Promise<FormerAlbum | undefined> {
  const row = await table.get(deliveredCodeKey('upc', gtin));
  if (!row) return undefined;
  return {
    ownerId: String(row['ownerId']),
    album: String(row['album']),
    isDeleted: row['isDeleted'] === true,
  };
}
