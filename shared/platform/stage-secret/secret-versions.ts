/** Parses and formats the stage secret. It contains all versions, because older ones stay in use. */
import * as v from 'valibot';

export interface SecretVersion {
  readonly version: number;
  readonly secret: string;
  /** Used for new tokens and secrets from this time until that of the next version. */
  readonly from: Date;
}

const writtenSchema = v.strictObject({
  versions: v.pipe(
    v.array(
      v.strictObject({
        version: v.pipe(v.number(), v.integer(), v.minValue(1)),
        secret: v.pipe(v.string(), v.minLength(32)),
        from: v.pipe(
          v.string(),
          v.isoTimestamp(),
          v.transform((text) => new Date(text)),
        ),
      }),
    ),
    v.minLength(1),
    v.check((versions) => versions.every(({ version }, index) => version === index + 1)),
  ),
});

/**
 * A newly deployed secret is plain text, which is version 1.
 * @throws Error if the text is malformed. The error does not contain the text.
 */
export function readVersions(text: string): readonly SecretVersion[] {
  if (!text.startsWith('{')) return [{ version: 1, secret: text, from: new Date(0) }];
  try {
    return v.parse(writtenSchema, JSON.parse(text)).versions;
  } catch {
    throw new Error("The stage's secret is malformed.");
  }
}

export const writeVersions = (versions: readonly SecretVersion[]): string => JSON.stringify({ versions });

/** @param from replaced by the time of the preceding version if that is later. */
export function withNewVersion(
  versions: readonly SecretVersion[],
  { secret, from }: { readonly secret: string; readonly from: Date },
): readonly SecretVersion[] {
  const earliest = versions.at(-1)?.from ?? from;
  return [...versions, { version: versions.length + 1, secret, from: earliest > from ? earliest : from }];
}
