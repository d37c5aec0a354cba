/** What import-usage --check shows of lines that a layout skips. */
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { checkReport } from '../../../bin/operator/usage/check-report.ts';
import { layoutIn } from '../../../bin/operator/usage/layouts.ts';

it('a check sums the revenue of skipped lines by currency', async () => {
  const content = Readable.from([
    Buffer.from(
      [
        'Sale Month,Store,ISRC,Quantity,Country of Sale,Earnings (USD),Song/Album',
        '2026-01,Spotify,,1,US,6.50,Album',
        '2026-01,Spotify,,1,US,-0.25,Album',
        '2026-01,Spotify,,1,US,,Album',
      ].join('\n'),
    ),
  ]);
  // Without codes, the stage is not called.
  const call = { stage: 'none', command: 'import-usage', args: {}, environment: {} };
  const layout = await layoutIn({ layout: 'distrokid' });
  expect(await checkReport(call, { content, layout })).toMatchObject({
    skipped: 3,
    'skipped-revenue': { USD: '6.25' },
  });
});
