/** Decides a distribution request: its status, its album, and on approval its deliveries, in one transaction. */
import { albums } from '../api/albums.ts';
import type { Fields, Stored } from '../api/define/fields.ts';
import { distributionRequests } from '../api/distribution-requests.ts';
import { type AlbumTrigger, albumStatusAfter, requestMachine } from '../domain/distribution.ts';
import { problem } from '../domain/problems.ts';
import { transitionOf } from '../domain/states.ts';
import { newIndexing } from '../matching/release-indexing.ts';
import type { Change } from '../records/changes.ts';
import { isZero } from '../records/counts.ts';
import { changed, changeRecord, type Decision, findRecord, type Store } from '../records/store.ts';
import { recordKey } from '../table/keys.ts';
import { newDeliveries } from './new-deliveries.ts';

export type DistributionRequest = Stored<typeof distributionRequests>;
type Album = Stored<typeof albums>;

type Verb = (typeof requestMachine)['transitions'][number]['on'];
type QaStatus = Fields<typeof albums>['qa-status'];

export interface RequestDecision {
  readonly on: Exclude<Verb, 'fail'>;
  readonly by: 'owner' | 'operator';
  /** Who decided, for the record. */
  readonly actor: string;
  readonly reason?: string;
}

interface Consequence {
  readonly album: AlbumTrigger | undefined;
  readonly qa: QaStatus;
}

const consequences: Readonly<Record<RequestDecision['on'], Consequence>> = {
  preapprove: { album: undefined, qa: 'awaiting_review' },
  reject: { album: 'rejected', qa: null },
  approve: { album: 'approved', qa: 'approved' },
  refuse: { album: 'rejected', qa: 'rejected' },
  requeue: { album: 'requested', qa: 'awaiting_review' },
};

/**
 * Two at once: the second finds the status that the first left.
 * @throws unknown_record; the problem of the state machine when the request is not in the right status.
 * @example await decideRequest(store, id, { on: 'approve', by: 'operator', actor })
 */
export function decideRequest(
  store: Store,
  id: string,
  { on, by, actor, reason = null }: Omit<RequestDecision, 'reason'> & { reason?: string | null },
): Promise<DistributionRequest> {
  return changeRecord(store, { resource: distributionRequests, id }, async (before) => {
    const { to } = transitionOf(requestMachine, before.fields.status, { on, by });
    const decision = { decision: on, actor, at: store.now.toISOString(), reason };
    const album = await findRecord(store, albums, before.fields.album);
    const fields = { status: to, decisions: [...before.fields.decisions, decision] };
    if (!album) return { fields };
    const approved = on === 'approve' ? await approval(store, before, album) : {};
    return {
      fields,
      also: [
        albumChange(store, { album, request: before, consequence: consequences[on] }),
        ...(approved.also ?? []),
      ],
      writes: approved.writes ?? [],
    };
  });
}

/** The album of a takedown stays as it is until every store has taken it down. */
function albumChange(
  store: Store,
  { album, request, consequence }: { album: Album; request: DistributionRequest; consequence: Consequence },
): Change {
  const isTakedown = request.fields['request-type'] === 'takedown';
  const status = album.fields['last-status'];
  const moved = isTakedown || !consequence.album ? status : albumStatusAfter(status, consequence.album);
  const fields = { 'last-status': moved, 'qa-status': consequence.qa };
  return { resource: albums, before: album, after: changed(store, albums, { before: album, fields }) };
}

const UNREADY_VIDEOS = 'album-tracks.album.unready-videos';

async function approval(
  store: Store,
  request: DistributionRequest,
  album: Album,
): Promise<Pick<Decision<typeof distributionRequests>, 'also' | 'writes'>> {
  const made = await newDeliveries(store, request, album);
  if (request.fields['request-type'] === 'takedown') return made;
  if ((album.counts?.[UNREADY_VIDEOS] ?? 0) > 0) {
    const detail = 'A video master of the album is not ready: wait until it is valid, or reject the request.';
    throw problem('album_incomplete', detail);
  }
  const ready = { check: recordKey(albums.type, album.id), condition: isZero({ name: UNREADY_VIDEOS }) };
  const indexing = newIndexing({ albumId: album.id, isReleased: true }, store.now);
  return { also: made.also, writes: [...made.writes, ready, indexing] };
}
