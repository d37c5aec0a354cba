/** Which files of a release cannot be read now, for its reviewers. */
import type { Album } from '../../catalogue/api/albums.ts';
import { type FileCheck, fileFault } from '../../catalogue/masters/file-fault.ts';
import type { PlacedTrack } from '../contents/album-contents.ts';

export interface Reviewed {
  readonly album: Album;
  readonly placed: readonly PlacedTrack[];
}

export interface FilesCheck extends Pick<FileCheck, 'allowedCidrs' | 'lookup'> {
  /** Without it, all files are among those that were not read. */
  readonly isReading: boolean;
}

interface FilesRead {
  readonly warnings: readonly string[];
  /** Such as "The artwork", in the order of the release. */
  readonly notRead: readonly string[];
}

export const noFiles: FilesRead = { warnings: [], notRead: [] };

/** Of one owner, whose server may be slow. */
const CONCURRENT_FILES = 10;
const REQUEST_TIMEOUT_MS = 5_000;
/** Short, because an operator waits. */
const TOTAL_TIMEOUT_MS = 15_000;

interface NamedFile {
  readonly title: string;
  readonly url: string;
}

export async function filesOf(reviewed: Reviewed, { isReading, ...check }: FilesCheck): Promise<FilesRead> {
  const files = namedFiles(reviewed);
  if (!isReading) return { warnings: [], notRead: files.map(({ title }) => title) };
  const signal = AbortSignal.timeout(TOTAL_TIMEOUT_MS);
  return faultsOf(files, { ...check, signal, requestTimeoutMs: REQUEST_TIMEOUT_MS });
}

/** Omits masters, which are validated when they are attached. */
function namedFiles({ album, placed }: Reviewed): NamedFile[] {
  const { artwork } = album.fields;
  const audio = placed.flatMap(({ track, disc, order }) => {
    const url = track.fields['full-audiofile-url'];
    return url === null ? [] : [{ title: `The audio of track ${order} on disc ${disc}`, url }];
  });
  return [...(artwork === null ? [] : [{ title: 'The artwork', url: artwork }]), ...audio];
}

/** A slow file delays only those that follow it at the same place among the concurrent ones. */
async function faultsOf(files: readonly NamedFile[], check: FileCheck): Promise<FilesRead> {
  const faults = new Map<NamedFile, string>();
  const left = files.values();
  const readOn = async () => {
    while (!check.signal.aborted) {
      const { value: file, done } = left.next();
      if (done) return;
      const fault = await fileFault(file.url, check);
      if (fault !== undefined) faults.set(file, `${file.title} cannot be read. ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_FILES }, readOn));
  const notRead = [...left].map(({ title }) => title);
  const late =
    notRead.length > 0 ? [`${notRead.length} files were not checked because others took too long.`] : [];
  return { warnings: [...files.flatMap((file) => faults.get(file) ?? []), ...late], notRead };
}
