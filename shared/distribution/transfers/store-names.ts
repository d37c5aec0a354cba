/** The names of folders and files at a store, as its profile prescribes them. Pure. */
import type { StoreConnection } from '../stores/connected/connection.ts';

export interface StoreNames {
  /** Folders, in the order in which they are made. */
  readonly folders: readonly string[];
  /** With the message and its resources. */
  readonly release: string;
  readonly message: string;
  /** The manifest that says that a batch is complete, with the id of the batch. Without one, the message says so. */
  readonly batch: { readonly id: string; readonly folder: string; readonly manifest: string } | undefined;
}

export interface NamedRelease {
  /** The UPC, or the id of an album without one. */
  readonly releaseId: string;
  /** When the package was ready (ISO 8601 in UTC). */
  readonly readyAt: string;
}

/** @returns a path within the folder of the connection. */
export const inFolder = ({ folder }: Pick<StoreConnection, 'folder'>, name: string): string =>
  folder === '' ? name : `${folder}/${name}`;

/** YYYYMMDDhhmmssnnn. */
export const stampOf = (moment: string): string => moment.replaceAll(/\D/g, '');

export function storeNames(
  connection: Pick<StoreConnection, 'folder' | 'profile' | 'priority'>,
  { releaseId, readyAt }: NamedRelease,
): StoreNames {
  const stamp = stampOf(readyAt);
  const isBatch = connection.profile === 'batch';
  const top = inFolder(connection, isBatch ? stamp : `${connection.priority}_${releaseId}_${stamp}`);
  const release = isBatch ? `${top}/${releaseId}` : top;
  return {
    folders: [...new Set([top, release, `${release}/resources`])],
    release,
    message: `${release}/${releaseId}.xml`,
    batch: isBatch ? { id: stamp, folder: top, manifest: `${top}/BatchComplete_${stamp}.xml` } : undefined,
  };
}
