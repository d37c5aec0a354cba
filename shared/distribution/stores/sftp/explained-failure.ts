/** Why a store did not write what it was asked to, if it only says that it failed: version 3 of SFTP has no status for these reasons. Pure. */
import { StoreFailure } from '../connected/store-failure.ts';

/** Of the disk, as OpenSSH's extension `statvfs` tells it. */
export interface DiskState {
  readonly f_bavail: number | bigint;
  /** 0 where a disk has no fixed number of files. */
  readonly f_files: number | bigint;
  readonly f_favail: number | bigint;
  readonly f_flag: number | bigint;
}

/** With fewer free blocks, a write of one piece does not fit. */
const FEW_BLOCKS = 16;
const READ_ONLY = 1n;

/** @param action what the store was asked to do. */
export function explainedFailure(disk: DiskState, action: string): StoreFailure {
  if ((BigInt(disk.f_flag) & READ_ONLY) !== 0n)
    return new StoreFailure('permission', `The disk of the store is read-only. It was asked to ${action}.`);
  const isOutOfFiles = Number(disk.f_files) > 0 && Number(disk.f_favail) === 0;
  if (Number(disk.f_bavail) < FEW_BLOCKS || isOutOfFiles)
    return new StoreFailure('space', `The disk of the store is full. It was asked to ${action}.`);
  return new StoreFailure(
    'protocol',
    `The store failed without a reason, and its disk is not full. A quota may be used up. It was asked to ${action}.`,
  );
}
