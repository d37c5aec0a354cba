/** The stage's secret as its text in Secrets Manager: every version since the first, for what was made under each. */
import * as v from 'valibot';

export interface SecretVersion {
  readonly version: number;
  readonly secret: string;
  /** From this moment on, new things are made under it, until the next version takes its place. */
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

/** What a deployment generates is the first version by itself. @throws on a malformed text, showing nothing of it. */
export function readVersions(text: string): readonly SecretVersion[] {
  if (!text.startsWith('{')) return [{ version: 1, secret: text, from: new Date(0) }];
  try {
    return v.parse(writtenSchema, JSON.parse(text)).versions;
  } catch {
    throw new Error("The stage's secret is malformed.");
  }
}

export const writeVersions = (versions: readonly SecretVersion[]): string => JSON.stringify({ versions });

/** @param from never before that of the version it follows. */
export function withNewVersion(
  versions: readonly SecretVersion[],
  { secret, from }: { readonly secret: string; readonly from: Date },
): readonly SecretVersion[] {
  const earliest = versions.at(-1)?.from ?? from;
  return [...versions, { version: versions.length + 1, secret, from: earliest > from ? earliest : from }];
}
