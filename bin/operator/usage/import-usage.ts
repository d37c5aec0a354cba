/** import-usage on the command line: uploads the report, follows its import, fetches the omitted lines. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { unchangedContent } from '../../../shared/usage/import/unchanged-content.ts';
import { type CommandOutcome, type OperatorIo, operate, runStep, type StageCall } from '../invoke.ts';
import { ProgressBar } from '../progress.ts';
import { rejection } from '../rejection.ts';
import { withBucket } from '../stage-bucket.ts';
import { checkReport } from './check-report.ts';
import { layoutIn, requireHeader } from './layouts.ts';
import { openReport } from './opened-report.ts';

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
  notes: v.optional(v.array(v.string())),
  sha256: v.optional(v.string()),
  'rejected-as': v.optional(v.picklist(['lines', 'known'])),
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
  if (call.args['check']) return { result: await checkUpload(call) };
  const bar = new ProgressBar(io.errors);
  try {
    const shown = await followImport(call, await beginImport(call, bar), bar);
    const files = await fetchOmitted(call, shown);
    requireImported(shown, files);
    const { name, lines, imported, rejected, unmatched, summary, notes } = shown;
    return {
      result: { name, lines, imported, rejected, unmatched, summary, ...(notes && { notes }), ...files },
    };
  } finally {
    bar.end();
  }
}

/** @returns what would be imported. */
async function checkUpload(call: StageCall) {
  const { start, content } = await openReport(pathIn(call));
  const layout = await layoutIn(call.args);
  await requireHeader(start, layout);
  return checkReport(call, { content: content(), layout });
}

const pathIn = ({ args }: StageCall): string => String(args['file']);

/**
 * Uploads the report, and starts its import, which continues automatically.
 * @throws Rejection when the file cannot be read, the stage is not reached, or the report is rejected.
 */
export async function beginImport(call: StageCall, bar?: ProgressBar): Promise<ShownImport> {
  const { name, sha256, bytes, start, content } = await openReport(pathIn(call));
  const reading = await layoutIn(call.args);
  await requireHeader(start, reading);
  const file = { file: name, sha256, bytes, ...(reading && { reading }) };
  const first = await runStep(call, v.union([uploadSchema, importSchema]), file);
  if (!('upload' in first)) return first;
  const read = Readable.from(content());
  const pieces = unchangedContent(bar?.over('Uploading', read, bytes) ?? read, sha256, fileChanged);
  const { bucket: bucketName, key } = first.upload;
  await withBucket(call, bucketName, (bucket) => bucket.create(key, pieces));
  return runStep(call, importSchema, { ...file, uploaded: true });
}

const fileChanged = () => rejection('file_changed', 'The file changed while it was uploaded.');

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
    if (shown.sha256 !== begun.sha256) throw replaced(shown.name);
  }
  bar.end();
  return shown;
}

const replaced = (name: string) =>
  rejection(
    'usage_import_replaced',
    `Another file has been imported as ${name} in the meantime and replaced this one. show-usage-import shows it.`,
  );

/** @throws Rejection for a report that was rejected as a whole. The files with its lines are there already. */
function requireImported({ state, reason, ...shown }: ShownImport, files: Readonly<Record<string, string>>) {
  if (state !== 'refused') return;
  const code = shown['rejected-as'] === 'known' ? 'usage_file_known' : 'usage_file_refused';
  const listing = files['rejected-lines'];
  const where = listing === undefined ? [] : [`The rejected lines are in ${listing}.`];
  throw rejection(code, [reason ?? 'The file was rejected.', ...where].join(' '));
}

/** @returns the files beside the report with the rejected and the unmatched lines. */
async function fetchOmitted(call: StageCall, shown: ShownImport): Promise<Readonly<Record<string, string>>> {
  const isRejected = shown.state === 'refused';
  const hasRejected = isRejected ? shown['rejected-as'] === 'lines' : shown.rejected > 0;
  const files = {
    ...(hasRejected && { 'rejected-lines': `${pathIn(call)}.rejected.csv` }),
    ...(!isRejected && shown.unmatched > 0 && { 'unmatched-lines': `${pathIn(call)}.unmatched.csv` }),
  };
  await withBucket(call, shown.bucket, async (bucket) => {
    for (const which of ['rejected-lines', 'unmatched-lines'] as const) {
      const to = files[which];
      if (to !== undefined) await pipeline(Readable.from(bucket.read(shown[which])), createWriteStream(to));
    }
  });
  return files;
}
