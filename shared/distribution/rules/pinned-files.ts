/** The files with which a release in doubt was approved, and no others. Pure. */
import * as v from 'valibot';

/** What the file must be. Null if it was not read before the approval. In hexadecimal digits. */
const pin = v.nullable(v.union([v.object({ sha256: v.string() }), v.object({ md5: v.string() })]));

/** Audio that an earlier version has analyzed has the MD5 of its analysis, other files have the SHA-256. */
const pins = v.object({
  audio: v.exactOptional(pin),
  dolby_atmos: v.exactOptional(pin),
  video: v.exactOptional(pin),
});

/**
 * By the ids of the tracks that were approved in doubt. Empty if no store was to get packages. Older decisions and automatic
 * ones have none.
 */
export const pinnedFiles = v.record(v.string(), pins);

export type Pin = Readonly<v.InferOutput<typeof pin>>;
export type PinnedFiles = Readonly<v.InferOutput<typeof pinnedFiles>>;

/** @returns undefined for a decision without them. */
export const pinnedFilesOf = (decision: object | undefined): PinnedFiles | undefined => {
  const files = decision && 'files' in decision ? decision.files : undefined;
  return v.is(pinnedFiles, files) ? files : undefined;
};

/** Whether the audio of a track was approved before it was analyzed. It must turn out to be clean. */
export const isToBeAnalyzed = (files: PinnedFiles | undefined, trackId: string): boolean => {
  const own = files?.[trackId];
  return own !== undefined && own.audio === undefined;
};

/** @returns the ids of the tracks with a file that could not be read. */
export const unreadIn = (files: PinnedFiles): string[] =>
  Object.entries(files).flatMap(([id, { audio, dolby_atmos: atmos, video }]) =>
    audio === null || atmos === null || video === null ? id : [],
  );
