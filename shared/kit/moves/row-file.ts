/** A file of rows beside records, such as the credits of a track. Only missing rows are written. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { batchesOf } from '../../platform/batches.ts';
import type { Store } from '../records/store.ts';
import { failedConditions } from '../table/commit.ts';
import { rowMissing } from '../table/expressions.ts';
import type { Item } from '../table/item.ts';
import type { Key } from '../table/keys.ts';
import type { FilePage, Fitting, Found, Line, LinesPlace, MovedFile, Moving, Reading } from './moved-file.ts';

type Row = Item & Key;

interface RowFile<L> {
  readonly name: string;
  readonly schema: v.GenericSchema<unknown, L> &
    Pick<v.StrictObjectSchema<v.ObjectEntries, undefined>, 'entries'>;
  readonly read: (reading: Reading, owner: string, after: string | undefined) => Promise<FilePage>;
  /** Required if lines need records. */
  readonly readAgain?: (store: Store, place: LinesPlace) => Promise<readonly Line[]>;
  readonly about: (line: L) => Partial<Fitting> & {
    readonly owner: string;
    /** Identifies the line in its file. */
    readonly id: string;
  };
  /** At most 100. The first identifies the line. */
  readonly rowsOf: (line: L) => readonly [Row, ...Row[]];
  /** Precedes the rows. Idempotent. */
  readonly prepare?: (store: Store, line: L) => Promise<void>;
  /** @returns why no line of the page may be written. */
  readonly rejects?: (store: Store, lines: readonly L[]) => Promise<string | undefined>;
}

const CONCURRENT = 20;

export function rowFile<L>({ schema, ...file }: RowFile<L>): MovedFile {
  const parse = (line: Line) => v.parse(schema, line);
  const compare = async (store: Store, lines: readonly Line[]): Promise<Found[]> => {
    const given = lines.map(parse);
    const problem = await file.rejects?.(store, given);
    const rows = await store.table.getMany(
      given.map((line) => keyOf(file.rowsOf(line)[0])),
      true,
    );
    const there = new Map(rows.map((row) => [`${row['pk']} ${row['sk']}`, row]));
    return given.map((line): Found => {
      const [row] = file.rowsOf(line);
      const found = there.get(`${row.pk} ${row.sk}`);
      if (found) return isDeepStrictEqual(found, row) ? 'there' : 'differs';
      return problem === undefined ? 'new' : { problem };
    });
  };
  const writeOne = async (moving: Moving, line: Line): Promise<Found> => {
    const read = parse(line);
    await file.prepare?.(moving, read);
    const puts = file.rowsOf(read).map((put) => ({ put, condition: rowMissing }));
    const failed = await failedConditions(moving.table.commit(puts));
    return failed ? ((await compare(moving, [line]))[0] ?? 'differs') : 'new';
  };
  return {
    name: file.name,
    owner: 'user',
    layout: createHash('sha256')
      .update(Object.keys(schema.entries).toSorted().join())
      .digest('base64url')
      .slice(0, 6),
    read: file.read,
    ...(file.readAgain && { readAgain: file.readAgain }),
    inspect(_api, given) {
      const { success, output, issues } = v.safeParse(schema, given);
      if (!success)
        return { faults: issues.map((issue) => `${v.getDotPath(issue) ?? 'The line'}: ${issue.message}`) };
      const { needs = [], offers = [], ...about } = file.about(output);
      return { ...about, claims: [`${file.name} ${about.id}`], offers, needs, isUnfinished: false };
    },
    check: compare,
    async write(moving, lines) {
      const found = await compare(moving, lines);
      const missing = lines.flatMap((line, place) => (found[place] === 'new' ? [{ line, place }] : []));
      for (const some of batchesOf(missing, CONCURRENT))
        await Promise.all(
          some.map(async ({ line, place }) => {
            found[place] = await writeOne(moving, line);
          }),
        );
      return found;
    },
  };
}

const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk });
