/** Derives album-dsps from the DSPs stored on albums. */
import type { Entry, Stored, StoredRecord } from '../kit/declare/fields.ts';
import type { RecordSource } from '../kit/declare/record-source.ts';
import { recordList } from '../kit/lists/list-state.ts';
import { entriesOfOwner } from '../kit/lists/owned-entries.ts';
import { findRecords } from '../kit/records/store.ts';
import { albumDsps } from './api/album-dsps.ts';
import { ALBUM_ID_SPACING, albums } from './api/albums.ts';
import { catalogueKeyRows } from './keys.ts';
import { albumDspId, pairOf } from './rules/album-dsps.ts';

type AlbumDsp = Stored<typeof albumDsps>;

/** @returns the record of a pair, even if the album does not have the DSP. */
export const albumDsp = (
  { ownerId, version }: { readonly ownerId: string; readonly version: number },
  { album, dsp }: { readonly album: string; readonly dsp: string },
): AlbumDsp => ({
  type: albumDsps.type,
  id: albumDspId(album, dsp),
  ownerId,
  version,
  fields: { album, dsp },
});

interface KeepsDsps {
  readonly id: string;
  readonly ownerId: string;
  readonly version?: number;
  readonly fields: { readonly dsps?: readonly string[] };
}

/** Ordered by the age of the album, then by DSP. */
const ofAlbum = ({ id, ownerId, version = 0, fields: { dsps = [] } }: KeepsDsps): StoredRecord[] =>
  dsps
    .toSorted((left, right) => Number(left) - Number(right))
    .map((dsp) => albumDsp({ ownerId, version }, { album: id, dsp }));

export const albumDspSource: RecordSource = {
  async find(ids, { table }) {
    const idSet = new Set(ids);
    const albumIds = ids.map((id) => pairOf(id, ALBUM_ID_SPACING).album);
    const records = await findRecords({ table }, albums, albumIds);
    return records.flatMap(ofAlbum).filter(({ id }) => idSet.has(id));
  },

  async owned(ownerId, { table }) {
    const list = recordList(albums, { row: catalogueKeyRows.albums }, ownerId);
    const entries: readonly Entry<typeof albums>[] = await entriesOfOwner(table, list);
    return entries.flatMap(ofAlbum);
  },

  async linking(ownerId, { relationship, ids }, { table }) {
    if (relationship !== 'album') throw new Error(`album-dsps cannot be found by ${relationship}.`);
    const possible = ids.filter((id) => albums.idPattern.test(id));
    const records = await findRecords({ table }, albums, possible);
    return records.filter((album) => album.ownerId === ownerId).flatMap(ofAlbum);
  },
};
