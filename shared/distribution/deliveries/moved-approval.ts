/**
 * How the approval of a pending delivery moves to another stage. What owners change is counted by each stage, so that the
 * export says whether the release is still the approved one, and the other stage counts from 0.
 */
import { albums } from '../../catalogue/api/albums.ts';
import { findRecord, type Store } from '../../kit/records/store.ts';
import type { Delivery } from '../api/deliveries.ts';
import { type DistributionRequest, distributionRequests } from '../api/distribution-requests.ts';
import { type ApprovedRelease, approvedReleaseOf } from '../rules/approved-release.ts';
import { type ApprovedSounds, soundsOf } from '../rules/approved-sounds.ts';
import type { MovedApproval } from '../rules/moved-approval.ts';
import { type PinnedFiles, pinnedFilesOf } from '../rules/pinned-files.ts';
import { uncounted } from '../rules/seen-version.ts';
import { changeSinceApproval } from '../seen/release-version.ts';
import { soundsChangedSince } from '../seen/sounds-changed.ts';

/** What was approved last. */
export interface Approved {
  /** ISO 8601. */
  readonly at: string;
  /** Undefined if the decision did not depend on what the release shows. */
  readonly release: ApprovedRelease | undefined;
  /** Undefined if the decision did not depend on the audio analysis. */
  readonly sounds: ApprovedSounds | undefined;
  /** Undefined if the decision has no digests of files, which those of older versions have not. */
  readonly files: PinnedFiles | undefined;
  /** Set if the delivery was moved. Its counts are those of this stage. */
  readonly moved: MovedApproval | undefined;
}

export function approvedBy(
  { fields: { decisions } }: DistributionRequest,
  type: Delivery['fields']['type'],
  moved: MovedApproval | undefined,
): Approved | undefined {
  const approval = decisions.findLast(({ decision }) => decision === 'approve');
  if (!approval) return undefined;
  const release = type === 'takedown' ? undefined : approvedReleaseOf(approval);
  const sounds = soundsOf(approval);
  return {
    at: approval.at,
    release: release && moved ? { ...release, release: uncounted(release.release) } : release,
    sounds: sounds && moved ? { ...sounds, changes: 0 } : sounds,
    files: pinnedFilesOf(approval),
    moved,
  };
}

/** @returns undefined if the delivery depends on no approval of what is handed over. */
export async function approvalToMove(
  store: Store,
  { fields }: Delivery,
  before: MovedApproval | undefined,
): Promise<MovedApproval | undefined> {
  const [album, request] = await Promise.all([
    findRecord(store, albums, fields.album),
    findRecord(store, distributionRequests, fields['distribution-request']),
  ]);
  const approved = request && approvedBy(request, fields.type, before);
  if (!album || !approved) return undefined;
  const { at, release, sounds } = approved;
  const changed = release && (before?.changed ?? (await changeSinceApproval(store, album, release)));
  const others = sounds && (await soundsChangedSince(store.table, album, { sounds, at }));
  return {
    changed: changed ?? null,
    hasOtherSounds:
      before?.hasOtherSounds === true ||
      (others !== undefined && (others.isAny || others.audio.size > 0 || others.masters.size > 0)),
  };
}
