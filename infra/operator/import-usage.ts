/** import-usage on the command line: uploads the report, follows its import, and downloads the omitted lines. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { type CommandInvocation, type CommandOutcome, operate } from './invoke.ts';
import { ProgressBar } from './progress-bar.ts';
import { Rejection, rejection } from './rejection.ts';
import { withBucket } from './stage-bucket.ts';

interface Io {
  readonly environment: NodeJS.ProcessEnv;
  readonly errors: NodeJS.WritableStream;
}

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
  bucket: v.string(),
  'rejected-lines': v.string(),
  'unmatched-lines': v.string(),
});
const outcomeSchema = v.union([uploadSchema, importSchema]);

type ShownImport = v.InferOutput<typeof importSchema>;

const POLL_MS = 1000;

interface Fingerprint {
  readonly sha256: string;
  readonly bytes: number;
}

/** @throws Rejection when the file cannot be read, the stage is not reached, or the report is rejected. */
export async function importUsage(
  stage: string,
  invocation: CommandInvocation,
  io: Io,
): Promise<CommandOutcome> {
  // With --rematch, there is no report.
  if (!('file' in invocation.arguments)) return operate(stage, invocation, io);
  const bar = new ProgressBar(io.errors);
  try {
    const begun = await beginImport(stage, invocation, { io, bar });
    const shown = await followed(stage, { begun, bar, io });
    const files = await fetchOmitted(stage, { shown, path: pathIn(invocation), io });
    const { name, lines, imported, rejected, unmatched } = shown;
    return { result: { name, lines, imported, rejected, unmatched, ...files } };
  } finally {
    bar.end();
  }
}

const pathIn = ({ arguments: given }: CommandInvocation): string => String(given['file']);

/**
 * Uploads the report, and starts its import, which continues automatically.
 * @throws Rejection when the file cannot be read, the stage is not reached, or the report is rejected.
 */
export async function beginImport(
  stage: string,
  invocation: CommandInvocation,
  { io, bar }: { io: Pick<Io, 'environment'>; bar?: ProgressBar },
): Promise<ShownImport> {
  const { command, arguments: given } = invocation;
  const path = pathIn(invocation);
  const print = await fingerprint(path);
  const file = { ...given, file: basename(path), ...print };
  const first = await asked(stage, { command, arguments: file }, io);
  if (!('upload' in first)) return first;
  const read = createReadStream(path);
  const content = unchanged(bar?.over('Uploading', read, print.bytes) ?? read, print);
  const { bucket: name, key } = first.upload;
  await withBucket(stage, { name, io }, (bucket) => bucket.create(key, content));
  const begun = await asked(stage, { command, arguments: { ...file, uploaded: true } }, io);
  return v.parse(importSchema, begun);
}

/** The file can be larger than memory. */
async function fingerprint(path: string): Promise<Fingerprint> {
  try {
    const { size: bytes } = await stat(path);
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    return { sha256: hash.digest('hex'), bytes };
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw rejection('file_unreadable', `${path} cannot be read: ${reason}`);
  }
}

/** The object is named after its content, so a file that changes during the upload is rejected. */
async function* unchanged(content: AsyncIterable<Uint8Array>, { sha256 }: Fingerprint) {
  const hash = createHash('sha256');
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest('hex') !== sha256)
    throw rejection('file_changed', 'The file changed while it was uploaded.');
}

/** @returns the import when it is done. @throws Rejection */
async function followed(
  stage: string,
  { begun, bar, io }: { begun: ShownImport; bar: ProgressBar; io: Io },
): Promise<ShownImport> {
  let shown = begun;
  while (shown.state === 'running') {
    bar.show('Importing', shown.progress / 100);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const invocation = { command: 'show-usage-import', arguments: { name: shown.name } };
    shown = v.parse(importSchema, await asked(stage, invocation, io));
  }
  bar.end();
  if (shown.state === 'refused')
    throw rejection('usage_file_refused', shown.reason ?? 'The file was rejected.');
  return shown;
}

async function asked(stage: string, invocation: CommandInvocation, io: Pick<Io, 'environment'>) {
  const outcome = await operate(stage, invocation, io);
  if ('problems' in outcome) throw new Rejection(outcome.problems);
  return v.parse(outcomeSchema, outcome.result);
}

/** @returns the files beside the report with the rejected and the unmatched lines. */
async function fetchOmitted(
  stage: string,
  { shown, path, io }: { shown: ShownImport; path: string; io: Io },
): Promise<Readonly<Record<string, string>>> {
  const rejects = `${path}.rejected.csv`;
  const unmatched = `${path}.unmatched.csv`;
  await withBucket(stage, { name: shown.bucket, io }, async (bucket) => {
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
