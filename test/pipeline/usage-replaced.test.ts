/** What an owner has earned at every moment while a report is corrected whose lines were matched in several runs. */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as operate } from '../../functions/operate/handler.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { readMonths } from '../../shared/usage/revenue/read-months.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import { clearTable, useMoves } from '../support/moves.ts';
import { newDeliveredRelease } from '../support/releases.ts';
import { HEADER, importReport, usageTables, useUsage } from './usage.ts';
import { settleAll } from './work-stage.ts';

useUsage();
const moves = useMoves();
const name = 'report.csv';
const codes = ['DEAB12690001', 'DEAB12690002', 'DEAB12690003'];
let ada: Person;

beforeAll(() => {
  process.env['BUCKET_NAME'] = 'packages';
});
afterEach(() => void vi.restoreAllMocks());

const linesOf = (month: string, amount: string, currency = 'EUR') =>
  codes.map((code) => `${month}-05,1,US,${code},1,${amount},${currency}`);

/** By month and currency. */
async function earned(): Promise<Record<string, string>> {
  const months = await readMonths(new Table(), ada.userId);
  return Object.fromEntries(
    months.flatMap(({ month, currencies }) =>
      Array.from(currencies, ([currency, { amount }]) => [`${month} ${currency}`, String(amount)]),
    ),
  );
}

const rematch = () =>
  operate({ command: 'import-usage', arguments: { rematch: true }, actor: 'test' }).then(settleAll);

const importAll = async (): Promise<void> => {
  await importReport({ name, content: linesOf('2026-01', '1') });
  await settleAll();
};

/** Who matches the three lines. */
const matching = {
  'the import and two rematches': async (deliver: (code: string) => Promise<unknown>) => {
    for (const [at, code] of codes.entries()) {
      await deliver(code);
      await (at === 0 ? importAll() : rematch());
    }
  },
  'one rematch': async (deliver: (code: string) => Promise<unknown>) => {
    await importAll();
    for (const code of codes) await deliver(code);
    await rematch();
  },
};

/** @returns what was earned after each transaction of an import, in each month and currency. */
async function earnedDuring(content: string | readonly string[]): Promise<Map<string, Set<string>>> {
  const seen = new Map<string, Set<string>>();
  const places = ['2026-01 EUR', '2026-01 USD', '2026-02 EUR'];
  const commit = Table.prototype.commit;
  vi.spyOn(Table.prototype, 'commit').mockImplementation(async function (this: Table, ...given) {
    const committed = await commit.apply(this, given);
    const now = await earned();
    for (const place of places) seen.set(place, (seen.get(place) ?? new Set()).add(now[place] ?? 'nothing'));
    return committed;
  });
  await importReport({ name, content });
  await settleAll();
  return seen;
}

const [before, after] = ['3000000000000', '6000000000000'];

describe.each([
  { by: 'the import and two rematches', isMoved: false },
  { by: 'the import and two rematches', isMoved: true },
  { by: 'one rematch', isMoved: false },
  { by: 'one rematch', isMoved: true },
] as const)(
  'the revenue of a report whose lines were matched by $by, moved to another stage: $isMoved',
  ({ by, isMoved }) => {
    beforeEach(async () => {
      await clearTable();
      ada = await newAdmin();
      await matching[by]((isrc) => newDeliveredRelease(ada, [{ title: `Song ${isrc}`, isrc }]));
      expect(await earned()).toEqual({ '2026-01 EUR': before });
      if (!isMoved) return;
      const folder = await moves.exported(ada.organizationId);
      await clearTable();
      await moves.imported(folder);
      expect(await earned()).toEqual({ '2026-01 EUR': before });
    });

    it('equals that of the earlier file or of its correction at every moment', async () => {
      const seen = await earnedDuring(linesOf('2026-01', '2'));
      expect(seen.get('2026-01 EUR')).toEqual(new Set([before, after]));
      expect(await earned()).toEqual({ '2026-01 EUR': after });
    });

    it('moves from one month to another as a whole', async () => {
      const seen = await earnedDuring(linesOf('2026-02', '2'));
      expect(seen.get('2026-01 EUR')).toEqual(new Set([before, 'nothing']));
      expect(seen.get('2026-02 EUR')).toEqual(new Set(['nothing', after]));
      expect(await earned()).toEqual({ '2026-02 EUR': after });
    });

    it('moves from one currency to another as a whole', async () => {
      const seen = await earnedDuring(linesOf('2026-01', '2', 'USD'));
      expect(seen.get('2026-01 EUR')).toEqual(new Set([before, 'nothing']));
      expect(seen.get('2026-01 USD')).toEqual(new Set(['nothing', after]));
    });

    it('is removed as a whole by a file without lines', async () => {
      const seen = await earnedDuring(HEADER);
      expect(seen.get('2026-01 EUR')).toEqual(new Set([before, 'nothing']));
      expect(await usageTables()).toEqual([]);
    });
  },
);
