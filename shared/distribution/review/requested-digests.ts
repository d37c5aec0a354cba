/** The digests of files that are not analyzed, which are read for requests that an operator decides. */
import type { Track } from '../../catalogue/api/tracks.ts';
import { findRecord, type Store } from '../../kit/records/store.ts';
import { keptOf } from '../../matching/digests/kept-digests.ts';
import { digestedTracks, startDigests, startMissingDigests } from '../../matching/digests/start-digests.ts';
import { mayHaveUncompared } from '../../matching/digests/uncompared-files.ts';
import { readSettings } from '../../platform/settings.ts';
import { type DistributionRequest, distributionRequests } from '../api/distribution-requests.ts';
import type { PlacedTrack } from '../contents/album-contents.ts';
import { fileNamed } from '../rules/file-names.ts';
import { isPackedFor } from '../stores/store-row.ts';

/** Automatic approvals are for any file, or leave what is not compared to operators. */
const isDecidedByOperators = (): boolean =>
  readSettings().qaMode === 'manual' || readSettings().holdAudioMatches;

/** Called once a request is made. @param tracks some of its tracks. */
export async function startRequestedDigests(
  store: Store,
  requestId: string,
  tracks: readonly Track[],
): Promise<void> {
  if (!isDecidedByOperators() || !tracks.some(mayHaveUncompared)) return;
  const request = await findRecord(store, distributionRequests, requestId);
  if (!request || request.fields['request-type'] === 'takedown') return;
  if (await isPackedFor(store.table, request.fields.dsps)) await startDigests(store, tracks);
}

/** When an operator was last asked to decide. What was read before can have been replaced on purpose. */
export const requestedAt = ({ fields }: DistributionRequest): string =>
  fields.decisions.findLast(({ decision }) => decision === 'requeue')?.at ?? fields['created-at'];

/**
 * Starts reading where it was not started, for example of a master that was attached after the request.
 * @param again what to do once the files are read, a sentence. @returns warnings for reviewers.
 */
export async function digestWarnings(
  store: Store,
  request: DistributionRequest,
  { placed, again }: { readonly placed: readonly PlacedTrack[]; readonly again: string },
): Promise<readonly string[]> {
  const concerned = placed.filter(({ track }) => mayHaveUncompared(track));
  if (concerned.length === 0 || !(await isPackedFor(store.table, request.fields.dsps))) return [];
  const tracks = concerned.map(({ track }) => track);
  const digested = await digestedTracks(store, tracks, requestedAt(request));
  const { length: reading } = await startMissingDigests(store, tracks, digested);
  const byTrack = new Map(digested.map((each) => [each.trackId, each]));
  const warnings = concerned.flatMap((place) => {
    const { files = [], known } = byTrack.get(place.track.id) ?? {};
    return files.flatMap((file) => {
      const error = known && keptOf(known.files, file)?.error;
      return error ? [`${fileNamed(file.part, place)} cannot be read. ${error}`] : [];
    });
  });
  return reading === 0 ? warnings : [...warnings, `${beingRead(reading)} ${again}`];
}

const beingRead = (tracks: number): string =>
  `Files of ${tracks} ${tracks === 1 ? 'track' : 'tracks'} that are not analyzed are being read now.`;
