/** The table accesses of import-usage, compared with what its role allows. */
import { beforeAll, it } from 'vitest';
import { Table } from '../../shared/kit/table/table.ts';
import { importIdOf } from '../../shared/usage/import/usage-import.ts';
import { movedUsageKey } from '../../shared/usage/keys.ts';
import { newAdmin } from '../support/calls.ts';
import { askedBy, expectAllUsed, hearTable } from '../support/grants.ts';
import { newDeliveredRelease } from '../support/releases.ts';
import { settle, start, useUsage } from './usage.ts';

useUsage();
beforeAll(hearTable);

it('the importer uses all its permissions and needs no others', async () => {
  await newDeliveredRelease(await newAdmin(), [{ title: 'Amber', isrc: 'DEAB12650001' }]);
  const days = Array.from({ length: 28 }, (_, day) => `2026-10-${String(day + 1).padStart(2, '0')}`);
  const countries = ['US', 'DE', 'FR', 'BR', 'JP', 'IN', 'GB', 'MX', 'IT', 'ES'];
  const content = days.flatMap((day, at) =>
    countries.map(
      (country, index) => `${day},1,${country},DEAB12650001,${(at * 7919 + index * 104_729) % 90_001},1,EUR`,
    ),
  );
  // A code that no store got is looked for in an index.
  content.push('2026-10-01,1,US,DEAB12650099,1,1,EUR');
  await start({ name: 'report.csv', content });
  const accesses = [...(await askedBy(settle))];
  const moved = { ...movedUsageKey(importIdOf('report.csv')), name: 'report.csv', contents: ['x'] };
  await new Table().putMany([moved]);
  await start({ name: 'report.csv', content: content.slice(10) });
  accesses.push(...(await askedBy(settle)));
  expectAllUsed(accesses, 'import-usage');
});
