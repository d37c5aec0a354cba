/** What is known of the cover of an album, set without reading a file. */
import { expect } from 'vitest';
import { albums } from '../../../shared/catalogue/api/albums.ts';
import { recordArtwork } from '../../../shared/catalogue/artwork/record-artwork.ts';
import { type AlbumArtwork, pendingArtwork } from '../../../shared/catalogue/rules/album-artwork.ts';
import { findRecord, storeOf } from '../../../shared/kit/records/store.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { required } from '../../../shared/kit/values/required.ts';
import { api } from '../../../shared/service/api.ts';

const COVER_SHA256 = 'c'.repeat(64);

/** @param read what differs from a file that was read. */
export async function setCover(
  album: string,
  read: Partial<AlbumArtwork> = { sha256: COVER_SHA256 },
): Promise<void> {
  const store = storeOf(api, { table: new Table(), now: new Date() });
  const found = required(await findRecord(store, albums, album), 'It was made.');
  const { sha256: _, ...unread } = pendingArtwork(String(found.fields.artwork));
  const artwork = { ...unread, status: 'completed' as const, etag: '"1"', bytes: 4, ...read };
  expect(await recordArtwork(store, { album: found, artwork })).toBe('recorded');
}
