/** import-catalogue on the command line: reads and checks all files, and then sends their releases. */
import * as v from 'valibot';
import { batchesOf } from '../../../shared/platform/batches.ts';
import type { CommandInvocation, CommandOutcome } from '../invoke.ts';
import { askStage, type MoveIo } from '../moves/ask-stage.ts';
import { printable } from '../present.ts';
import { Progress } from '../progress.ts';
import { Rejection, rejection } from '../rejection.ts';
import { resolverOf } from './masters.ts';
import { type ReadFolder, readFolder } from './read-folder.ts';
import { fieldName, type Note, type ReadRelease } from './read-release.ts';

const states = ['new', 'there', 'differs'] as const;
const checkedSchema = v.object({
  faults: v.array(v.object({ track: v.optional(v.number()), field: v.string(), detail: v.string() })),
  found: v.array(v.picklist(states)),
});
const pageSchema = v.object({ releases: v.array(checkedSchema) });

type Checked = v.InferOutput<typeof checkedSchema>;
type Step = 'check' | 'write' | 'share';

interface Import {
  readonly stage: string;
  readonly invocation: CommandInvocation;
  readonly io: MoveIo;
  readonly progress: Progress;
}

/** About 200 tracks, which a function writes in seconds. */
const BATCH_BYTES = 150_000;
/** A request to a function has at most 6 MB. */
const MAX_BYTES = 5_000_000;
const MAX_RELEASES = 200;

/** @throws Rejection with all problems of all files. Then, nothing was written. */
export async function importCatalogue(
  stage: string,
  invocation: CommandInvocation,
  io: MoveIo,
): Promise<CommandOutcome> {
  const { from, masters, check } = invocation.arguments;
  if (typeof from !== 'string' || from === '') throw rejection('required', '--from is required.');
  const resolve = resolverOf(masters);
  const progress = new Progress(io);
  const whole: Import = { stage, invocation, io, progress };
  try {
    await send(whole, 'check', []);
    const folder = await readFolder(from, { resolve, now: new Date() });
    const checked = await checkAll(whole, folder);
    if (check !== true) await write(whole, folder.releases);
    return { result: shown(whole, { folder, checked }) };
  } finally {
    progress.end();
  }
}

/** @throws Rejection with all problems. */
async function checkAll(whole: Import, { releases, problems }: ReadFolder): Promise<readonly Checked[]> {
  const tooLarge = releases.filter(({ release }) => bytesOf(release) > MAX_BYTES);
  const all = [...problems];
  for (const { placeOf } of tooLarge) all.push(`${placeOf({ field: 'title' })}: The release is too large.`);
  const checked = await inBatches(whole, {
    what: 'Checking',
    releases: releases.filter((each) => !tooLarge.includes(each)),
    async each(batch) {
      const page = await send(whole, 'check', batch);
      for (const [index, read] of batch.entries()) all.push(...problemsOf(read, page.releases[index]));
      return page.releases;
    },
  });
  if (all.length > 0)
    throw new Rejection(
      all.toSorted(byPlace).map((each) => ({ code: 'import_rejected', detail: printable(each) })),
    );
  return checked;
}

/** By file and line. */
const { compare: byPlace } = new Intl.Collator('en', { numeric: true });

/** Problems that follow from one that the reader has reported are omitted. */
const problemsOf = ({ placeOf, malformed }: ReadRelease, checked: Checked | undefined): string[] =>
  (checked?.faults ?? [])
    .filter(({ field, track }) => !malformed.has(fieldName(field, track)))
    .map(
      ({ field, track, detail }) => `${placeOf({ field, ...(track !== undefined && { track }) })}: ${detail}`,
    );

/** Tracks on several releases follow when all of these exist. */
async function write(whole: Import, releases: readonly ReadRelease[]): Promise<void> {
  const step = (name: 'write' | 'share', what: string, some: readonly ReadRelease[]) =>
    inBatches(whole, {
      what,
      releases: some,
      each: async (batch) => (await send(whole, name, batch)).releases,
    });
  await step('write', 'Writing', releases);
  await step(
    'share',
    'Sharing tracks',
    releases.filter(({ release }) => release.shared.length > 0),
  );
}

interface Batches {
  readonly what: string;
  readonly releases: readonly ReadRelease[];
  readonly each: (batch: readonly ReadRelease[]) => Promise<readonly Checked[]>;
}

async function inBatches({ progress }: Import, { what, releases, each }: Batches): Promise<Checked[]> {
  const size = { mostBytes: BATCH_BYTES, bytesOf: ({ release }: ReadRelease) => bytesOf(release) };
  const total = tracksIn(releases);
  const results: Checked[] = [];
  let done = 0;
  for (const batch of batchesOf(releases, MAX_RELEASES, size)) {
    results.push(...(await each(batch)));
    done += tracksIn(batch);
    progress.show(what, { done, total, unit: 'tracks' });
  }
  return results;
}

const bytesOf = (release: ReadRelease['release']): number => Buffer.byteLength(JSON.stringify(release));

const tracksIn = (releases: readonly ReadRelease[]): number =>
  releases.reduce((sum, { release: { tracks, shared } }) => sum + tracks.length + shared.length, 0);

const send = (
  { stage, invocation: { command, arguments: given }, io }: Import,
  step: Step,
  batch: readonly ReadRelease[],
) => {
  const releases = batch.map(({ release }) => release);
  return askStage(
    stage,
    { invocation: { command, arguments: { ...given, step, releases } }, schema: pageSchema },
    io,
  );
};

function shown(
  { invocation: { arguments: given } }: Import,
  { folder, checked }: { folder: ReadFolder; checked: readonly Checked[] },
): Record<string, unknown> {
  const count = (found: readonly (typeof states)[number][]) =>
    Object.fromEntries(states.map((state) => [state, found.filter((each) => each === state).length]));
  return {
    'user-id': given['user'],
    written: given['check'] !== true,
    files: folder.files,
    albums: count(checked.flatMap(({ found }) => found[0] ?? [])),
    tracks: count(checked.flatMap(({ found }) => found.slice(1))),
    notes: summary(folder.notes),
  };
}

/** Each note once, with how often it occurs and the first file. */
const summary = (notes: readonly Note[]): Record<string, unknown>[] =>
  Array.from(
    Map.groupBy(notes, ({ note }) => note),
    ([note, all]) => ({
      note,
      times: all.length,
      first: all[0]?.place,
    }),
  );
