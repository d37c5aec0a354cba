/** Several changes in one transaction: counted, limited and merged together. */
import { expect, it } from 'vitest';
import { albumTracks } from '../../../../shared/catalogue/api/album-tracks.ts';
import { albums } from '../../../../shared/catalogue/api/albums.ts';
import { tracks } from '../../../../shared/catalogue/api/tracks.ts';
import type { StoredRecord } from '../../../../shared/kit/declare/fields.ts';
import type { Resource } from '../../../../shared/kit/declare/resource.ts';
import type { Change } from '../../../../shared/kit/records/changes.ts';
import { deciding } from '../../../../shared/kit/records/deciding.ts';
import { findRecord, newRecord, type Store, save, storeOf } from '../../../../shared/kit/records/store.ts';
import { recordKey } from '../../../../shared/kit/table/keys.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { definitions } from '../../../../shared/service/definitions.ts';
import { allRows, faultsOf } from '../../../support/invariants.ts';
import { withTable } from '../../../support/table.ts';

withTable();

const storeNow = (): Store => storeOf(definitions, { table: new Table(), now: new Date() });
const made = (resource: Resource, fields: StoredRecord['fields']): Change & { after: StoredRecord } => ({
  resource,
  after: newRecord(storeNow(), resource, { ownerId: '1', fields }),
});
const rights = { 'is-explicit': false, 'rights-owner-year': 2026, 'rights-owner-name': 'Blue Room' };
const newAlbum = () => made(albums, { title: 'Album', release_date: '2026-11-30', ...rights });
const newTrack = () =>
  made(tracks, { title: 'Track', order: 1, ...rights, 'primary-genre': '1', language: '118' });
const linking = (album: string, track: string, order: number) => made(albumTracks, { album, track, order });
const faults = async () => faultsOf(definitions, await allRows());

it('a limit counts all links added by one transaction', async () => {
  const store = storeNow();
  const album = newAlbum();
  const first = newTrack();
  const second = newTrack();
  await save(deciding(store), [album, first, second]);
  const { id } = album.after;
  await store.table.commit([
    { update: recordKey('albums', id), with: [{ set: ['counts', 'album-tracks.album'], to: 999 }] },
  ]);
  const both = [linking(id, first.after.id, 1), linking(id, second.after.id, 2)];
  await expect(save(deciding(store), both)).rejects.toThrow('At most 1000 can link to one album.');
  expect(await save(deciding(store), both.slice(0, 1))).toEqual({ is: 'saved' });
  await expect(save(deciding(store), both.slice(1))).rejects.toThrow('At most 1000');
  await store.table.commit([
    { update: recordKey('albums', id), with: [{ set: ['counts', 'album-tracks.album'], to: 1 }] },
  ]);
});

it('equal changes of a record are merged, and different ones are rejected', async () => {
  const store = storeNow();
  const album = newAlbum();
  const track = newTrack();
  const link = linking(album.after.id, track.after.id, 1);
  await save(deciding(store), [album, track, link]);
  const before = await findRecord(store, albumTracks, link.after.id);
  const deletion = { resource: albumTracks, before };
  await expect(save(deciding(store), [deletion, { ...deletion, after: link.after }])).rejects.toThrow(
    'two different changes of',
  );
  expect(await save(deciding(store), [deletion, { ...deletion }])).toEqual({ is: 'saved' });
  expect(await faults()).toEqual([]);
});
