/** The folder of an export while it is written. After an export was killed, the same command begins it again there. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { movedFiles } from '../../../shared/service/moved-files.ts';
import { folderIn, jsonIn, makeFolder, PRIVATE_FILE } from '../files.ts';
import { fileName } from './check-folder.ts';
import { MANIFEST } from './manifest.ts';

/** Says of which organization the export is. Deleted once the manifest is written. */
const MARK = 'unfinished.json';
const REPORTS = 'reports';

/** The manifest is deleted first, because it says that the others are whole. */
const names: readonly string[] = [MANIFEST, ...movedFiles.map(fileName), REPORTS, MARK];

/** @returns the folder, without files of an export that was killed. @throws Rejection if it has other files. */
export async function beginExport(args: Readonly<Record<string, unknown>>): Promise<string> {
  const organization = args['organization-id'];
  const folder = folderIn(args, 'to');
  if (await isBegun(folder, organization)) {
    for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
  }
  await makeFolder(args);
  await writeFile(join(folder, MARK), JSON.stringify({ organization }), PRIVATE_FILE);
  return folder;
}

export const endExport = (folder: string): Promise<void> => rm(join(folder, MARK));

async function isBegun(folder: string, organization: unknown): Promise<boolean> {
  const text = await readFile(join(folder, MARK), 'utf8').catch(() => undefined);
  if (text === undefined || Object(jsonIn(text)).organization !== organization) return false;
  return (await readdir(folder)).every((name) => names.includes(name));
}
