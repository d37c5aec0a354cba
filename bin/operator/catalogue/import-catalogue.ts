/** import-catalogue on the command line: reads and checks all files, and then sends their releases. */
import * as v from 'valibot';
import {
  fieldName,
  type Note,
  type ReadRelease,
} from '../../../shared/catalogue/back-catalogue/reading/read-file.ts';
import { placeOf, upcOf } from '../../../shared/catalogue/back-catalogue/release-form.ts';
import { gtinOf } from '../../../shared/catalogue/rules/upc.ts';
import { batchesOf } from '../../../shared/platform/batches.ts';
import { folderIn } from '../files.ts';
import { type CommandOutcome, type OperatorIo, runStep, type StageCall } from '../invoke.ts';
import { printable } from '../printable.ts';
import { Progress } from '../progress.ts';
import { Rejection } from '../rejection.ts';
import { codeNotes } from './code-notes.ts';
import { genresWith } from './genre-option.ts';
import { resolverOf } from './masters.ts';
import { type ReadFolder, readFolder } from './read-folder.ts';

const states = ['new', 'there', 'differs'] as const;
const checkedSchema = v.object({
  faults: v.array(v.object({ track: v.optional(v.number()), field: v.string(), detail: v.string() })),
  found: v.array(v.picklist(states)),
  missing: v.array(v.object({ upc: v.string(), disc: v.number(), order: v.number() })),
  /** Stages of earlier versions have none. */
  kept: v.optional(v.array(v.object({ field: v.string(), note: v.string() })), []),
});
const pageSchema = v.object({ releases: v.array(checkedSchema) });
const writtenSchema = v.object({
  releases: v.array(v.object({ found: v.array(v.picklist(['new', 'there'])) })),
});

type Checked = v.InferOutput<typeof checkedSchema>;
type Step = 'check' | 'write' | 'share';

interface Import {
  readonly call: StageCall;
  readonly progress: Progress;
}

/** About 200 tracks, which a function writes in seconds. */
const BATCH_BYTES = 150_000;
/** A request to a function has at most 6 MB. */
const MAX_BYTES = 5_000_000;
const MAX_RELEASES = 200;

/** @throws Rejection with all problems of all files. Then, nothing was written. */
export async function importCatalogue(call: StageCall, io: OperatorIo): Promise<CommandOutcome> {
  const { masters, genre, check } = call.args;
  const from = folderIn(call.args, 'from');
  const reading = { resolve: resolverOf(masters), genreOf: genresWith(genre), now: new Date() };
  const progress = new Progress(io);
  const whole: Import = { call, progress };
  try {
    await send(whole, 'check', { batch: [], schema: pageSchema });
    const folder = await readFolder(from, reading);
    const checked = await checkAll(whole, folder);
    const before = checked.map((each) => each.found);
    const after = check === true ? before : await write(whole, { releases: folder.releases, before });
    const notes = [...folder.notes, ...codeNotes(folder.releases, checked)];
    return { result: resultOf(call, { ...folder, notes }, after) };
  } finally {
    progress.end();
  }
}

/** @throws Rejection with all problems. */
async function checkAll(
  whole: Import,
  { releases, problems, notes }: ReadFolder,
): Promise<readonly Checked[]> {
  const tooLarge = releases.filter(({ release }) => bytesOf(release) > MAX_BYTES);
  const all = [...problems];
  for (const { placeOf } of tooLarge) all.push(`${placeOf({ field: 'title' })}: The release is too large.`);
  const places = new Set(releases.flatMap(placesIn));
  const checked = await sendInBatches(whole, {
    what: 'Checking',
    releases: releases.filter((each) => !tooLarge.includes(each)),
    async each(batch) {
      const page = await send(whole, 'check', { batch, schema: pageSchema });
      for (const [index, read] of batch.entries()) {
        const of = page.releases[index];
        all.push(...problemsOf(read, of));
        for (const track of (of?.missing ?? []).filter((each) => !places.has(sourceOf(each))))
          all.push(
            `${read.placeOf({ field: 'tracks' })}: There is no track ${track.order} on disc ${track.disc} of ${track.upc}.`,
          );
      }
      return page.releases;
    },
  });
  if (all.length > 0)
    throw new Rejection(
      all.toSorted(byPlace).map((each) => ({ code: 'import_rejected', detail: readable(each) })),
      summary(notes),
    );
  return checked;
}

/** The tracks that releases can share. */
const placesIn = ({ release }: ReadRelease): string[] =>
  release.tracks.map((track) => sourceOf({ ...track, upc: upcOf(release) }));

const sourceOf = ({ upc, ...place }: { upc: string; disc: number; order: number }): string =>
  `${gtinOf(upc) ?? upc} ${placeOf(place)}`;

/** By file and line. */
const { compare: byPlace } = new Intl.Collator('en', { numeric: true });

/** Problems that follow from one that the reader has reported are omitted. */
const problemsOf = ({ placeOf, malformed }: ReadRelease, checked: Checked | undefined): string[] =>
  (checked?.faults ?? [])
    .filter(({ field, track }) => !malformed.has(fieldName(field, track)))
    .map(
      ({ field, track, detail }) => `${placeOf({ field, ...(track !== undefined && { track }) })}: ${detail}`,
    );

/** What was found of the album of a release and then of its tracks. */
type States = Checked['found'];

/**
 * Tracks on several releases follow when all of these exist.
 * @param before what the check has found. Other imports may have changed something since then.
 * @returns `new` for what this import has created.
 */
async function write(
  whole: Import,
  { releases, before }: { releases: readonly ReadRelease[]; before: readonly States[] },
): Promise<readonly States[]> {
  const step = (name: 'write' | 'share', what: string, some: readonly ReadRelease[]) =>
    sendInBatches(whole, {
      what,
      releases: some,
      each: async (batch) => (await send(whole, name, { batch, schema: writtenSchema })).releases,
    });
  const written = await step('write', 'Writing', releases);
  const sharing = releases.filter(({ release }) => release.shared.length > 0);
  const shared = await step('share', 'Sharing tracks', sharing);
  const placesOf = new Map(sharing.map((release, index) => [release, shared[index]?.found ?? []]));
  return releases.map((release, index) => {
    const ofCheck = before[index] ?? [];
    const created = [...(written[index]?.found ?? []), ...(placesOf.get(release) ?? [])];
    return ofCheck.map((state, at) => (created[at] === 'new' ? 'new' : state === 'new' ? 'there' : state));
  });
}

interface Batches<T> {
  readonly what: string;
  readonly releases: readonly ReadRelease[];
  readonly each: (batch: readonly ReadRelease[]) => Promise<readonly T[]>;
}

async function sendInBatches<T>({ progress }: Import, { what, releases, each }: Batches<T>): Promise<T[]> {
  const size = { mostBytes: BATCH_BYTES, bytesOf: ({ release }: ReadRelease) => bytesOf(release) };
  const total = tracksIn(releases);
  const results: T[] = [];
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

const send = <S extends v.GenericSchema>(
  { call }: Import,
  step: Step,
  { batch, schema }: { batch: readonly ReadRelease[]; schema: S },
) => runStep(call, schema, { step, releases: batch.map(({ release }) => release) });

function resultOf(
  { args }: StageCall,
  folder: ReadFolder,
  found: readonly States[],
): Record<string, unknown> {
  const count = (some: States) =>
    Object.fromEntries(states.map((state) => [state, some.filter((each) => each === state).length]));
  return {
    'user-id': args['user'],
    written: args['check'] !== true,
    files: folder.files,
    albums: count(found.flatMap(([album]) => album ?? [])),
    tracks: count(found.flatMap(([, ...tracks]) => tracks)),
    notes: summary(folder.notes),
  };
}

/** Texts of files can have megabytes. */
const readable = (sentence: string): string =>
  printable(sentence.length > LONGEST ? `${sentence.slice(0, LONGEST)}…` : sentence);

const LONGEST = 1000;

/** Each note once, with how often it occurs and the first file. */
const summary = (notes: readonly Note[]): Record<string, unknown>[] =>
  Array.from(
    Map.groupBy(notes, ({ note }) => note),
    ([note, all]) => ({
      note: readable(note),
      times: all.length,
      first: all[0]?.place,
    }),
  );
