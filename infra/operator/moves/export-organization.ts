/** export-organization on the command line: writes the pages of a stage into files, then checks and names them. */
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { movedFiles } from '../../../shared/service/moved-files.ts';
import { reportFile } from '../../../shared/usage/reports/report-file.ts';
import type { Given } from '../given.ts';
import type { CommandInvocation, CommandOutcome } from '../invoke.ts';
import { newFolder, PRIVATE_FILE } from '../new-folder.ts';
import { withBucket } from '../stage-bucket.ts';
import { askStage, type MoveIo } from './ask-stage.ts';
import { fileName } from './check-folder.ts';
import { linesIn } from './lines.ts';
import { digestOf, FORMAT, type Manifest, manifestPath } from './manifest.ts';
import { newKey } from './passphrase.ts';
import { readOrganization } from './read-organization.ts';

/** Requests that were running when the export began have ended then, and the indexes have what they wrote. */
const SETTLING_MS = 1000;

/** @throws Rejection when the folder is not empty, or the organization changed too often while it was read. */
export async function exportOrganization(
  stage: string,
  { command, arguments: given }: CommandInvocation,
  io: MoveIo,
): Promise<CommandOutcome> {
  const folder = await newFolder(given['to']);
  const sealing = await newKey(given as Given);
  const about = { format: FORMAT, stage, 'exported-at': new Date().toISOString() } as const;
  const asked = {
    'organization-id': given['organization-id'],
    ...(sealing && { key: sealing.key.toString('base64url') }),
  };
  const { bucket, organization, lines, unfinished } = await readOrganization(folder, {
    ask: (schema, more) =>
      askStage(stage, { invocation: { command, arguments: { ...asked, ...more } }, schema }, io),
    settle: () => setTimeout(SETTLING_MS),
  });
  const reports = await fetchReports(stage, { folder, bucket }, io);
  const files = await fileList([...movedFiles.map(fileName), ...reports.fetched], { folder, lines });
  const manifest: Manifest = { ...about, organization, files, secrets: sealing?.secrets ?? null };
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
