/** The last analysis of a track, and the rows by which analyses are found by the content of a file. */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { FileIdentity } from '../../audio/heard.ts';
import { trackAudioMeasurements } from '../../catalogue/rules/track-audio.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import { equal } from '../../kit/table/expressions.ts';
import type { Item } from '../../kit/table/item.ts';
import type { Key } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Write } from '../../kit/table/write.ts';
import { heardFileKey, trackSoundKey } from '../keys.ts';
import type { AudioSource } from './audio-source.ts';

const schema = v.object({
  /** Analyses of earlier versions of the service are made again. */
  version: v.number(),
  url: v.string(),
  etag: v.nullable(v.string()),
  size: v.nullable(v.number()),
  md5: v.string(),
  /** Unknown in rows of 0.2.0. */
  sha256: v.exactOptional(v.string()),
  measurements: trackAudioMeasurements,
  /** Whether its fingerprints describe only a part of its sound. Unknown in rows of 0.2.0. */
  isInPart: v.exactOptional(v.boolean()),
});

export type KeptAnalysis = Readonly<v.InferOutput<typeof schema>>;

/** One with everything that this version learns from a file. */
export type CompleteAnalysis = KeptAnalysis & Readonly<Required<Pick<KeptAnalysis, 'sha256' | 'isInPart'>>>;

/** Increase it if fingerprints of the same sound change. Released tracks are then analyzed again. */
export const ANALYSIS_VERSION = 2;

const keyOf = (trackId: string): Key => trackSoundKey(trackId, 'analysis');

/** @returns undefined if there is none of this version. */
export async function readAnalysis(table: Table, trackId: string): Promise<KeptAnalysis | undefined> {
  const row = await table.get(keyOf(trackId));
  return row?.['version'] === ANALYSIS_VERSION ? v.parse(schema, row) : undefined;
}

/** @returns whether there is one, of any version. */
export const hasAnalysis = async (table: Table, trackId: string): Promise<boolean> =>
  (await table.get(keyOf(trackId))) !== undefined;

export const analysisRow = (trackId: string, analysis: KeptAnalysis): Item & Key => ({
  ...keyOf(trackId),
  ...analysis,
});

/** What identifies a file. Only the owner's own analyses are found. */
export interface SoughtFile {
  readonly ownerId: string;
  readonly source: AudioSource;
  /** Undefined if the owner has given the MD5. */
  readonly file?: FileIdentity | undefined;
}

/**
 * Whether an analysis is of the file and complete. Without an MD5 or strong ETag, each reading may be of another
 * file.
 */
export const isAnalysisOf = ({ source, file }: SoughtFile, kept: KeptAnalysis): kept is CompleteAnalysis =>
  kept.isInPart !== undefined &&
  kept.sha256 !== undefined &&
  (source.md5 === null
    ? kept.url === source.url &&
      typeof file?.etag === 'string' &&
      kept.etag === file.etag &&
      kept.size === file.size
    : kept.md5 === source.md5.toLowerCase());

/** @returns another track with the same file, which may have been deleted or changed since. */
export async function trackWithFile(table: Table, sought: SoughtFile): Promise<string | undefined> {
  const { ownerId, source, file } = sought;
  const key =
    source.md5 === null
      ? identityKey(ownerId, { url: source.url, etag: file?.etag ?? null, size: file?.size ?? null })
      : contentKey(ownerId, source.md5.toLowerCase());
  const row = key && (await table.get(key));
  return row && String(row['trackId']);
}

const contentKey = (ownerId: string, md5: string): Key => heardFileKey(`${ownerId}#${md5}`);

function identityKey(
  ownerId: string,
  { url, etag, size }: Pick<KeptAnalysis, 'url' | 'etag' | 'size'>,
): Key | undefined {
  if (etag === null) return undefined;
  const digest = createHash('sha256')
    .update(JSON.stringify([url, etag, size]))
    .digest('hex');
  return heardFileKey(`${ownerId}#${digest}`);
}

const keysOf = (ownerId: string, kept: KeptAnalysis): Key[] =>
  [contentKey(ownerId, kept.md5), identityKey(ownerId, kept)].flatMap((key) => key ?? []);

/** An analysis of a track. */
export interface AnalysisOf {
  readonly trackId: string;
  readonly ownerId: string;
  readonly analysis: KeptAnalysis;
}

/** @returns the rows by which the analysis is found by its file. */
export const fileWrites = ({ trackId, ownerId, analysis }: AnalysisOf): Write[] =>
  keysOf(ownerId, analysis).map((key) => ({ put: { ...key, trackId } }));

/**
 * Deletes the rows by which the analysis is found, unless they lead to another track by now.
 * @param kept the analysis that replaces it.
 */
export async function forgetFile(
  { trackId, ownerId, analysis }: AnalysisOf,
  commit: (writes: readonly Write[]) => Promise<void>,
  kept?: KeptAnalysis,
): Promise<void> {
  const remaining = new Set((kept ? keysOf(ownerId, kept) : []).map(({ pk }) => pk));
  for (const key of keysOf(ownerId, analysis).filter(({ pk }) => !remaining.has(pk)))
    await failedConditions(commit([{ delete: key, condition: equal('trackId', trackId) }]));
}
