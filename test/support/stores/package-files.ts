/** The files of a parcel's package as they are once transferred. */
import { createHash } from 'node:crypto';
import { type PackageFile, wantedFiles } from '../../../shared/ern/write/package-files.ts';
import type { Parcel } from '../../../shared/ern/write/parcel.ts';

/** @throws Error when the release lacks a file. */
export function transferred(parcel: Parcel): readonly PackageFile[] {
  const wanted = wantedFiles(parcel);
  if ('missing' in wanted) throw new Error(wanted.missing);
  return wanted.files.map(({ from, ...file }, index) => ({
    ...file,
    bytes: 1000 + index,
    sha256: createHash('sha256').update(JSON.stringify(from)).digest('hex'),
  }));
}
