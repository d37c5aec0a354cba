/** import-usage on the command line: uploads the report, follows its import, fetches the omitted lines. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { digestOf, unreadable } from './files.ts';
import { type CommandOutcome, type OperatorIo, operate, runStep, type StageCall } from './invoke.ts';
import { ProgressBar } from './progress.ts';
import { rejection } from './rejection.ts';
import { withBucket } from './stage-bucket.ts';

const uploadSchema = v.object({ upload: v.object({ bucket: v.string(), key: v.string() }) });
const importSchema = v.object({
  name: v.string(),
  state: v.picklist(['running', 'done', 'refused']),
  reason: v.optional(v.string()),
  progress: v.number(),
  lines: v.number(),
  imported: v.number(),
  rejected: v.number(),
  unmatched: v.number(),
  // Stages of earlier versions have none.
  summary: v.optional(v.string()),
  bucket: v.string(),
  'rejected-lines': v.string(),
  'unmatched-lines': v.string(),
});

type ShownImport = v.InferOutput<typeof importSchema>;

const POLL_MS = 1000;

/** @throws Rejection when the file cannot be read, the stage is not reached, or the report is rejected. */
export async function importUsage(call: StageCall, io: OperatorIo): Promise<CommandOutcome> {
  // With --rematch, there is no report.
  if (!('file' in call.args)) return operate(call);
  const bar = new ProgressBar(io.errors);
  try {
    const shown = await followImport(call, await beginImport(call, bar), bar);
    const files = await fetchOmitted(call, shown);
    const { name, lines, imported, rejected, unmatched, summary } = shown;
    return { result: { name, lines, imported, rejected, unmatched, summary, ...files } };
  } finally {
    bar.end();
  }
}

const pathIn = ({ args }: StageCall): string => String(args['file']);

/**
 * Uploads the report, and starts its import, which continues automatically.
 * @throws Rejection when the file cannot be read, the stage is not reached, or the report is rejected.
 */
export async function beginImport(call: StageCall, bar?: ProgressBar): Promise<ShownImport> {
  const path = pathIn(call);
  const print = await fingerprint(path);
  const file = { file: basename(path), ...print };
  const first = await runStep(call, v.union([uploadSchema, importSchema]), file);
  if (!('upload' in first)) return first;
  const read = createReadStream(path);
  const content = requireUnchanged(bar?.over('Uploading', read, print.bytes) ?? read, print);
  const { bucket: name, key } = first.upload;
  await withBucket(call, name, (bucket) => bucket.create(key, content));
  return runStep(call, importSchema, { ...file, uploaded: true });
}

async function fingerprint(path: string): Promise<{ sha256: string; bytes: number }> {
  try {
    const { size: bytes } = await stat(path);
    return { sha256: await digestOf(path), bytes };
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** The object is named after its content, so a file that changes during the upload is rejected. */
async function* requireUnchanged(content: AsyncIterable<Uint8Array>, { sha256 }: { sha256: string }) {
  const hash = createHash('sha256');
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest('hex') !== sha256)
    throw rejection('file_changed', 'The file changed while it was uploaded.');
}

/** @returns the import when it is done. @throws Rejection */
async function followImport(
  { stage, environment }: StageCall,
  begun: ShownImport,
  bar: ProgressBar,
): Promise<ShownImport> {
  let shown = begun;
  while (shown.state === 'running') {
    bar.show('Importing', shown.progress / 100);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const call = { stage, environment, command: 'show-usage-import', args: { name: shown.name } };
    shown = await runStep(call, importSchema);
  }
  bar.end();
  if (shown.state === 'refused')
    throw rejection('usage_file_refused', shown.reason ?? 'The file was rejected.');
  return shown;
}

/** @returns the files beside the report with the rejected and the unmatched lines. */
async function fetchOmitted(call: StageCall, shown: ShownImport): Promise<Readonly<Record<string, string>>> {
  const rejects = `${pathIn(call)}.rejected.csv`;
  const unmatched = `${pathIn(call)}.unmatched.csv`;
  await withBucket(call, shown.bucket, async (bucket) => {
    const fetch = (key: string, to: string) =>
      pipeline(Readable.from(bucket.read(key)), createWriteStream(to));
    if (shown.rejected > 0) await fetch(shown['rejected-lines'], rejects);
    if (shown.unmatched > 0) await fetch(shown['unmatched-lines'], unmatched);
  });
  return {
    ...(shown.rejected > 0 && { 'rejected-lines': rejects }),
    ...(shown.unmatched > 0 && { 'unmatched-lines': unmatched }),
  };
}
