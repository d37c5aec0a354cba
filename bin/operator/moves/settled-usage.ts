/** Whether the usage in an export is of one time: no report was imported while it was read. */

import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Line, LineAddress } from '../../../shared/kit/moves/moved-file.ts';
import { importOfWriter } from '../../../shared/usage/keys.ts';
import { usageFiles } from '../../../shared/usage/moved/files.ts';
import { usageImportFile } from '../../../shared/usage/moved/usage-import-file.ts';
import { linesIn } from '../files.ts';
import { rejection } from '../rejection.ts';
import { fileName } from './check-folder.ts';
import { type Ask, askAll } from './fit-together.ts';

/** @throws Rejection */
export async function requireSettledUsage(folder: string, ask: Ask): Promise<void> {
  const { before, places } = await importsIn(folder);
  for (const { place, lines } of await askAll(places, ask)) {
    const [now] = lines;
    const then = before.get(place.id);
    const isRunning = String(now?.['run']).endsWith(' running');
    if (!isRunning && isDeepStrictEqual(then, now)) continue;
    const name = String(now?.['name'] ?? then?.['name']);
    throw rejection(
      'changed_during_export',
      `The report ${name} was imported during the export, so the export can mix two contents. ` +
        `Export again to another folder when show-usage-import ${name} says that it is done.`,
    );
  }
}

/** @returns the imports in their file, and the places of all that the usage is from. */
async function importsIn(folder: string) {
  const before = new Map<string, Line>();
  const places = new Map<string, LineAddress>();
  for (const file of usageFiles)
    for await (const { text } of linesIn(join(folder, fileName(file)))) {
      const line: Line = JSON.parse(text);
      const owner = String(line['owner']);
      const id = `${owner} ${importOfWriter(String(line['import']))}`;
      places.set(id, { file: usageImportFile.name, owner, id });
      if (file === usageImportFile) before.set(id, line);
    }
  return { before, places: [...places.values()] };
}
