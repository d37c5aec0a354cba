/** POST /album-dsps/bulk/assign and /bulk/remove: up to 90 pairs, all or none. Each album changes once. */

import { creationStore } from '../../kit/crud/context.ts';
import { renderMany } from '../../kit/crud/read/render.ts';
import { readDrafts } from '../../kit/crud/write/bulk.ts';
import type { RecordDraft } from '../../kit/crud/write/draft.ts';
import type { WriteContext } from '../../kit/crud/write/hooks.ts';
import type { ActionHandler } from '../../kit/group-handler.ts';
import { itemProblems } from '../../kit/jsonapi/document.ts';
import type { Change } from '../../kit/records/changes.ts';
import { decided } from '../../kit/records/decided.ts';
import type { Deciding } from '../../kit/records/deciding.ts';
import { findRecords, save } from '../../kit/records/store.ts';
import { throwIfAny } from '../../kit/values/problems.ts';
import { albumDsp } from '../album-dsp-source.ts';
import { albumDsps, MAX_PAIRS } from '../api/album-dsps.ts';
import { type Album, albums } from '../api/albums.ts';
import { albumDspId } from '../rules/album-dsps.ts';
import { requireWritable } from '../rules/music-videos.ts';
import { type Assigner, albumWith, assignmentProblemsOf, findAssigner } from './assign.ts';

interface Pair {
  readonly index: number;
  readonly album: Album;
  readonly dsp: string;
}

export const assign: ActionHandler = (unread) =>
  decided(unread, async (context) => {
    const pairs = await pairsOf(context);
    const assigner = await findAssigner(context);
    rejectBroken(pairs, assigner);
    const ids = [...new Set(pairs.map(({ album, dsp }) => albumDspId(album.id, dsp)))];
    const changes = changedAlbums(context, pairs, (now, named) => [...new Set([...now, ...named])]);
    const store = creationStore(context, { type: albumDsps.type, ids, status: 201, isList: true });
    const outcome = await save(store, changes);
    if (outcome.is !== 'saved') return 'again';
    const shown = pairs.map(({ album, dsp }) => albumDsp(album, { album: album.id, dsp }));
    const records = [...new Map(shown.map((record) => [record.id, record])).values()];
    return renderMany(context, albumDsps, { records, status: 201 });
  });

export const remove: ActionHandler = (unread) =>
  decided(unread, async (context) => {
    const pairs = await pairsOf(context);
    const changes = changedAlbums(context, pairs, (now, named) => now.filter((id) => !named.includes(id)));
    const outcome = await save(context, changes);
    return outcome.is === 'saved' ? { status: 204 } : 'again';
  });

/** @throws problems of the documents; video_read_only (403) for an album that the account may not change. */
async function pairsOf(context: WriteContext & Deciding): Promise<Pair[]> {
  const drafts: readonly RecordDraft[] = await readDrafts(context, albumDsps, { max: MAX_PAIRS });
  const ids = drafts.map((draft) => String(draft.valid('album')));
  const records = await findRecords(context, albums, ids);
  const byId = new Map(records.map((album) => [album.id, album]));
  const pairs = drafts.flatMap((draft, index) => {
    const album = byId.get(String(draft.valid('album')));
    return album ? [{ index, album, dsp: String(draft.valid('dsp')) }] : [];
  });
  requireWritable(
    context.caller,
    pairs.map(({ album }) => album),
  );
  return pairs;
}

/** Pairs that already exist are not errors. */
function rejectBroken(pairs: readonly Pair[], assigner: Assigner): void {
  const broken = pairs.filter(({ album, dsp }) => !album.fields.dsps.includes(dsp));
  const problems = broken.flatMap(({ index, album, dsp }) =>
    itemProblems(assignmentProblemsOf(album, dsp, assigner), index),
  );
  throwIfAny(problems);
}

/** @param choose returns the new DSPs of an album, given its current DSPs and those in the request. */
function changedAlbums(
  context: WriteContext,
  pairs: readonly Pair[],
  choose: (now: readonly string[], named: readonly string[]) => readonly string[],
): Change[] {
  const byAlbum = Map.groupBy(pairs, ({ album }) => album.id);
  return [...byAlbum.values()].flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    const { album } = first;
    const dsps = choose(album.fields.dsps, [...new Set(some.map(({ dsp }) => dsp))]);
    return dsps.length === album.fields.dsps.length ? [] : [albumWith(context, album, dsps)];
  });
}
