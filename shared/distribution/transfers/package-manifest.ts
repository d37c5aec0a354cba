/** The manifest of a package in the stage's bucket, which says what is transferred. */
import { buffer } from 'node:stream/consumers';
import * as v from 'valibot';
import { releaseMedia } from '../../ern/write/release-media.ts';
import type { Bucket } from '../../platform/bucket/bucket.ts';

const file = v.object({ name: v.string(), bytes: v.number(), sha256: v.string() });
const manifest = v.object({
  // Packages of older versions do not say it. Most releases are audio.
  media: v.optional(v.picklist(releaseMedia), 'audio'),
  message: file,
  files: v.array(file),
});

export type PackagedFile = Readonly<v.InferOutput<typeof file>>;
export type PackageManifest = Readonly<v.InferOutput<typeof manifest>>;

/** @returns undefined if the package was deleted. */
export async function packageManifest(
  bucket: Pick<Bucket, 'has' | 'read'>,
  folder: string,
): Promise<PackageManifest | undefined> {
  const key = `${folder}/manifest.json`;
  if (!(await bucket.has(key))) return undefined;
  return v.parse(manifest, JSON.parse((await buffer(bucket.read(key))).toString()));
}
