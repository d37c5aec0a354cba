/** The analysis of a track's audio, without a file. */

import { pendingAudio } from '../../shared/catalogue/rules/track-audio.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { ANALYSIS_VERSION, analysisRow, fileWrites } from '../../shared/matching/sound/kept-analysis.ts';
import { fingerprintRows } from '../../shared/matching/sound/kept-fingerprints.ts';

const { status: _, error: __, ...measurements } = pendingAudio;

/** Keeps a fingerprint for the track, as its analysis does. */
export async function keepSound(
  { trackId, ownerId, url }: { readonly trackId: string; readonly ownerId: string; readonly url: string },
  fingerprint: Uint32Array,
): Promise<void> {
  const content = '0123456789abcdef0123456789abcdef';
  const file = { url, etag: '"1"', size: 1, md5: content };
  const analysis = { version: ANALYSIS_VERSION, ...file, measurements };
  const table = new Table();
  await table.putMany([
    ...fingerprintRows(trackId, { speed: 1, fingerprint }, content),
    analysisRow(trackId, analysis),
  ]);
  await table.commit(fileWrites({ trackId, ownerId, analysis }));
}
