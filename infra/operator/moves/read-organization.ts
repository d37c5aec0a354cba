/** Reads the pages of an organization into the files of an export, and then again what does not fit together. */
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { movedFiles } from '../../../shared/service/moved-files.ts';
import { PRIVATE_FILE } from '../new-folder.ts';
import { fileName } from './check-folder.ts';
import { fitTogether } from './fit-together.ts';
import type { CheckedFolder } from './folder-check.ts';

const line = v.record(v.string(), v.unknown());
const pageSchema = v.object({
  'organization-id': v.string(),
  bucket: v.string(),
  until: v.string(),
  parts: v.array(v.object({ file: v.string(), lines: v.array(line) })),
  after: v.nullable(v.string()),
});
const againSchema = v.object({
  again: v.array(
    v.object({
      place: v.object({ file: v.string(), owner: v.string(), id: v.string(), by: v.optional(v.string()) }),
      lines: v.array(line),
    }),
  ),
});

interface Stage {
  /** Runs export-organization with further arguments. */
  readonly ask: <S extends v.GenericSchema>(schema: S, more: object) => Promise<v.InferOutput<S>>;
  /** Waits for requests that were running when the export began. */
  readonly settle: () => Promise<void>;
}

/** @returns what the files have: everything that existed when it began, and what this needs. @throws Rejection */
export async function readOrganization(
  folder: string,
  { ask, settle }: Stage,
): Promise<CheckedFolder & { readonly organization: string; readonly bucket: string }> {
  for (const file of movedFiles) await writeFile(join(folder, fileName(file)), '', PRIVATE_FILE);
  let page = await ask(pageSchema, {});
  await settle();
  while (page.after !== null) {
    page = await ask(pageSchema, { after: page.after, until: page.until });
    for (const { file, lines } of page.parts)
      await appendFile(
        join(folder, `${file}.jsonl`),
        lines.map((each) => `${JSON.stringify(each)}\n`).join(''),
      );
  }
  const checked = await fitTogether(folder, async (again) => (await ask(againSchema, { again })).again);
  return { ...checked, organization: page['organization-id'], bucket: page.bucket };
}
