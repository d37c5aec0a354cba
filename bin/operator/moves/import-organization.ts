/** import-organization on the command line: checks the files, compares them with the stage, and sends them. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { MovedFile } from '../../../shared/kit/moves/moved-file.ts';
import { movedFiles } from '../../../shared/service/moved-files.ts';
import { usageFiles } from '../../../shared/usage/moved/files.ts';
import { folderIn, linesIn } from '../files.ts';
import { type CommandOutcome, type OperatorIo, runStep, type StageCall } from '../invoke.ts';
import { ProgressBar } from '../progress.ts';
import { rejection } from '../rejection.ts';
import { withBucket } from '../stage-bucket.ts';
import { checkFolder, fileName } from './check-folder.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { keyFor } from './passphrase.ts';

const count = v.optional(v.number(), 0);
const pageSchema = v.object({
  bucket: v.string(),
  new: count,
  there: count,
  differ: count,
  // Stages of earlier versions do not name them.
  differing: v.optional(v.array(v.number()), []),
  problems: v.optional(v.array(v.object({ place: v.number(), detail: v.string() })), []),
});

type Step = 'check' | 'write' | 'finish';
type Counts = Record<'new' | 'there' | 'differ', number>;

interface Compared {
  readonly counts: ReadonlyMap<string, Counts>;
  /** File, line and id of records that differ from the stage. */
  readonly differing: readonly string[];
}

const MAX_DIFFERING = 200;

interface Move {
  /** With the arguments of every step. */
  readonly call: StageCall;
  readonly folder: string;
  readonly files: readonly MovedFile[];
  readonly bar: ProgressBar;
}

/** @throws Rejection if the files are invalid or contradict the stage. Then, nothing was written. */
export async function importOrganization(call: StageCall, io: OperatorIo): Promise<CommandOutcome> {
  const folder = folderIn(call.args, 'from');
  const manifest = await readManifest(folder);
  const { problems, unfinished } = await checkFolder(folder, manifest);
  if (problems.length > 0) throw rejection('invalid_export', ...problems);
  const { 'passphrase-file': passphrase, 'without-usage': omitsUsage, check, ...rest } = call.args;
  const key = await keyFor(manifest, passphrase);
  const bar = new ProgressBar(io.errors);
  const args = {
    ...rest,
    'organization-id': manifest.organization,
    ...(key && { key: key.toString('base64url') }),
  };
  const move: Move = {
    call: { ...call, args },
    folder,
    files: movedFiles.filter(
      (file) =>
        manifest.files[fileName(file)] &&
        (omitsUsage !== true || !usageFiles.some(({ name }) => name === file.name)),
    ),
    bar,
  };
  try {
    const compared = await send(move, 'check');
    const sent = check === true ? compared : await send(move, 'write');
    if (check !== true) await follow(move, manifest);
    return {
      result: resultOf(manifest, { ...sent, unfinished, args: call.args, hasSecrets: key !== undefined }),
    };
  } finally {
    bar.end();
  }
}

/** The files of reports precede what follows, which may make reports. */
async function follow(move: Move, { files }: Manifest): Promise<void> {
  const { call, folder } = move;
  const reports = Object.keys(files).filter((name) => name.startsWith('reports/'));
  const { bucket: name } = await sendPage(move, 'check', { file: move.files[0], lines: [] });
  await withBucket(call, name, async (bucket) => {
    for (const key of reports) await bucket.create(key, createReadStream(join(folder, key)));
  });
  await send({ ...move, files: move.files.filter(({ finish }) => finish) }, 'finish');
}

/** Far below the 6 MB of a request to a function. A single line can be longer. */
const PAGE_BYTES = 1_000_000;
const PAGE_LINES = 400;

/** @throws Rejection with all problems of the step, with file and line. */
async function send(move: Move, step: Step): Promise<Compared> {
  const counts = new Map<string, Counts>();
  const problems: string[] = [];
  const differing: string[] = [];
  for (const [place, file] of move.files.entries()) {
    const sum: Counts = { new: 0, there: 0, differ: 0 };
    counts.set(file.name, sum);
    for await (const { lines, from } of pagesOf(join(move.folder, fileName(file)))) {
      const page = await sendPage(move, step, { file, lines });
      for (const name of ['new', 'there', 'differ'] as const) sum[name] += page[name];
      const placeOf = (at: number) => `${fileName(file)}:${from + at}`;
      for (const at of page.differing) differing.push(`${placeOf(at)} (${idIn(lines[at])})`);
      for (const each of page.problems) problems.push(`${placeOf(each.place)}: ${each.detail}`);
      // What follows would link to what could not be written.
      if (step !== 'check' && problems.length > 0) throw rejection('import_rejected', ...problems);
    }
    move.bar.show(step === 'check' ? 'Comparing' : 'Writing', (place + 1) / move.files.length);
  }
  if (problems.length > 0) throw rejection('import_rejected', ...problems);
  return { counts, differing: differing.slice(0, MAX_DIFFERING) };
}

/** Lists have the id of the record to which they belong. */
const idIn = (line: unknown): string => {
  const { id, parent } = Object(line);
  return String(id ?? parent);
};

const sendPage = (
  { call }: Move,
  step: Step,
  { file, lines }: { file: MovedFile | undefined; lines: readonly unknown[] },
) => runStep(call, pageSchema, { step, file: file?.name, lines });

/** @returns the lines in pages, with the number of the first. */
async function* pagesOf(path: string): AsyncGenerator<{ lines: unknown[]; from: number }> {
  let lines: unknown[] = [];
  let bytes = 0;
  let from = 1;
  for await (const { text, number } of linesIn(path)) {
    if (lines.length === PAGE_LINES || (lines.length > 0 && bytes + text.length > PAGE_BYTES)) {
      yield { lines, from };
      lines = [];
      bytes = 0;
      from = number;
    }
    lines.push(JSON.parse(text));
    bytes += text.length;
  }
  if (lines.length > 0) yield { lines, from };
}

interface Imported extends Compared {
  readonly unfinished: Readonly<Record<string, number>>;
  readonly args: StageCall['args'];
  readonly hasSecrets: boolean;
}

function resultOf(
  { organization, stage }: Manifest,
  { counts, differing, unfinished, args, hasSecrets }: Imported,
): Record<string, unknown> {
  const waiting = Object.values(unfinished).reduce((sum, each) => sum + each, 0);
  return {
    'organization-id': organization,
    'from-stage': stage,
    written: args['check'] !== true,
    files: Array.from(counts, ([file, sum]) => ({ file, ...sum })),
    ...(differing.length > 0 && { differing }),
    unfinished: waiting,
    'taken-over': args['take-over'] === true,
    secrets: hasSecrets ? 'restored' : 'omitted: passwords must be reset, and endpoints are disabled',
  };
}
