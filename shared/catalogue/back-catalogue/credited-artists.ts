/** Adds artists to a new album or track, in the transaction that creates it. */

import { ownerOf } from '../../kit/crud/context.ts';
import { loadMany } from '../../kit/crud/read/load.ts';
import { decideDraft } from '../../kit/crud/write/decide.ts';
import type { RecordDraft } from '../../kit/crud/write/draft.ts';
import type { WriteContext } from '../../kit/crud/write/hooks.ts';
import type { FindLinked } from '../../kit/crud/write/input.ts';
import type { Change } from '../../kit/records/changes.ts';
import { deciding } from '../../kit/records/deciding.ts';
import { newRecord } from '../../kit/records/store.ts';
import type { Problem } from '../../kit/values/problems.ts';
import { albumArtists, trackArtists } from '../api/credited-artists.ts';
import { artistDocument } from './documents.ts';
import type { ReleaseArtist, ReleaseTrack } from './release-form.ts';

const MAX_TOGETHER = 12;

/**
 * @param track a new track with direct artists, which it counts, too.
 * @returns how many artists to add in a transaction of 100 writes, of which each takes about three.
 */
export const roomForArtists = ({ direct }: Pick<ReleaseTrack, 'direct'> = { direct: [] }): number =>
  Math.max(0, MAX_TOGETHER - direct.length);

/** Finds reference data. Other records are those of the import, which exist or are created with the draft. */
export const assuming =
  (context: WriteContext): FindLinked =>
  async (target, ids) => {
    if (target.owner === 'platform') return loadMany(context, target, ids);
    const ownerId = ownerOf(context, target);
    return new Map(ids.map((id) => [id, newRecord(context, target, { id, ownerId, fields: {} })]));
  };

/** @param artists with the ids of their records. */
export async function creditedWith(
  context: WriteContext,
  draft: RecordDraft,
  { type, artists }: { type: 'albums' | 'tracks'; artists: readonly (ReleaseArtist & { id: string })[] },
): Promise<{ readonly problems: readonly Problem[]; readonly also: readonly Change[] }> {
  const resource = type === 'albums' ? albumArtists : trackArtists;
  const links: RecordDraft[] = [];
  for (const artist of artists) {
    const document = artistDocument(artist, { type, id: draft.id }, artist.id);
    links.push(
      await decideDraft(deciding({ ...context, hooks: {} }), resource, { document, find: assuming(context) }),
    );
  }
  return {
    problems: links.flatMap(({ problems }) => problems),
    also: links.map(({ id, ownerId, fields }) => ({
      resource,
      after: newRecord(context, resource, { id, ownerId, fields }),
    })),
  };
}
