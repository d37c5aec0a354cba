/** The rows that a run has changed, without what differs from run to run. */
import { createHash } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import { creditGuardKey } from '../../../shared/catalogue/credits/credit-keys.ts';
import type { Key } from '../../../shared/kit/table/keys.ts';
import { keyOf, shownName, type Wire } from './footprint.ts';
import { isLogged, linesLogged, requestedOtherwise, withoutCounts } from './logged-changes.ts';
import { sorted } from './sorted.ts';

/** Ids of records have 15 or 16 digits, with zeros before them in sort keys. */
const ANY_ID =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<!\d)\d{15,16}(?!\d)|(?<=-block#)\d+|bytes:[\w+/=]+|v1(?:\.[\w-]+)+|whsec_[0-9a-f]{64}|scrypt\$[\w$/+.-]+/g;

const ANY_TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

const plainId = (text: string): string => text.replace(/^0+(?=\d)/, '');

const counters = ['minute', 'reads', 'writes', 'account', 'resends'];

/** The sweep looks at work row by row, and says what it has found. A version counts writes, of which there can be more. */
const noticed = ['dueAt', 'notices', 'woken', 'durationMs', 'version'];

/** Without what depends on the rate limit, which counts rejected requests too, or on the digits of ids. */
function settled(name: string, { dueShard: _, ...row }: Wire): Wire {
  const omitted = [...(name.startsWith('access#') ? counters : []), ...noticed];
  return Object.fromEntries(Object.entries(row).filter(([attribute]) => !omitted.includes(attribute)));
}

/** Lists of all records of a type are spread by the digits of ids. */
const SPREAD = /(?<="listed#[^"]*)#\d+(?=")/g;

/** How long attempts at webhook endpoints took. */
const DURATION = /"ms":\{"N":"\d+"\}/g;

/** What is compressed with Zstandard and has new ids in it, such as the snapshot of a list. */
const COMPRESSED = /"KLUv[\w+/=]*"/g;

const unpacked = (text: string): string =>
  zstdDecompressSync(Buffer.from(text.slice(1, -1), 'base64'))
    .toString()
    .replace(STEPS, wholeIds);

/** A snapshot has the difference of each id from the one before. */
const STEPS = /(?<="ids":\[)[\d,-]+(?=\])/;

function wholeIds(steps: string): string {
  let id = 0n;
  const ids: bigint[] = [];
  for (const step of steps.split(',')) {
    id += BigInt(step);
    ids.push(id);
  }
  return ids.join();
}

const textOfRow = (name: string, row: Wire): string =>
  JSON.stringify(sorted(settled(name, row)))
    .replaceAll(SPREAD, '')
    .replaceAll(DURATION, '')
    .replaceAll(COMPRESSED, unpacked);

/** The log of commands, counts of sign-ins, and places of work, which expire. */
const CODES = 'codes#';
const left = ['commands#', 'sign-ins#', 'work-places#', CODES];

/** Of lists that `reindex` has seen in its scan. */
const CHECK = 'work#check';

/** Notes of hours whose counts may change, which a process writes once. */
const REOPENED = 'work#reopened-';

type Fact = readonly [fact: string, text: string];

/** Which row of a list of links has a record depends on its id, so each link is a fact. */
const linksIn = (pk: string, sk: string, row: Wire): Fact[] =>
  Object.entries(row)
    .filter(([attribute]) => attribute.startsWith(':'))
    .map(([member, link]) => [`${pk} ${sk.split('#')[0]} ${member}`, JSON.stringify(sorted(link))]);

interface Entry {
  readonly M: { readonly id: { readonly S: string }; readonly version: { readonly N: string } };
}

/** Of a row of a journal. Only the last entry of a record is a fact: what it was in between depends on the order. */
const entriesIn = (pk: string, { entries }: Wire): Fact[] =>
  ((entries?.['L'] ?? []) as readonly Entry[]).map((entry) => [
    `${pk} ${entry.M.id.S} ${entry.M.version.N.padStart(6, '0')}`,
    JSON.stringify(sorted(entry)),
  ]);

/** Of the credits of a track. It expires, and only requests in progress compare it. */
const guard = creditGuardKey('');
const isGuard = ({ pk, sk }: Key): boolean => pk.startsWith(guard.pk) && sk === guard.sk;

/** Of rows that were there before, which are the same in all runs. */
const remembered = new WeakMap<Wire, Fact[]>();

function factsOf(name: string, row: Wire | undefined): Fact[] {
  if (!row) return [];
  const facts = remembered.get(row) ?? readFacts(name, row);
  remembered.set(row, facts);
  return facts;
}

function readFacts(name: string, row: Wire): Fact[] {
  const key = keyOf(name);
  const { pk, sk } = key;
  if (isGuard(key) || sk.startsWith(REOPENED) || sk === CHECK || isLogged(name)) return [];
  if (left.some((kind) => pk.startsWith(kind))) return [];
  if (pk.includes('#links#')) return linksIn(pk, sk, row);
  if (pk.startsWith('journal#') && 'entries' in row) return entriesIn(pk, row);
  return [[shownName(name), textOfRow(name, row)]];
}

const idsIn = (text: string): string[] => (text.match(ANY_ID) ?? []).map(plainId);

/** @param known ids, which stay in the text. */
export const withoutNewIds = (text: string, known: ReadonlySet<string>): string =>
  text.replaceAll(ANY_ID, (id) => (known.has(plainId(id)) ? id : '?')).replaceAll(ANY_TIME, '?');

const digest = (text: string): string => createHash('sha1').update(text).digest('hex').slice(0, 12);

/** The ids and random values in the rows of a prepared table. */
export function knownIds(rows: ReadonlyMap<string, Wire>): ReadonlySet<string> {
  return new Set([...rows].flatMap(([name, row]) => idsIn(name + textOfRow(name, row))));
}

/**
 * Names new values by the rows that have them, because ids differ from run to run.
 * @param lines of rows.
 */
function renamed(lines: readonly string[], known: ReadonlySet<string>): string[] {
  const found = lines.map((line) => ({ line, fresh: new Set(idsIn(line).filter((id) => !known.has(id))) }));
  const fresh = [...new Set(found.flatMap((each) => [...each.fresh]))];
  if (fresh.length === 0) return [...lines];
  let names = new Map(fresh.map((id) => [id, '?']));
  for (let round = 0; round < 3; round++) {
    const seen = new Map<string, string[]>(fresh.map((id) => [id, []]));
    for (const { line, fresh: ids } of found)
      for (const id of ids)
        seen
          .get(id)
          ?.push(
            line.replaceAll(ANY_ID, (text) =>
              plainId(text) === id ? '!' : (names.get(plainId(text)) ?? text),
            ),
          );
    names = new Map([...seen].map(([id, all]) => [id, `new-${digest(all.toSorted().join('\n'))}`]));
  }
  return lines.map((line) => line.replaceAll(ANY_ID, (text) => names.get(plainId(text)) ?? text));
}

export interface Rows {
  readonly before: ReadonlyMap<string, Wire>;
  /** Those that were written. */
  readonly after: ReadonlyMap<string, Wire>;
  readonly written: readonly string[];
  readonly known: ReadonlySet<string>;
}

/** Of each series of codes, how many numbers are used up. Those that an approval holds are free again, later. */
function issuedIn(rows: ReadonlyMap<string, Wire>, names: readonly string[]): Fact[] {
  const counts = new Map<string, number>();
  for (const name of names.filter((each) => each.startsWith(CODES))) {
    const { pk } = keyOf(name);
    const row = rows.get(name);
    const held = (row?.['numbers']?.['L'] ?? []) as readonly unknown[];
    counts.set(pk, (counts.get(pk) ?? 0) + Number(row?.['taken']?.['N'] ?? 0) - held.length);
  }
  return [...counts].map(([pk, count]) => [`${pk} issued`, String(count)]);
}

/** @returns a line for each row that differs from what it was, for each link, and for each record with new entries in a journal. */
export function changesIn({ before, after, written, known }: Rows): string[] {
  const names = [...new Set(written)];
  const decided = requestedOtherwise(before, after);
  const factsIn = (rows: ReadonlyMap<string, Wire>) =>
    new Map([
      ...names.flatMap((name) =>
        factsOf(name, decided.has(name) ? withoutCounts(rows.get(name)) : rows.get(name)),
      ),
      ...issuedIn(rows, names),
      ...linesLogged(rows, { names, except: decided }).map(([line, count]): Fact => [line, String(count)]),
    ]);
  const [was, is] = [factsIn(before), factsIn(after)];
  const facts = [...new Set([...was.keys(), ...is.keys()])].filter((fact) => was.get(fact) !== is.get(fact));
  const lines = lastEntries(facts).map((fact) => lineOf(fact, is.get(fact)));
  return renamed(lines, known).toSorted();
}

/** A change that no list shows, such as that a store has the record, counts in its version and has no entry. */
const VERSION = /^(journal#\S* \S*) \d{6}$/;

function lineOf(fact: string, text = 'is deleted'): string {
  const [, entry] = VERSION.exec(fact) ?? [];
  return entry === undefined ? `${fact} ${text}` : `${entry} ${text.replace(/"version":\{"N":"\d+"\}/, '')}`;
}

/** Without entries of a journal that others of the same record follow. */
function lastEntries(facts: readonly string[]): string[] {
  const entries = facts.filter((fact) => fact.startsWith('journal#')).toSorted();
  const ofRecord = (fact: string) => fact.split(' ').slice(0, 2).join(' ');
  const replaced = new Set(
    entries.filter((fact, index) => ofRecord(fact) === ofRecord(entries[index + 1] ?? '')),
  );
  return facts.filter((fact) => !replaced.has(fact));
}
