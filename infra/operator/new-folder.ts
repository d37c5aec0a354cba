/** The folder of an export, which only the operator can read. */
import { mkdir, readdir } from 'node:fs/promises';
import { rejection } from './rejection.ts';

/** The mode of its files: they contain names, addresses and amounts. */
export const PRIVATE_FILE = { mode: 0o600 };

/** @throws Rejection for a folder with files, which an export does not overwrite. */
export async function newFolder(to: unknown): Promise<string> {
  if (typeof to !== 'string' || to === '') throw rejection('required', '--to is required.');
  await mkdir(to, { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw rejection('file_unreadable', `${to} cannot be written: ${error.message}`);
  });
  if ((await readdir(to)).length > 0)
    throw rejection('invalid_value', `--to: the folder ${to} is not empty.`);
  return to;
}
