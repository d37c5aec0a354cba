/** Keeps the service from deciding on a request before its audio is analyzed, and if that is a recording of another owner. */
import { albums } from '../../catalogue/api/albums.ts';
import { findRecord, type Store } from '../../kit/records/store.ts';
import { startAnalysis } from '../../matching/sound/start-analysis.ts';
import { matchingWork } from '../../matching/text/matching-work.ts';
import { readSettings } from '../../platform/settings.ts';
import type { DistributionRequest } from '../api/distribution-requests.ts';
import { tracksOn } from './album-contents.ts';
import { compareAgain } from './compare-again.ts';
import { pendingSince } from './pending-since.ts';

/** 'held': a person decides. */
export type AudioHold = 'analyzing' | 'held' | 'none';

/**
 * Starts missing analyses, for example of a file that was replaced after the request was made, and again those that were
 * made before the decision was due and before other tracks were released.
 */
export async function audioHold(store: Store, request: DistributionRequest): Promise<AudioHold> {
  const { id, fields } = request;
  const { holdAudioMatches, qaWaitSeconds } = readSettings();
  if (!holdAudioMatches || fields['request-type'] === 'takedown') return 'none';
  const album = await findRecord(store, albums, fields.album ?? '');
  if (!album) return 'none';
  if (await store.table.get(matchingWork.key(id))) return 'analyzing';
  const tracks = (await tracksOn(store, album)).map(({ track }) => track);
  const dueAt = new Date(pendingSince(request).getTime() + qaWaitSeconds * 1000);
  let isAnalyzing = (await compareAgain(store, tracks, dueAt)) > 0;
  for (const track of tracks) {
    const status = track.fields.audio?.status;
    if (status === 'pending' || (status === undefined && (await startAnalysis(store, track))))
      isAnalyzing = true;
  }
  if (isAnalyzing) return 'analyzing';
  return tracks.some(({ fields: each }) => each['foreign-sounds'] > 0) ? 'held' : 'none';
}
