/** Analyzes the file of a track and keeps its fingerprints, unless this content has been analyzed before. */
import type { FileDigests } from '../../audio/file-digest.ts';
import type { Heard, NotRead } from '../../audio/heard.ts';
import { identifyFile } from '../../audio/identify-file.ts';
import type { ListeningLimits } from '../../audio/limits.ts';
import { listen } from '../../audio/listen.ts';
import type { TrackAudioMeasurements } from '../../catalogue/rules/track-audio.ts';
import type { Write } from '../../kit/table/write.ts';
import type { Attempt } from '../../kit/work/attempt.ts';
import { commitHeld } from '../../kit/work/lease.ts';
import { readSettings } from '../../platform/settings.ts';
import type { AtSpeed } from '../rules/sound/equal-ranges.ts';
import type { AudioAnalysis } from './analysis-work.ts';
import type { AudioSource } from './audio-source.ts';
import {
  ANALYSIS_VERSION,
  analysisRow,
  type CompleteAnalysis,
  fileWrites,
  forgetFile,
  isAnalysisOf,
  readAnalysis,
  type SoughtFile,
  trackWithFile,
} from './kept-analysis.ts';
import { fingerprintRows, readFingerprints, SPEEDS } from './kept-fingerprints.ts';
import {
  attemptsKey,
  type EarlierAttempts,
  earlierAttempts,
  forgetAttempts,
  giveUpAfterMany,
  rememberAttempts,
  slowServer,
} from './listening-attempts.ts';

export type Hearing =
  | (KeptSound & {
      readonly is: 'known';
      /** Whether the file was read and decoded. */
      readonly isRead: boolean;
    })
  | (NotRead & {
      /** Of a file that was read to its end, although it is not heard. */
      readonly unheard?: FileDigests;
    });

interface KeptSound {
  readonly analysis: CompleteAnalysis;
  /** The first is at the track's own speed. */
  readonly fingerprints: readonly AtSpeed[];
}

interface OwnSource {
  readonly ownerId: string;
  readonly source: AudioSource;
}

interface ListeningAttempt extends Attempt<AudioAnalysis> {
  readonly limits?: Partial<ListeningLimits>;
}

export async function hear(attempt: ListeningAttempt, own: OwnSource): Promise<Hearing> {
  const identified = await identify(own.source);
  if (identified.is !== 'identified') return identified;
  const sought = { ...own, file: identified.file };
  const kept = (await readBefore(attempt, sought)) ?? (await copyFromAnother(attempt, sought));
  if (kept) return { is: 'known', ...kept, isRead: false };
  const earlier = await earlierAttempts(attempt, own.source);
  return (await giveUpAfterMany(attempt, earlier)) ?? read(attempt, own, earlier);
}

/** Does not request a file whose MD5 is known. */
async function identify({ url, md5 }: AudioSource) {
  if (md5 !== null) return { is: 'identified', file: undefined } as const;
  return identifyFile(url, { allowedCidrs: readSettings().webhookAllowedCidrs });
}

async function readBefore(
  { table, claimed: { trackId } }: Attempt<AudioAnalysis>,
  sought: SoughtFile,
): Promise<KeptSound | undefined> {
  const analysis = await readAnalysis(table, trackId);
  if (!analysis || !isAnalysisOf(sought, analysis)) return undefined;
  const fingerprints = await readFingerprints(table, trackId, analysis.md5);
  return fingerprints && { analysis, fingerprints };
}

/** Copies the analysis of another track of the owner with the same file. */
async function copyFromAnother(
  attempt: Attempt<AudioAnalysis>,
  sought: SoughtFile,
): Promise<KeptSound | undefined> {
  const { table } = attempt;
  const other = await trackWithFile(table, sought);
  const analysis = other === undefined ? undefined : await readAnalysis(table, other);
  if (other === undefined || !analysis || !isAnalysisOf(sought, analysis)) return undefined;
  const fingerprints = await readFingerprints(table, other, analysis.md5);
  if (!fingerprints) return undefined;
  const kept = { analysis: { ...analysis, url: sought.source.url }, fingerprints };
  await keep(attempt, sought.ownerId, kept);
  return kept;
}

async function read(
  attempt: ListeningAttempt,
  { ownerId, source }: OwnSource,
  earlier: EarlierAttempts,
): Promise<Hearing> {
  await rememberAttempts(attempt, source, { ...earlier, interrupted: earlier.interrupted + 1 });
  const server = slowServer(attempt, source, earlier);
  const { webhookAllowedCidrs: allowedCidrs, decodesAac } = readSettings();
  let unheard: FileDigests | undefined;
  const listened = await listen(source.url, {
    allowedCidrs,
    decodesAac,
    md5: source.md5,
    speeds: SPEEDS,
    signal: AbortSignal.any([attempt.lease.lost, server.ending]),
    onSlowServer: server.begin,
    onUnheard: (digests) => {
      unheard = digests;
    },
    ...(attempt.limits && { limits: attempt.limits }),
  });
  await server.settle();
  if (listened.is !== 'heard') {
    await forgetAttempts(attempt);
    return { ...listened, ...(unheard && { unheard }) };
  }
  const { file, prints } = listened.heard;
  const analysis: CompleteAnalysis = {
    version: ANALYSIS_VERSION,
    url: source.url,
    ...file,
    measurements: measurementsOf(listened.heard),
    isInPart: listened.heard.isInPart,
  };
  const fingerprints = Array.from(prints, ([speed, fingerprint]) => ({ speed, fingerprint }));
  await keep(attempt, ownerId, { analysis, fingerprints });
  return { is: 'known', analysis, fingerprints, isRead: true };
}

const measurementsOf = (heard: Heard): TrackAudioMeasurements => ({
  duration: rounded(heard.duration, 3),
  'sample-rate': heard.sampleRate,
  channels: heard.channels,
  format: heard.format,
  'bit-depth': heard.bitDepth,
  loudness: heard.loudness && rounded(heard.loudness, 1),
  peak: heard.peak && rounded(heard.peak, 1),
  'silence-at-start': rounded(heard.silenceAtStart, 3),
  'silence-at-end': rounded(heard.silenceAtEnd, 3),
  clipping: heard.clipping,
  warnings: [...heard.warnings],
});

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));

/** The analysis is written last. Until then, the file counts as not analyzed. @throws Overtaken */
async function keep(
  { table, held, lease, claimed: { trackId } }: Attempt<AudioAnalysis>,
  ownerId: string,
  { analysis, fingerprints }: KeptSound,
): Promise<void> {
  const commit = async (writes: readonly Write[]) => {
    await lease.keep();
    await commitHeld(table, writes, held);
  };
  const before = await readAnalysis(table, trackId);
  if (before) await forgetFile({ trackId, ownerId, analysis: before }, commit, analysis);
  await commit([{ delete: analysisRow(trackId, analysis) }]);
  const rows = fingerprints.flatMap((each) => fingerprintRows(trackId, each, analysis.md5));
  for (const row of rows) await commit([{ put: row }]);
  const entries = fileWrites({ trackId, ownerId, analysis });
  await commit([{ put: analysisRow(trackId, analysis) }, { delete: attemptsKey(trackId) }, ...entries]);
}
