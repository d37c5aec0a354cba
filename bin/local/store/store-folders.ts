/**
 * Where the store of this machine has its files: beside the data of the local stage, whose folder nothing else may be in.
 * Releases are placed in it, and what it says in these folders.
 */
export const ACKNOWLEDGEMENTS = 'acknowledgements';
export const REPORTS = 'reports';

/** What completes a batch, with the name of its folder. */
export const BATCH_MANIFEST = /^(\d{17})\/BatchComplete_\d{17}\.xml$/;

/** @param dataDirectory that of the local stage, `memory` if it stores nothing. */
export const storeFolderOf = (dataDirectory: string): string =>
  `${dataDirectory === 'memory' ? '.local' : dataDirectory}-store`;
