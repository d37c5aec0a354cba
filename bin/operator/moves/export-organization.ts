/** export-organization on the command line: writes the pages of a stage into files, and checks them. */
import { createWriteStream } from 'node:fs';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import * as v from 'valibot';
import { movedFiles } from '../../../shared/service/moved-files.ts';
import { reportFile } from '../../../shared/usage/reports/report-file.ts';
import { ExportDamage } from '../damage.ts';
import { digestOf, linesIn, PRIVATE_FILE } from '../files.ts';
import { type CommandOutcome, runStep, type StageCall } from '../invoke.ts';
import { withBucket } from '../stage-bucket.ts';
import { beginExport, endExport } from './begun-export.ts';
import { type CheckedFolder, fileName } from './check-folder.ts';
import { type Ask, fitTogether } from './fit-together.ts';
import { FORMAT, type Manifest, manifestPath } from './manifest.ts';
import { newKey } from './passphrase.ts';
import { requireSettledUsage } from './settled-usage.ts';

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
      isDeleting: v.optional(v.literal(true)),
    }),
  ),
});

interface Stage {
  /** Runs export-organization with further arguments. */
  readonly ask: <S extends v.GenericSchema>(schema: S, more: object) => Promise<v.InferOutput<S>>;
  /** Waits for what was running, such as requests when the export began. */
  readonly settle: () => Promise<void>;
  /** @throws Rejection if what was read lacks rows that cannot be read. */
  readonly requireWhole: () => void;
}

/** Requests that were running when the export began have ended then, and the indexes have what they wrote. */
const SETTLING_MS = 1000;

/** @throws Rejection for a folder with files, or if the organization changed too often while it was read. */
export async function exportOrganization(call: StageCall): Promise<CommandOutcome> {
  const folder = await beginExport(call.args);
  const sealing = await newKey(call.args['passphrase-file']);
  const about = { format: FORMAT, stage: call.stage, 'exported-at': new Date().toISOString() } as const;
  const args = {
    'organization-id': call.args['organization-id'],
    ...(sealing && { key: sealing.key.toString('base64url') }),
  };
  const damage = new ExportDamage();
  const { bucket, organization, lines, unfinished } = await readOrganization(folder, {
    ask: (schema, more) => runStep({ ...call, args, damage }, schema, more),
    settle: () => setTimeout(SETTLING_MS),
    requireWhole: () => damage.requireNone(),
  });
  const reports = await fetchReports(call, { folder, bucket });
  const files = await fileList([...movedFiles.map(fileName), ...reports.fetched], { folder, lines });
  const manifest: Manifest = { ...about, organization, files, secrets: sealing?.secrets ?? null };
  await writeFile(manifestPath(folder), `${JSON.stringify(manifest, null, 2)}\n`, PRIVATE_FILE);
  await endExport(folder);
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
  call: StageCall,
  { folder, bucket: name }: { folder: string; bucket: string },
): Promise<{ fetched: string[]; missing: number }> {
  const fetched: string[] = [];
  let missing = 0;
  await withBucket(call, name, async (bucket) => {
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

/** @returns what is in the files: all that existed at the beginning, and what it needs. @throws Rejection */
export async function readOrganization(
  folder: string,
  { ask, settle, requireWhole }: Stage,
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
  requireWhole();
  const askAgain: Ask = async (again) => {
    const read = await ask(againSchema, { again });
    requireWhole();
    return read.again;
  };
  await requireSettledUsage(folder, askAgain);
  const checked = await fitTogether(folder, askAgain, settle);
  await requireSettledUsage(folder, askAgain);
  return { ...checked, organization: page['organization-id'], bucket: page.bucket };
}
