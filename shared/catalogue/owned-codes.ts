/** Whether an owner has a code that only the stage gives, or had it on a record that was deleted. */
import { findRecord, findRecords, type Store } from '../kit/records/store.ts';
import { findHolder, uniqueValue } from '../kit/records/unique-values.ts';
import type { Table } from '../kit/table/table.ts';
import type { Write } from '../kit/table/write.ts';
import { albums } from './api/albums.ts';
import { tracks } from './api/tracks.ts';
import { givenCodeKey } from './keys.ts';
import { comparableIsrc, isSameIsrc } from './rules/isrc.ts';
import { gtinOf } from './rules/upc.ts';
import { tracksWithIsrc } from './used-codes.ts';

/** Tracks of one recording, on several albums. */
const MOST_TRACKS = 20;

/** @param code in any spelling. */
export async function ownsIsrc(store: Pick<Store, 'table'>, ownerId: string, code: string): Promise<boolean> {
  const tracksWithCode = await findRecords(
    store,
    tracks,
    await tracksWithIsrc(store.table, code, MOST_TRACKS),
  );
  const owned = tracksWithCode.filter((track) => track.ownerId === ownerId);
  return (
    owned.some(({ fields }) => isSameIsrc(fields['isrc-code'], code)) ||
    wasGivenTo(store.table, ownerId, givenCodeKey('isrc', comparableIsrc(code)))
  );
}

/** @param code of 12 or 13 digits. */
export async function ownsUpc(store: Pick<Store, 'table'>, ownerId: string, code: string): Promise<boolean> {
  const gtin = gtinOf(code) ?? code;
  const value = uniqueValue(albums.type, { owner: 'platform', field: 'gtin', values: [gtin] });
  const holder = await findHolder(store.table, value);
  const album = holder === undefined ? undefined : await findRecord(store, albums, holder);
  return album?.ownerId === ownerId || wasGivenTo(store.table, ownerId, givenCodeKey('upc', gtin));
}

const wasGivenTo = async (
  table: Table,
  ownerId: string,
  key: ReturnType<typeof givenCodeKey>,
): Promise<boolean> => (await table.get(key))?.['ownerId'] === ownerId;

/** Remembers to whom a code was given whose record is deleted. A recording keeps its ISRC on a new track. */
export const rememberIsrc = (ownerId: string, code: string): Write => ({
  put: { ...givenCodeKey('isrc', comparableIsrc(code)), ownerId },
});

export const rememberUpc = (ownerId: string, code: string): Write => ({
  put: { ...givenCodeKey('upc', gtinOf(code) ?? code), ownerId },
});
