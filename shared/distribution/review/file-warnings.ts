/** Warns reviewers of files of an album that cannot be read. No decision depends on these warnings. */
import { type Album, albums } from '../../catalogue/api/albums.ts';
import { type FileCheck, fileFault } from '../../catalogue/masters/file-fault.ts';
import { findRecord, type Store } from '../../kit/records/store.ts';
import type { DistributionRequest } from '../api/distribution-requests.ts';
import { isOpen } from '../rules/distribution.ts';
import { tracksOn } from './album-contents.ts';

const CONCURRENT_FILES = 10;
const REQUEST_TIMEOUT_MS = 5_000;
/** Short, because an operator waits. */
const TOTAL_TIMEOUT_MS = 15_000;

interface NamedFile {
  /** Such as "The artwork". */
  readonly title: string;
  readonly url: string;
}

/**
 * Omits masters, which are validated when they are attached.
 * @returns sentences; none for requests that are decided or need no files.
 */
export async function fileWarnings(
  store: Store,
  request: DistributionRequest,
  options: Pick<FileCheck, 'allowedCidrs' | 'lookup'>,
): Promise<string[]> {
  const { status, 'request-type': type, album: albumId } = request.fields;
  const album = await findRecord(store, albums, albumId ?? '');
  if (!album || !isOpen(status) || type === 'takedown') return [];
  const signal = AbortSignal.timeout(TOTAL_TIMEOUT_MS);
  return faultsOf(await filesOf(store, album), { ...options, signal, requestTimeoutMs: REQUEST_TIMEOUT_MS });
}

async function filesOf(store: Store, album: Album): Promise<NamedFile[]> {
  const { artwork } = album.fields;
  const audio = (await tracksOn(store, album)).flatMap(({ track, disc, order }) => {
    const url = track.fields['full-audiofile-url'];
    return url === null ? [] : [{ title: `The audio of track ${order} on disc ${disc}`, url }];
  });
  return [...(artwork === null ? [] : [{ title: 'The artwork', url: artwork }]), ...audio];
}

async function faultsOf(files: readonly NamedFile[], check: FileCheck): Promise<string[]> {
  const faults: string[] = [];
  for (let start = 0; start < files.length; start += CONCURRENT_FILES) {
    const left = files.length - start;
    if (check.signal.aborted)
      return [...faults, `${left} files were not checked because others took too long.`];
    const some = files.slice(start, start + CONCURRENT_FILES).map(async ({ title, url }) => {
      const fault = await fileFault(url, check);
      return fault === undefined ? [] : [`${title} cannot be read. ${fault}`];
    });
    faults.push(...(await Promise.all(some)).flat());
  }
  return faults;
}
