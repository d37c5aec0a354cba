/** The album-dsps of the DSPs that albums keep: one for each. */
import type { Stored, StoredRecord } from '../kit/declare/fields.ts';
import type { RecordSource } from '../kit/declare/record-source.ts';
import { entryOf, recordOf } from '../kit/records/rows.ts';
import { ownerKey, recordKey } from '../kit/table/keys.ts';
import { albumDsps } from './api/album-dsps.ts';
import { ALBUM_ID_SPACING, albums } from './api/albums.ts';
import { albumDspId, pairOf } from './rules/album-dsps.ts';

type AlbumDsp = Stored<typeof albumDsps>;

/** @returns the record of a pair, whether the album has the DSP or not. */
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

/** By age of the album, and then by DSP. */
const ofAlbum = ({ id, ownerId, version = 0, fields: { dsps = [] } }: KeepsDsps): StoredRecord[] =>
  dsps
    .toSorted((left, right) => Number(left) - Number(right))
    .map((dsp) => albumDsp({ ownerId, version }, { album: id, dsp }));

export const albumDspSource: RecordSource = {
  async find(ids, { table }) {
    const wanted = new Set(ids);
    const keys = new Set(ids.map((id) => pairOf(id, ALBUM_ID_SPACING).album));
    const rows = await table.getMany(
      Array.from(keys, (id) => recordKey(albums.type, id)),
      true,
    );
    return rows.flatMap((row) => ofAlbum(recordOf(albums, row))).filter(({ id }) => wanted.has(id));
  },

  async owned(ownerId, { table }) {
    const rows = await table.query({ index: 'by-owner', partition: ownerKey(ownerId, albums.type) });
    return rows.flatMap((item) => ofAlbum(entryOf(albums, { item, ownerId })));
  },

  async linking(ownerId, { relationship, ids }, { table }) {
    if (relationship !== 'album') throw new Error(`album-dsps are not found by ${relationship}.`);
    const keys = ids.filter((id) => albums.idPattern.test(id)).map((id) => recordKey(albums.type, id));
    const found = (await table.getMany(keys, true)).map((row) => recordOf(albums, row));
    return found.filter((album) => album.ownerId === ownerId).flatMap(ofAlbum);
  },
};
