/** export-organization on the command line: writes the pages of a stage into files, then checks and names them. */
import { createWriteStream } from 'node:fs';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { movedFiles } from '../../../shared/service/moved-files.ts';
import { reportFile } from '../../../shared/usage/reports/report-file.ts';
import type { Given } from '../given.ts';
import type { CommandInvocation, CommandOutcome } from '../invoke.ts';
import { newFolder, PRIVATE_FILE } from '../new-folder.ts';
import { rejection } from '../rejection.ts';
import { withBucket } from '../stage-bucket.ts';
import { askStage, type MoveIo } from './ask-stage.ts';
import { checkFolder, fileName } from './check-folder.ts';
import { linesIn } from './lines.ts';
import { digestOf, FORMAT, type Manifest, manifestPath } from './manifest.ts';
import { newKey } from './passphrase.ts';

const pageSchema = v.object({
  'organization-id': v.string(),
  bucket: v.string(),
  parts: v.array(v.object({ file: v.string(), lines: v.array(v.record(v.string(), v.unknown())) })),
  after: v.nullable(v.string()),
});

type Page = v.InferOutput<typeof pageSchema>;

/** @throws Rejection when the folder is not empty, or the organization changed while it was read. */
export async function exportOrganization(
  stage: string,
  { command, arguments: given }: CommandInvocation,
  io: MoveIo,
): Promise<CommandOutcome> {
  const folder = await newFolder(given['to']);
  const sealing = await newKey(given as Given);
  const key = sealing && { key: sealing.key.toString('base64url') };
  for (const file of movedFiles) await writeFile(join(folder, fileName(file)), '', PRIVATE_FILE);
  let page: Page | undefined;
  do {
    const after = page?.after == null ? {} : { after: page.after };
    const invocation = {
      command,
      arguments: { 'organization-id': given['organization-id'], ...key, ...after },
    };
    page = await askStage(stage, { invocation, schema: pageSchema }, io);
    for (const { file, lines } of page.parts) await append(join(folder, `${file}.jsonl`), lines);
  } while (page.after !== null);
  const { problems, lines, unfinished } = await checkFolder(folder);
  if (problems.length > 0) {
    const changed = 'The organization changed while it was exported. Export it again, to another folder.';
    throw rejection('changed_meanwhile', changed, ...problems);
  }
  const reports = await fetchReports(stage, { folder, bucket: page.bucket }, io);
  const organization = page['organization-id'];
  const files = await fileList([...movedFiles.map(fileName), ...reports.fetched], { folder, lines });
  const about = { format: FORMAT, stage, organization, 'exported-at': new Date().toISOString() } as const;
  const manifest: Manifest = { ...about, files, secrets: sealing?.secrets ?? null };
  await writeFile(manifestPath(folder), `${JSON.stringify(manifest, null, 2)}\n`, PRIVATE_FILE);
  return {
    result: {
      'organization-id': organization,
      folder,
      lines: movedFiles.map(({ name }) => ({
        file: name,
        lines: lines[name] ?? 0,
        unfinished: unfinished[name] ?? 0,
      })),
      reports: reports.fetched.length,
      'reports-without-file': reports.missing,
      secrets: sealing ? 'encrypted' : 'omitted',
    },
  };
}

const append = (path: string, lines: readonly object[]): Promise<void> =>
  appendFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

async function fileList(
  names: readonly string[],
  { folder, lines }: { folder: string; lines: Readonly<Record<string, number>> },
): Promise<Manifest['files']> {
  const layouts = new Map(movedFiles.map((file) => [fileName(file), file]));
  const entries = names.map(async (name) => {
    const file = layouts.get(name);
    const counted = file && { lines: lines[file.name] ?? 0, layout: file.layout };
    return [name, { ...counted, sha256: await digestOf(join(folder, name)) }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** The files of completed reports. Those that the bucket has deleted are only counted. */
async function fetchReports(
  stage: string,
  { folder, bucket: name }: { folder: string; bucket: string },
  io: MoveIo,
): Promise<{ fetched: string[]; missing: number }> {
  const fetched: string[] = [];
  let missing = 0;
  await withBucket(stage, { name, io }, async (bucket) => {
    for await (const { text } of linesIn(join(folder, 'analytics-reports.jsonl'))) {
      const { id, attributes } = JSON.parse(text);
      if (attributes.status !== 'completed') continue;
      const key = reportFile(id);
      if (!(await bucket.has(key))) {
        missing += 1;
        continue;
      }
      await mkdir(join(folder, dirname(key)), { recursive: true, mode: 0o700 });
      await pipeline(Readable.from(bucket.read(key)), createWriteStream(join(folder, key), PRIVATE_FILE));
      fetched.push(key);
    }
  });
  return { fetched, missing };
}
