/** Files of import-matches, and the command that imports them, for tests in one process. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { handler as matches } from '../../functions/track-matches/handler.ts';
import { call, type Person } from './calls.ts';
import { operatorHere } from './operator-here.ts';

export type LineMembers = Readonly<Record<string, unknown>>;

/** A line in which the required members have values. */
export const foundLine = (given: LineMembers): LineMembers => ({
  source: 'ear.example',
  id: '1',
  'is-cover': 0,
  title: 'So Where',
  'release-date': '1999-04-30',
  ...given,
});

/** The counts of an import in which nothing happened. */
const nothing = {
  ...{ lines: 0, imported: 0, replaced: 0, unchanged: 0 },
  ...{ removed: 0, dropped: 0, rejected: 0 },
};

/** Call it in a file with a table. */
export function matchImports() {
  const operator = operatorHere();
  const place = mkdtempSync(join(tmpdir(), 'matches-'));
  afterAll(() => rmSync(place, { recursive: true }));
  let files = 0;
  const importing = (text: string, ...more: readonly string[]) => {
    const path = join(place, `${++files}.jsonl`);
    writeFileSync(path, text);
    return operator.run('import-matches', path, '--json', ...more);
  };
  const linesOf = (lines: readonly LineMembers[]) =>
    lines.map((line) => `${JSON.stringify(line)}\n`).join('');

  return {
    operator,
    importing: (...lines: readonly LineMembers[]) => importing(linesOf(lines)),
    /** @returns the counts and what is printed of lines. @param lines objects, or the text of a file. */
    async imported(lines: readonly LineMembers[] | string) {
      const ran = await importing(typeof lines === 'string' ? lines : linesOf(lines));
      expect(ran, ran.errors).toMatchObject({ code: 0 });
      const told = ran.errors.split('\n').filter((line) => line.startsWith('{"line"'));
      return { counts: JSON.parse(ran.output), told: told.map((line): unknown => JSON.parse(line)) };
    },
  };
}

/** @param some those that are not 0. */
export const counts = (some: Partial<typeof nothing>) => ({ ...nothing, ...some });

/**
 * @returns the matches of a track as its owner sees them, oldest first.
 * @param more of the query, with its `&`.
 */
export async function matchesOf({ token }: Person, trackId: string, more = '') {
  const path = `/track-matches?filter[track]=${trackId}&page[size]=100${more}`;
  return (await call(matches, 200, { path, token })).body;
}
