/** The manifest of an export, which names all of its files. It is written last. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { rejection } from '../rejection.ts';

/** Another format is not read. Lines are checked by their members, so that these may change. */
export const FORMAT = 1;

const manifestSchema = v.object({
  format: v.literal(FORMAT),
  stage: v.string(),
  organization: v.string(),
  'exported-at': v.string(),
  files: v.record(
    v.string(),
    v.object({ lines: v.optional(v.number()), layout: v.optional(v.string()), sha256: v.string() }),
  ),
  /** How the key was made of the passphrase, and a text to test the key. */
  secrets: v.nullable(v.object({ salt: v.string(), test: v.string() })),
});

export type Manifest = v.InferOutput<typeof manifestSchema>;

export const MANIFEST = 'manifest.json';

export const manifestPath = (folder: string): string => join(folder, MANIFEST);

/** @throws Rejection */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestPath(folder), 'utf8').catch(() => {
    throw rejection('file_unreadable', `${folder} has no ${MANIFEST}. The export was not completed.`);
  });
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), manifestSchema), text);
  if (!success)
    throw rejection('invalid_value', `${MANIFEST}: this version reads only exports of the format ${FORMAT}.`);
  return output;
}
