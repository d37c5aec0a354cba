/** Checks or writes some releases in the name of a user. The command line has read them from files. */
import { type CheckedRelease, checkRelease } from '../../catalogue/back-catalogue/check-release.ts';
import { type Release, upcOf } from '../../catalogue/back-catalogue/release-form.ts';
import {
  ensureAlbum,
  ensureContents,
  ensureShared,
  type ImportedState,
  NamedRecords,
} from '../../catalogue/back-catalogue/write-release.ts';
import type { Run } from '../../kit/commands/listed.ts';
import type { WriteContext } from '../../kit/crud/write/hooks.ts';
import { Problems } from '../../kit/values/problems.ts';
import { batchesOf } from '../../platform/batches.ts';
import type { importCatalogue } from '../commands.ts';
import { contextOfUser } from '../context-of-user.ts';

export const run = (async ({ user, step, releases }, operation) => {
  const context = await contextOfUser(operation, user);
  if (step === 'check') return { releases: await check(context, releases) };
  return { releases: await (step === 'write' ? write : share)(context, releases) };
}) satisfies Run<typeof importCatalogue>;

const check = (context: WriteContext, releases: readonly Release[]): Promise<CheckedRelease[]> =>
  runInBatches(releases.map((release) => () => checkRelease(context, release)));

/** What an import has created of a release: the album and the tracks, or the shared places. */
interface WrittenRelease {
  readonly found: readonly ImportedState[];
}

/** Albums are created in order, so that the oldest album of a track is the same everywhere. */
async function write(context: WriteContext, releases: readonly Release[]): Promise<WrittenRelease[]> {
  const names = new NamedRecords(context);
  const made: (() => Promise<WrittenRelease>)[] = [];
  for (const release of releases) {
    const { album, found } = await runFor(release, () => ensureAlbum(context, release, names));
    made.push(async () => ({
      found: [found, ...(await runFor(release, () => ensureContents(context, { release, album }, names)))],
    }));
  }
  return runInBatches(made);
}

/** Releases that are checked or written concurrently. With more, their calls to the table would wait. */
const CONCURRENT = 4;

async function runInBatches<T>(work: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  for (const some of batchesOf(work, CONCURRENT))
    results.push(...(await Promise.all(some.map((each) => each()))));
  return results;
}

async function share(context: WriteContext, releases: readonly Release[]): Promise<WrittenRelease[]> {
  const written: WrittenRelease[] = [];
  for (const release of releases)
    written.push({ found: await runFor(release, () => ensureShared(context, release)) });
  return written;
}

/** Adds the release to problems that the check did not find. */
async function runFor<T>(release: Release, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    const withRelease = (detail: string) => `The release ${upcOf(release)}: ${detail}`;
    throw new Problems(error.problems.map((each) => ({ ...each, detail: withRelease(each.detail) })));
  }
}
