/** Reads a page of a user's releases, oldest first. The command line writes them into files. */
import { users } from '../../accounts/api/users.ts';
import { albums } from '../../catalogue/api/albums.ts';
import { readReleases } from '../../catalogue/back-catalogue/read-release.ts';
import type { Run } from '../../kit/commands/listed.ts';
import { requireRecord } from '../../kit/commands/operation.ts';
import { findRecords } from '../../kit/records/store.ts';
import { ownerKey, sortableId } from '../../kit/table/keys.ts';
import { problem } from '../../kit/values/problems.ts';
import { readSettings } from '../../platform/settings.ts';
import type { exportCatalogue } from '../commands.ts';
import { definitions } from '../definitions.ts';

/** A response has at most 6 MB. */
const MAX_BYTES = 5_000_000;
/** Albums that are read together. Few have more than 20 tracks. */
const PAGE = 25;

export const run = (async ({ user, after }, operation) => {
  await requireRecord(operation, users, user);
  const items = await operation.table.query({
    index: 'by-owner',
    partition: ownerKey(user, albums.type),
    limit: PAGE,
    ...(after !== undefined && { from: `${sortableId(after)} `, upTo: '~' }),
  });
  const ids = items.map(({ ownerSort }) => String(Number(ownerSort)));
  const some = await findRecords(operation, albums, ids);
  const read: object[] = [];
  let bytes = 0;
  let last = after;
  for (const id of ids) {
    const album = some.find((each) => each.id === id);
    const [release] = album ? await readReleases({ ...operation, api: definitions }, [album]) : [];
    bytes += release ? Buffer.byteLength(JSON.stringify(release)) : 0;
    if (bytes > MAX_BYTES && read.length > 0) break;
    if (bytes > MAX_BYTES) throw problem('response_too_large', `The album ${id} is too large for an export.`);
    if (release) read.push({ album: id, release });
    last = id;
  }
  const isEnd = ids.length < PAGE && last === (ids.at(-1) ?? after);
  return { sender: readSettings().packages.sender, releases: read, after: isEnd ? null : last };
}) satisfies Run<typeof exportCatalogue>;
