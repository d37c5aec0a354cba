/** import-organization on the command line: checks the files, compares them with the stage, and sends them. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { MovedFile } from '../../../shared/kit/moves/moved-file.ts';
import { movedFiles } from '../../../shared/service/moved-files.ts';
import { usageFiles } from '../../../shared/usage/moved/files.ts';
import { folderIn } from '../files.ts';
import { type CommandOutcome, type OperatorIo, runStep, type StageCall } from '../invoke.ts';
import { ProgressBar } from '../progress.ts';
import { rejection } from '../rejection.ts';
import { withBucket } from '../stage-bucket.ts';
import { checkFolder, fileName } from './check-folder.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { idIn, pagesOf } from './pages.ts';
import { keyFor } from './passphrase.ts';
import { differingIn, filesToReplace, foretold, replaceAll } from './replace-records.ts';

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
  const {
    'passphrase-file': passphrase,
    'without-usage': omitsUsage,
    check,
    replace,
    seen,
    ...rest
  } = call.args;
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
  const isCheck = check === true;
  const replacing =
    typeof replace === 'string' ? { ...move, files: filesToReplace(replace, move.files) } : undefined;
  try {
    const compared = await send(move, 'check');
    const differing = replacing && (await differingIn(replacing, isCheck ? undefined : { digest: seen }));
    const sent = isCheck ? compared : await restore(move, manifest);
    // Afterwards, because what is replaced can link to what was restored.
    const replaced =
      replacing && differing && (isCheck ? foretold(differing) : await replaceAll(replacing, differing));
    const result = resultOf(manifest, {
      ...sent,
      unfinished,
      args: call.args,
      hasSecrets: key !== undefined,
    });
    return { result: { ...result, ...replaced } };
  } finally {
    bar.end();
  }
}

/** Writes what is missing. */
async function restore(move: Move, manifest: Manifest): Promise<Compared> {
  const sent = await send(move, 'write');
  await follow(move, manifest);
  return sent;
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

const sendPage = (
  { call }: Move,
  step: Step,
  { file, lines }: { file: MovedFile | undefined; lines: readonly unknown[] },
) => runStep(call, pageSchema, { step, file: file?.name, lines });

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
