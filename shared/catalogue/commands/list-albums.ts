/** Lists the albums of an organization page by page. */
import { usersOf } from '../../accounts/users-of.ts';
import type { Run } from '../../kit/commands/listed.ts';
import { newestPage, ownerPartitions } from '../../kit/records/newest-page.ts';
import { albums } from '../api/albums.ts';
import type { listAlbums } from '../commands.ts';
import { tracksOfAlbum } from '../counters.ts';

export const run = (async ({ organization, limit, after }, operation) => {
  const partitions = ownerPartitions(albums, await usersOf(operation, organization));
  const page = await newestPage(operation, albums, { partitions, limit, after });
  const items = page.records.map((album) => ({
    id: album.id,
    title: album.fields.title,
    status: album.fields['last-status'],
    'release-date': album.fields.release_date,
    'upc-code': album.fields['upc-code'],
    tracks: tracksOfAlbum.of(album),
    user: album.ownerId,
    'created-at': album.fields['created-at'],
  }));
  return { items, after: page.after };
}) satisfies Run<typeof listAlbums>;
