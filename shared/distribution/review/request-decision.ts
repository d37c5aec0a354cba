/** Decides a distribution request in one transaction with its album and, on approval, its deliveries. */

import { type Album, albums } from '../../catalogue/api/albums.ts';
import { unreadyVideos } from '../../catalogue/counters.ts';
import { digestOfArtwork } from '../../catalogue/rules/album-artwork.ts';
import type { Fields } from '../../kit/declare/fields.ts';
import type { Change } from '../../kit/records/changes.ts';
import { type Deciding, plain, unheld } from '../../kit/records/deciding.ts';
import { changed, changeRecord, type Decision, findRecord, type Store } from '../../kit/records/store.ts';
import { rowExists } from '../../kit/table/expressions.ts';
import type { Write } from '../../kit/table/write.ts';
import { problem, throwIfAny } from '../../kit/values/problems.ts';
import { required } from '../../kit/values/required.ts';
import { indexingWork } from '../../matching/released/indexing-work.ts';
import { describedError, writeLine } from '../../platform/log.ts';
import { readSettings } from '../../platform/settings.ts';
import { type DistributionRequest, distributionRequests } from '../api/distribution-requests.ts';
import { finishGiving } from '../codes/finish-giving.ts';
import { type GivenCodes, giveCodes, noCodes } from '../codes/give-codes.ts';
import {
  type AlbumLists,
  albumContents,
  albumLists,
  type Place,
  type PlacedContents,
} from '../contents/album-contents.ts';
import { requestsOf } from '../contents/album-requests.ts';
import { soundChanges } from '../counters.ts';
import { newDeliveries, type RecipientFacts, recipientFacts, recipientsOf } from '../new-deliveries.ts';
import { soundsOn } from '../rules/approved-sounds.ts';
import { missingItems } from '../rules/completeness.ts';
import {
  type AlbumTrigger,
  albumStatusAfter,
  type RequestTrigger,
  requestStatusAfter,
} from '../rules/distribution.ts';
import { openProblems } from '../rules/distribution-request.ts';
import type { PinnedFiles } from '../rules/pinned-files.ts';
import { requeueProblems } from '../rules/ways-out.ts';
import { approvedVersion, requireSeen } from '../seen/release-version.ts';
import { givingWork } from '../work/giving-work.ts';
import { newReview, reviewWork } from '../work/review-work.ts';
import { approvedFiles } from './approved-files.ts';
import { requireReadArtwork } from './required-cover.ts';

type QaStatus = Fields<typeof albums>['qa-status'];

export interface RequestDecision extends RequestTrigger {
  readonly on: Exclude<RequestTrigger['on'], 'fail'>;
  /** Who decided, for the record. */
  readonly actor: string;
  readonly reason?: string | null;
  /** The version of the release that was seen. If it has changed, there is no decision. */
  readonly seen?: string | undefined;
}

/** Decides on the current request and album. Undefined means no decision. */
export type Decide = (
  request: DistributionRequest,
  album: Album,
  store: Store & Deciding,
  /** Undefined for a takedown. The decision is written only if the places and their contents have not changed. */
  lists: AlbumLists | undefined,
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
 * Makes a decision. Of two concurrent decisions, the second is made on the result of the first.
 * @returns the request, whether or not it changed.
 * @throws unknown_record; the problem of the state machine if the status does not allow the decision; release_changed.
 */
export const decideRequest = (
  store: Store,
  id: string,
  decision: RequestDecision,
): Promise<DistributionRequest> => decideAs(store, id, { on: decision.on, decide: () => decision });

/**
 * Makes the decision that `decide` returns for the current request and album. They may lead to an approval, so what it
 * needs is read with them.
 * @param writes added to the transaction.
 * @returns and throws as `decideRequest` does.
 */
export const decideRequestBy = (
  store: Store,
  id: string,
  decide: Decide,
  writes: readonly Write[] = [],
): Promise<DistributionRequest> => decideAs(store, id, { on: 'approve', decide, writes });

interface DecisionToMake {
  /** The decision for which the album is read. */
  readonly on: RequestDecision['on'];
  readonly decide: Decide;
  readonly writes?: readonly Write[];
}

async function decideAs(
  unread: Store,
  id: string,
  { on, decide, writes = [] }: DecisionToMake,
): Promise<DistributionRequest> {
  let left: GivenCodes['left'];
  const after = await changeRecord(unread, { resource: distributionRequests, id }, async (request, store) => {
    left = undefined;
    const decided = await readDecided(store, request, on);
    const decision = await decide(request, decided.album, store, decided.lists);
    if (!decision) return undefined;
    const { leftCodes, ...made } = await makeDecision(store, decided, decision);
    left = leftCodes;
    return { ...made, writes: [...(made.writes ?? []), ...writes] };
  });
  if (left) await giveLeft(unread, left);
  return after;
}

/** The request is approved. What cannot be given here is given by the function. */
async function giveLeft(store: Store, left: NonNullable<GivenCodes['left']>): Promise<void> {
  const ending = { ...givingWork.end(left.requestId), condition: rowExists };
  await finishGiving(plain(store), left, ending).catch((error: unknown) =>
    writeLine({ level: 'warn', message: 'codes.left', error: describedError(error) }),
  );
}

/** What a decision is made on. What it does not need is undefined. */
interface Decided {
  readonly request: DistributionRequest;
  readonly album: Album;
  readonly lists: AlbumLists | undefined;
  readonly recipients: RecipientFacts | undefined;
}

/** Reads everything in one round. */
async function readDecided(
  store: Store & Deciding,
  request: DistributionRequest,
  on: RequestDecision['on'],
): Promise<Decided> {
  const { album: id, 'request-type': type } = request.fields;
  const target = id === null ? undefined : { id, ownerId: request.ownerId };
  const isChecked = (on === 'approve' || on === 'preapprove') && type !== 'takedown';
  const [album, lists, recipients] = await Promise.all([
    findRecord(store, albums, id),
    target && isChecked ? albumLists(store, target) : undefined,
    target && on === 'approve' ? recipientFacts(unheld(store, RECIPIENTS), target) : undefined,
  ]);
  if (!album) throw problem('distribution_request_not_open', 'The album of the request was deleted.');
  return { request, album, lists, recipients };
}

/** Why approvals do not hold what decides on their deliveries when it is read. */
export const RECIPIENTS =
  'New deliveries hold the account and the last deliveries to their stores, and each approval writes the album.';

async function makeDecision(
  store: Store & Deciding,
  decided: Decided,
  { on, by, actor, reason = null, seen }: RequestDecision,
): Promise<Decision<typeof distributionRequests> & { readonly leftCodes: GivenCodes['left'] }> {
  const { request, album } = decided;
  if (on === 'requeue') throwIfAny(requeueProblems(request.fields['request-type'], request.fields.status));
  const status = requestStatusAfter(request.fields.status, { on, by });
  if (on === 'requeue') throwIfAny(openProblems(requestsOf(album)));
  if (seen !== undefined) await requireSeen(store, album, seen);
  if (on === 'approve') await requireReadArtwork(store, decided);
  const [complete, release] = await Promise.all([
    on === 'approve' || on === 'preapprove' ? requireComplete(store, decided) : undefined,
    on === 'approve' && by === 'operator' ? approvedRelease(store, decided) : undefined,
  ]);
  const sounds =
    on === 'approve' && complete && dependsOnSounds(by)
      ? soundsOn(complete.places, soundChanges.of(album))
      : undefined;
  const at = store.now.toISOString();
  const isPinned = release !== undefined;
  const approved =
    on === 'approve' ? await approve(store, decided, { places: complete?.places, isPinned }) : undefined;
  const files = approved?.files;
  const approval = sounds && { sounds, ...release, ...(files && { files }) };
  const decision = { decision: on, actor, at, reason, ...approval };
  return {
    fields: {
      status,
      decisions: [...request.fields.decisions.map(withoutFiles), decision],
      ...(on === 'requeue' && statusBefore(album)),
    },
    also: [
      albumChange(store, { album, request, consequence: consequences[on], codes: approved?.codes }),
      ...(approved?.also ?? []),
    ],
    writes: [...(approved?.writes ?? []), ...reviewWrites(store, request, { status, by })],
    leftCodes: approved?.leftCodes,
  };
}

/** @returns its version and its cover. A takedown has none, because it is about what stores have. */
async function approvedRelease(store: Deciding, { request, album }: Decided) {
  if (request.fields['request-type'] === 'takedown') return undefined;
  const { artwork: url, 'artwork-read': read } = album.fields;
  const cover = url === null ? undefined : digestOfArtwork(read, url);
  return { release: await approvedVersion(store, album), ...(cover !== undefined && { cover }) };
}

/** Only those of the last approval matter. */
function withoutFiles(
  decision: DistributionRequest['fields']['decisions'][number],
): DistributionRequest['fields']['decisions'][number] {
  if (!('files' in decision)) return decision;
  const { files: _, ...others } = decision;
  return others;
}

/** Whether the audio analysis matters to who approves. Stages that hold no audio matches approve before it is known. */
const dependsOnSounds = (by: RequestDecision['by']): boolean =>
  by === 'operator' || readSettings().holdAudioMatches;

/** Starts the automatic review of a request that becomes pending, and ends that of one that was. */
function reviewWrites(
  store: Store,
  { id: requestId, ownerId, fields }: DistributionRequest,
  { status, by }: Pick<DistributionRequest['fields'], 'status'> & Pick<RequestDecision, 'by'>,
): Write[] {
  if (status === 'pending') return [newReview({ requestId, ownerId }, readSettings(), store.now)];
  // An automatic review ends itself, under its claim.
  return fields.status === 'pending' && by !== 'service' ? [reviewWork.end(requestId)] : [];
}

/** A status that the request itself caused is not restored later. */
const statusBefore = ({
  fields: { 'last-status': status },
}: Album): Partial<DistributionRequest['fields']> =>
  status === 'rejected' || status === 'error' ? {} : { 'album-status-before': status };

/**
 * Checks completeness, except for a takedown.
 * @returns the places.
 * @throws album_incomplete for each missing item.
 */
async function requireComplete(
  store: Store & Deciding,
  { request: { fields }, album, lists }: Decided,
): Promise<Pick<PlacedContents, 'places'> | undefined> {
  if (fields['request-type'] === 'takedown') return undefined;
  const { contents, ...held } = await albumContents(
    unheld(store, NOTED),
    { album, lists: required(lists, READ) },
    fields.dsps,
  );
  throwIfAny(missingItems(contents).map(({ detail }) => ({ code: 'album_incomplete', detail })));
  return held;
}

interface AlbumDecision {
  readonly album: Album;
  readonly request: DistributionRequest;
  readonly consequence: Consequence;
  readonly codes: GivenCodes['ofAlbum'] | undefined;
}

/** A takedown changes the status of the album only once every store has taken it down. */
function albumChange(store: Store, { album, request, consequence, codes }: AlbumDecision): Change {
  const isTakedown = request.fields['request-type'] === 'takedown';
  const status = album.fields['last-status'];
  const moved = isTakedown || !consequence.album ? status : albumStatusAfter(status, consequence.album);
  const fields = { ...codes, 'last-status': moved, 'qa-status': consequence.qa };
  return { resource: albums, before: album, after: changed(store, albums, { before: album, fields }) };
}

interface Approval {
  readonly codes?: GivenCodes['ofAlbum'];
  readonly leftCodes?: GivenCodes['left'];
  /** Those of tracks in doubt, if an operator approves the release as it is. */
  readonly files?: PinnedFiles;
  readonly also: readonly Change[];
  readonly writes: readonly Write[];
}

/** Codes are held last, so that a rejected approval holds none. */
async function approve(
  store: Store & Deciding,
  { request, album, recipients: facts }: Decided,
  { places = [], isPinned }: { readonly places: readonly Place[] | undefined; readonly isPinned: boolean },
): Promise<Approval> {
  const recipients = await recipientsOf(unheld(store, RECIPIENTS), { request, album }, required(facts, READ));
  const type = request.fields['request-type'];
  if (type === 'takedown') return newDeliveries(store, { request, album, isPinned }, recipients);
  if (unreadyVideos.of(album) > 0) {
    const detail = 'A video master of the album is not ready. Wait until it is valid, or reject the request.';
    throw problem('album_incomplete', detail);
  }
  const files = isPinned
    ? await approvedFiles(store, { request, album, places, dsps: [...recipients.types.keys()] })
    : undefined;
  const released = { albumId: album.id, ownerId: album.ownerId, isReleased: true };
  const codes = type === 'delivery' ? await giveCodes(plain(store), { request, album, places }) : noCodes;
  const coded = { ...album, fields: { ...album.fields, ...codes.ofAlbum } };
  const made = newDeliveries(store, { request, album: coded, isPinned }, recipients);
  // Tracks are found by their codes, so they have them first.
  const indexing = codes.left ? [] : [indexingWork.start(released, store.now)];
  return {
    codes: codes.ofAlbum,
    leftCodes: codes.left,
    ...(files && { files }),
    also: [...made.also, ...codes.ofTracks],
    writes: [...made.writes, ...codes.writes, ...indexing],
  };
}

/** Why the tracks of an album are not held. */
const NOTED = 'The list of the album, which is held, notes what its tracks lack.';

const READ = 'An approval reads them with the album.';
