/** Checks all files of an export as a whole, before anything is written. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { claimOf, type MovedFile } from '../../../shared/kit/moves/moved-file.ts';
import { api } from '../../../shared/service/api.ts';
import { movedFiles } from '../../../shared/service/moved-files.ts';
import { type CheckedFolder, FolderCheck } from './folder-check.ts';
import { linesIn } from './lines.ts';
import { digestOf, MANIFEST, type Manifest } from './manifest.ts';

/** The file of an analytics report, whose id is its name. */
const REPORT = /^reports\/(\d+)\.csv\.gz$/;

export const fileName = ({ name }: Pick<MovedFile, 'name'>): string => `${name}.jsonl`;

/** @param manifest undefined for an export that is not completed yet. */
export async function checkFolder(folder: string, manifest?: Manifest): Promise<CheckedFolder> {
  const check = new FolderCheck();
  if (manifest) await checkDigests(check, folder, manifest);
  for (const file of movedFiles) await checkFile(check, folder, file);
  if (manifest) checkManifest(check, manifest);
  return check.result();
}

async function checkDigests(check: FolderCheck, folder: string, { files }: Manifest): Promise<void> {
  for (const file of movedFiles)
    if (!files[fileName(file)]) check.report(fileName(file), 'The manifest does not name the file.');
  const known = new Set(movedFiles.map(fileName));
  for (const [name, { sha256 }] of Object.entries(files)) {
    if (!known.has(name) && !REPORT.test(name))
      check.report(name, 'This version of the service does not know the file.');
    else if (!(await isPlainFile(join(folder, name))) || (await digestOf(join(folder, name))) !== sha256)
      check.report(name, 'The file is missing or has changed since the export.');
  }
}

/** Others, such as devices, may never end. */
const isPlainFile = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isFile() === true;

function checkManifest(check: FolderCheck, { organization, files }: Manifest): void {
  for (const file of movedFiles) {
    const named = files[fileName(file)]?.lines;
    const count = check.linesOf(file);
    if (named !== undefined && named !== count)
      check.report(MANIFEST, `${fileName(file)} has ${count} lines instead of ${named}.`);
  }
  if (!check.has(claimOf('white-labels', organization)))
    check.report(MANIFEST, `It names the organization ${organization}, which is not in the files.`);
  // The bucket has the reports of all organizations.
  for (const name of Object.keys(files)) {
    const [, id] = REPORT.exec(name) ?? [];
    if (id !== undefined && !check.has(claimOf('analytics-reports', id)))
      check.report(name, 'Its report is not in the files.');
  }
}

async function checkFile(check: FolderCheck, folder: string, file: MovedFile): Promise<void> {
  const path = join(folder, fileName(file));
  if (!(await isPlainFile(path))) return;
  for await (const { text, number, isCut } of linesIn(path)) {
    const place = `${fileName(file)}:${number}`;
    const line = parsed(text);
    if (isCut) check.report(place, 'The line is too long.');
    else if (line === undefined) check.report(place, 'The line is not JSON.');
    else check.add(file, place, file.inspect(api, line));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
