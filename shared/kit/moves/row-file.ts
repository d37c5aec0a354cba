/** A file of rows beside records, such as the credits of a track. Only missing rows are written. */
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { batchesOf } from '../../platform/batches.ts';
import type { Store } from '../records/store.ts';
import { failedConditions } from '../table/commit.ts';
import { digestOf } from '../table/digest.ts';
import { rowMissing } from '../table/expressions.ts';
import type { Item } from '../table/item.ts';
import type { Key } from '../table/keys.ts';
import type { Write } from '../table/write.ts';
import type {
  Exporting,
  FilePage,
  Fitting,
  Line,
  LineAddress,
  LineStatus,
  MovedFile,
  Moving,
} from './moved-file.ts';

type Row = Item & Key;

interface RowFile<L> {
  readonly name: string;
  readonly schema: v.GenericSchema<unknown, L> &
    Pick<v.StrictObjectSchema<v.ObjectEntries, undefined>, 'entries'>;
  readonly read: (reading: Exporting, owner: string, after: string | undefined) => Promise<FilePage>;
  /** Whether exports of earlier versions lack the file. */
  readonly isAddedLater?: boolean;
  /** Required if lines need records. */
  readonly readAgain?: (store: Store, place: LineAddress) => Promise<readonly Line[]>;
  readonly about: (line: L) => Partial<Fitting> & {
    readonly owner: string;
    /** Identifies the line in its file. */
    readonly id: string;
  };
  /** At most 100, with `writesWith`. The first identifies the line. */
  readonly rowsOf: (line: L) => readonly [Row, ...Row[]];
  /** Written in the transaction of the rows. */
  readonly writesWith?: (line: L, now: Date) => readonly Write[];
  /** @returns the row that each line would be if it were exported now. Without this, it is that of its key. */
  readonly find?: (store: Store, lines: readonly L[]) => Promise<readonly (Row | undefined)[]>;
  /** Writes the one row of a line if it is missing, with what belongs to it. @returns whether it was missing. */
  readonly put?: (store: Store, line: L) => Promise<boolean>;
  /** Precedes the rows. Idempotent. */
  readonly prepare?: (store: Store, line: L) => Promise<void>;
  /** @returns why no line of the page may be written. */
  readonly rejects?: (store: Store, lines: readonly L[]) => Promise<string | undefined>;
}

const CONCURRENT = 20;

export function rowFile<L>({ schema, ...file }: RowFile<L>): MovedFile {
  const parse = (line: Line) => v.parse(schema, line);
  const compare = async (store: Store, lines: readonly Line[]): Promise<LineStatus[]> => {
    const parsed = lines.map(parse);
    const problem = await file.rejects?.(store, parsed);
    const firsts = parsed.map((line) => file.rowsOf(line)[0]);
    const found = await (file.find?.(store, parsed) ?? rowsAt(store, firsts));
    return firsts.map((row, index): LineStatus => {
      const existing = found[index];
      if (existing) return isDeepStrictEqual(existing, row) ? 'there' : 'differs';
      return problem === undefined ? 'new' : { problem };
    });
  };
  const writeOne = async (moving: Moving, line: Line): Promise<LineStatus> => {
    const read = parse(line);
    await file.prepare?.(moving, read);
    const statusNow = async () => (await compare(moving, [line]))[0] ?? 'differs';
    if (file.put) return (await file.put(moving, read)) ? 'new' : statusNow();
    const puts = file.rowsOf(read).map((put) => ({ put, condition: rowMissing }));
    const beside = file.writesWith?.(read, moving.now) ?? [];
    const failed = await failedConditions(moving.table.commit([...puts, ...beside]));
    return failed ? statusNow() : 'new';
  };
  return {
    name: file.name,
    owner: 'user',
    layout: digestOf(Object.keys(schema.entries).toSorted().join()).slice(0, 6),
    ...(file.isAddedLater && { isAddedLater: true }),
    read: file.read,
    ...(file.readAgain && { readAgain: file.readAgain }),
    inspect(_api, line) {
      const { success, output, issues } = v.safeParse(schema, line);
      if (!success)
        return { faults: issues.map((issue) => `${v.getDotPath(issue) ?? 'The line'}: ${issue.message}`) };
      const { needs = [], offers = [], ...about } = file.about(output);
      return { ...about, claims: [`${file.name} ${about.id}`], offers, needs, isUnfinished: false };
    },
    check: compare,
    async write(moving, lines) {
      const statuses = await compare(moving, lines);
      const missing = lines.flatMap((line, index) =>
        statuses[index] === 'new' ? [{ line, place: index }] : [],
      );
      for (const some of batchesOf(missing, CONCURRENT))
        await Promise.all(
          some.map(async ({ line, place }) => {
            statuses[place] = await writeOne(moving, line);
          }),
        );
      return statuses;
    },
  };
}

async function rowsAt({ table }: Store, keys: readonly Key[]): Promise<(Item | undefined)[]> {
  const rows = await table.getMany(
    keys.map(({ pk, sk }) => ({ pk, sk })),
    true,
  );
  const byKey = new Map(rows.map((row) => [`${row['pk']} ${row['sk']}`, row]));
  return keys.map(({ pk, sk }) => byKey.get(`${pk} ${sk}`));
}
