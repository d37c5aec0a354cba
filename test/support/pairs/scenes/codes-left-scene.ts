/** A release whose approval was interrupted before it gave codes to its tracks. */
import { givingWork } from '../../../../shared/distribution/work/giving-work.ts';
import { newAdmin } from '../../calls.ts';
import { fillAlbum } from '../../catalogue/fill.ts';
import { newRelease, request } from '../../distribution/release.ts';
import { approve } from '../../distribution/stores.ts';
import { interruptedAfter } from '../../left-of-deletions.ts';
import type { Cast } from '../cast.ts';
import { idsOf, reference } from './small-catalogue.ts';

/** More than fit into the transaction of an approval. */
const TRACKS = 30;

export async function codesLeftScene(): Promise<Cast> {
  const ada = await newAdmin();
  const more = { artwork: 'https://127.0.0.1:9/cover.jpg' };
  const { album, artist } = await newRelease(ada, { ...more, tracks: 0, dsps: ['1'], 'upc-code': null });
  await fillAlbum({ ownerId: ada.userId, album, artists: [artist], count: TRACKS });
  // Has one of the tracks, too, and is requested.
  const other = await newRelease(ada, { ...more, tracks: 1, dsps: ['1'] });
  const tracks = await idsOf(ada, '/tracks?page[size]=100');
  const id = await request(ada, album);
  const ofOther = await request(ada, other.album);
  await interruptedAfter(givingWork, () => approve(id));
  return {
    ada,
    records: {
      albums: [album, other.album],
      tracks: tracks.filter((track) => !other.tracks.includes(track)).slice(0, 2),
      'album-tracks': (await idsOf(ada, `/album-tracks?filter[album]=${album}`)).slice(0, 2),
      artists: [artist, other.artist],
      'distribution-requests': [id, ofOther],
      deliveries: await idsOf(ada, `/distribution-requests/${id}/deliveries`),
      ...reference,
    },
  };
}
