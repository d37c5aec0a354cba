/** import-organization --replace: restores existing records that differ, after a check has listed them. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import type { MovedFile } from '../../../shared/kit/moves/moved-file.ts';
import { runStep, type StageCall } from '../invoke.ts';
import { rejection } from '../rejection.ts';
import { fileName } from './check-folder.ts';
import { idIn, pagesOf } from './pages.ts';

const names = v.array(v.string());
const pageSchema = v.object({
  found: v.array(
    v.object({ place: v.number(), version: v.number(), members: names, staying: names, problems: names }),
  ),
});

interface Differing {
  readonly file: MovedFile;
  /** Number of its line. */
  readonly number: number;
  readonly line: unknown;
  readonly version: number;
  readonly members: readonly string[];
  readonly staying: readonly string[];
  readonly problems: readonly string[];
}

interface Replacing {
  readonly call: StageCall;
  readonly folder: string;
  readonly files: readonly MovedFile[];
}

/** Far less than a function can change in its time. */
const PER_STEP = 40;
/** The maximum number that the result names. */
const MAX_NAMED = 200;

/** @returns the files of the types, in the order of writing. @throws Rejection for a type without a file. */
export function filesToReplace(types: string, files: readonly MovedFile[]): readonly MovedFile[] {
  const named = types.split(',').map((type) => type.trim());
  const unknown = named.filter((type) => !files.some(({ name }) => name === type));
  if (unknown.length > 0)
    throw rejection('invalid_value', `The export has no records of the type ${unknown.join(', ')}.`);
  return files.filter(({ name }) => named.includes(name));
}

/**
 * @param seen the value that the check returned, or undefined for a check.
 * @returns all records that differ, without changing them. @throws Rejection if others differ than were seen.
 */
export async function differingIn(
  { call, folder, files }: Replacing,
  seen: { readonly digest: unknown } | undefined,
): Promise<readonly Differing[]> {
  const all: Differing[] = [];
  for (const file of files)
    for await (const { lines, from } of pagesOf(join(folder, fileName(file)))) {
      const { found } = await runStep(call, pageSchema, { step: 'compare', file: file.name, lines });
      for (const { place, ...each } of found)
        all.push({ ...each, file, number: from + place, line: lines[place] });
    }
  if (seen && seen.digest !== digestOf(all)) throw rejection('invalid_value', whyNotSeen(seen));
  return all;
}

const whyNotSeen = ({ digest }: { readonly digest: unknown }): string =>
  digest === undefined
    ? 'Run it with --check first, and give the value that it prints as --seen.'
    : 'The records that differ are no longer those of --seen. Run it with --check again.';

/** @returns members of the result of a check. */
export const foretold = (differing: readonly Differing[]) => ({
  ...told(differing, 'to-replace'),
  seen: digestOf(differing),
});

/** Of which records, in which version, and of which members. */
function digestOf(differing: readonly Differing[]): string {
  const text = differing.map(({ file, line, version, members }) =>
    [file.name, JSON.stringify(line), version, ...members].join(' '),
  );
  return createHash('sha256').update(text.join('\n')).digest('hex').slice(0, 12);
}

/** Changes them back, except those that have changed since they were compared. @returns members of the result. */
export async function replaceAll(
  { call, files }: Replacing,
  differing: readonly Differing[],
): Promise<Record<string, unknown>> {
  const all: Differing[] = [];
  for (const file of files) {
    const some = differing.filter((each) => each.file === file);
    for (let from = 0; from < some.length; from += PER_STEP) {
      const step = some.slice(from, from + PER_STEP);
      const { found } = await runStep(call, pageSchema, {
        step: 'replace',
        file: file.name,
        lines: step.map(({ line }) => line),
        versions: step.map(({ version }) => version),
      });
      const byPlace = new Map(found.map((each) => [each.place, each]));
      // What is not found any more was deleted, or has the values of the export.
      all.push(...step.map((each, place) => ({ ...each, problems: byPlace.get(place)?.problems ?? [] })));
    }
  }
  return told(all, 'replaced');
}

function told(differing: readonly Differing[], what: 'to-replace' | 'replaced'): Record<string, unknown> {
  const about = ({ file, number, line }: Differing) => `${fileName(file)}:${number} (${idIn(line)})`;
  const changing = differing.filter(({ members, problems }) => members.length > 0 && problems.length === 0);
  const rejected = differing.filter(({ problems }) => problems.length > 0);
  const staying = differing.filter((each) => each.staying.length > 0);
  const sentences = (some: readonly Differing[], of: (each: Differing) => readonly string[], by: string) =>
    some.slice(0, MAX_NAMED).map((each) => `${about(each)}: ${of(each).join(by)}`);
  return {
    [what]: changing.length,
    ...(changing.length > 0 && { changes: sentences(changing, ({ members }) => members, ', ') }),
    ...(rejected.length > 0 && { 'not-replaced': sentences(rejected, ({ problems }) => problems, ' ') }),
    ...(staying.length > 0 && { staying: sentences(staying, (each) => each.staying, ', ') }),
  };
}
