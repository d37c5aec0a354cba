/** Decides a distribution request: its status, its album, and on approval its deliveries, in one transaction. */
import { type Album, albums } from '../../catalogue/api/albums.ts';
import { requestsOf } from '../../catalogue/in-distribution/album-requests.ts';
import type { Fields } from '../../kit/declare/fields.ts';
import type { Change } from '../../kit/records/changes.ts';
import { isZero } from '../../kit/records/counts.ts';
import { changed, changeRecord, type Decision, findRecord, type Store } from '../../kit/records/store.ts';
import { recordKey } from '../../kit/table/keys.ts';
import type { Write } from '../../kit/table/write.ts';
import { problem, throwIfAny } from '../../kit/values/problems.ts';
import { transitionOf } from '../../kit/values/states.ts';
import { indexingWork } from '../../matching/release-indexing.ts';
import { readSettings } from '../../platform/settings.ts';
import { type DistributionRequest, distributionRequests } from '../api/distribution-requests.ts';
import { newDeliveries } from '../new-deliveries.ts';
import { missingItems } from '../rules/completeness.ts';
import { type AlbumTrigger, albumStatusAfter, requestMachine } from '../rules/distribution.ts';
import { openProblems } from '../rules/distribution-request.ts';
import { albumContents } from './album-contents.ts';
import { newReview } from './review-work.ts';

type Verb = (typeof requestMachine)['transitions'][number]['on'];
type QaStatus = Fields<typeof albums>['qa-status'];

export interface RequestDecision {
  readonly on: Exclude<Verb, 'fail'>;
  readonly by: 'owner' | 'operator' | 'service';
  /** Who decided, for the record. */
  readonly actor: string;
  readonly reason?: string | null;
}

/** What is decided of a request and its album as they are now; nothing when undefined. */
export type Decide = (
  request: DistributionRequest,
  album: Album,
) => Promise<RequestDecision | undefined> | RequestDecision | undefined;

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
 * Of two concurrent decisions, the second finds the status that the first left.
 * @param writes of the same transaction.
 * @returns the request, changed or not.
 * @throws unknown_record; the problem of the state machine when the request is not in the right status.
 */
export function decideRequest(
  store: Store,
  id: string,
  decide: Decide,
  writes: readonly Write[] = [],
): Promise<DistributionRequest> {
  return changeRecord(store, { resource: distributionRequests, id }, async (request) => {
    const album = await findRecord(store, albums, request.fields.album ?? '');
    if (!album) throw problem('distribution_request_not_open', 'The album of the request was deleted.');
    const decision = await decide(request, album);
    if (!decision) return undefined;
    const made = await consequencesOf(store, { request, album }, decision);
    return { ...made, writes: [...(made.writes ?? []), ...writes] };
  });
}

async function consequencesOf(
  store: Store,
  { request, album }: { request: DistributionRequest; album: Album },
  { on, by, actor, reason = null }: RequestDecision,
): Promise<Decision<typeof distributionRequests>> {
  const { to } = transitionOf(requestMachine, request.fields.status, { on, by });
  if (on === 'requeue') throwIfAny(openProblems(requestsOf(album)));
  const decision = { decision: on, actor, at: store.now.toISOString(), reason };
  const held = on === 'approve' || on === 'preapprove' ? await completeness(store, request, album) : [];
  const approved = on === 'approve' ? await approval(store, request, album) : {};
  const reviewed =
    to === 'pending'
      ? newReview({ requestId: request.id, ownerId: request.ownerId }, readSettings(), store.now)
      : [];
  return {
    fields: {
      status: to,
      decisions: [...request.fields.decisions, decision],
      ...(on === 'requeue' && statusBefore(album)),
    },
    also: [albumChange(store, { album, request, consequence: consequences[on] }), ...(approved.also ?? [])],
    writes: [...held, ...(approved.writes ?? []), ...reviewed],
  };
}

/** What the request itself has made of the album before is not the status to go back to. */
const statusBefore = ({
  fields: { 'last-status': status },
}: Album): Partial<DistributionRequest['fields']> =>
  status === 'rejected' || status === 'error' ? {} : { 'album-status-before': status };

/**
 * A takedown needs no complete album.
 * @returns conditions that the album is still complete when the decision is written.
 * @throws album_incomplete for each item that is missing.
 */
async function completeness(
  store: Store,
  { fields }: DistributionRequest,
  album: Album,
): Promise<readonly Write[]> {
  if (fields['request-type'] === 'takedown') return [];
  const { contents, unchanged } = await albumContents(store, album, fields.dsps);
  throwIfAny(missingItems(contents).map((detail) => ({ code: 'album_incomplete', detail })));
  return unchanged;
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

/** Whether a video master of the album is not validated, or was found invalid. */
export const hasUnreadyVideos = (album: Album): boolean => (album.counts?.[UNREADY_VIDEOS] ?? 0) > 0;

async function approval(
  store: Store,
  request: DistributionRequest,
  album: Album,
): Promise<Pick<Decision<typeof distributionRequests>, 'also' | 'writes'>> {
  const made = await newDeliveries(store, request, album);
  if (request.fields['request-type'] === 'takedown') return made;
  if (hasUnreadyVideos(album)) {
    const detail = 'A video master of the album is not ready: wait until it is valid, or reject the request.';
    throw problem('album_incomplete', detail);
  }
  const ready = { check: recordKey(albums.type, album.id), condition: isZero({ name: UNREADY_VIDEOS }) };
  const indexing = indexingWork.start(
    { albumId: album.id, ownerId: album.ownerId, isReleased: true },
    store.now,
  );
  return { also: made.also, writes: [...made.writes, ready, indexing] };
}
