/** Takes over what the imports of a round have loaded, if the model allows it. */

import { expect } from 'vitest';
import type { Item } from '../../../shared/kit/table/item.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { storedAmount } from '../../../shared/kit/values/money.ts';
import { findImport } from '../../../shared/usage/import/start-import.ts';
import { importIdOf } from '../../../shared/usage/import/usage-import.ts';
import { importOfWriter } from '../../../shared/usage/keys.ts';
import { linesOf } from '../../../shared/usage/rows/usage-rows.ts';
import { sortedIsrcs } from '../../../shared/usage/rules/line-isrcs.ts';
import type { Person } from '../../support/calls.ts';
import type { Owner } from './codes.ts';
import { type Loaded, type ModelLine, type Money, type PossibleContent, revenueOf } from './model.ts';

/** The lines that the table has of an owner, as one. */
interface StoredLine {
  readonly owner: number;
  readonly plays: number;
  readonly revenue: bigint;
}

interface Found {
  readonly money: Money;
  /** By name. With the codes as they were before, because a track can have had lines before it was deleted. */
  readonly possible: ReadonlyMap<string, readonly PossibleContent[]>;
  readonly people: readonly Person[];
  /** By import and line. */
  readonly stored: ReadonlyMap<string, readonly StoredLine[]>;
  /** The names that another one may have kept from being imported. */
  readonly canBeKnown: ReadonlySet<string>;
  /** What has happened. */
  readonly said: string;
}

const keyOf = (importId: string, line: Pick<ModelLine, 'date' | 'dsp' | 'code' | 'currency'>): string =>
  [importId, line.date, line.dsp, line.code, line.currency].join(' ');

export function storedLines(rows: readonly Item[], people: readonly Person[]): Map<string, StoredLine[]> {
  const found = new Map<string, StoredLine[]>();
  for (const row of rows) {
    const [kind, ownerId, dsp = '', date = ''] = String(row['pk']).split('#');
    if (kind !== 'usage-lines') continue;
    const owner = people.findIndex(({ userId }) => userId === ownerId);
    const importId = importOfWriter(String(row['sk']).split('#')[0] ?? '');
    for (const { isrcs, currency, plays, revenue } of linesOf(row)) {
      const code = sortedIsrcs(isrcs);
      const key = keyOf(importId, { date, dsp, code, currency });
      found.set(key, [...(found.get(key) ?? []), { owner, plays, revenue: storedAmount(revenue) }]);
    }
  }
  return found;
}

export async function takeOver(found: Found): Promise<void> {
  const { money } = found;
  const after = new Map<string, Loaded>();
  for (const name of found.possible.keys()) {
    const loaded = await loadedUnder(name, found);
    if (loaded) after.set(name, loaded);
  }
  const lines = [...after].flatMap(([name, { content, owners }]) =>
    content.lines.filter((_, at) => owners[at] !== undefined).map((line) => keyOf(importIdOf(name), line)),
  );
  expect([...found.stored.keys()].toSorted(), found.said).toEqual(lines.toSorted());
  const contents = [...after.values()]
    .map(({ content }) => content)
    .filter(({ lines: all }) => all.length > 0);
  expect(new Set(contents.map(({ sha256 }) => sha256)).size, found.said).toBe(contents.length);
  for (const [name, loaded] of after) money.loaded.set(name, loaded);
}

async function loadedUnder(name: string, found: Found): Promise<Loaded | undefined> {
  const { money, canBeKnown, said } = found;
  const title = `${said}\n${name}`;
  const before = money.loaded.get(name);
  const imported = await findImport(new Table(), name);
  const sha256 = imported?.loaded[0]?.sha256;
  if (imported) expect(imported.state, title).toBe(canBeKnown.has(name) ? imported.state : 'done');
  if (imported) expect(imported.state, title).not.toBe('running');
  if (sha256 === undefined) {
    expect(before ? before.isMoved : canBeKnown.has(name), title).toBe(true);
    return before;
  }
  const possible = (found.possible.get(name) ?? []).filter(({ content }) => content.sha256 === sha256);
  const [first] = possible;
  if (!first) throw new Error(`${title} has a content that was not imported.`);
  const owners = first.content.lines.map((line, at) => ownerIn(line, { name, possible, at, found }));
  const isMoved = before?.isMoved && before.content.sha256 === sha256;
  if (isMoved) return { content: first.content, owners, isMoved };
  const counted = (isCounted: (at: number) => boolean): number =>
    first.content.lines.reduce((all, { times }, at) => all + (isCounted(at) ? times : 0), 0);
  const counts = { imported: counted(() => true), unmatched: counted((at) => owners[at] === undefined) };
  expect(imported?.counts, title).toMatchObject(counts);
  return { content: first.content, owners };
}

interface Line {
  readonly name: string;
  readonly possible: readonly PossibleContent[];
  readonly at: number;
  readonly found: Found;
}

/** @returns who has a line, whole and alone. */
function ownerIn(line: ModelLine, { name, possible, at, found }: Line): Owner {
  const { stored, money, said } = found;
  const about = `${said}\n${name}, ${line.code}`;
  const [own, ...others] = stored.get(keyOf(importIdOf(name), line)) ?? [];
  expect(others, about).toEqual([]);
  if (own) expect(own, about).toMatchObject({ plays: line.plays * line.times, revenue: revenueOf(line) });
  const owners = new Set(possible.flatMap((each) => [...(each.owners[at] ?? [])]));
  expect([...owners], about).toContain(own?.owner);
  const isMoved = money.loaded.get(name)?.isMoved;
  // Unmatched lines were matched again after all changes.
  if (!own && !isMoved) expect(money.codes.ownerOf(line.code), about).toBeUndefined();
  return own?.owner;
}
