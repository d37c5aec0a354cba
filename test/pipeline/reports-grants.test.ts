/** The table accesses of make-reports, compared with what its role allows. */
import { beforeAll, it } from 'vitest';
import { newAdmin } from '../support/calls.ts';
import { askedBy, expectAllUsed, hearTable } from '../support/grants.ts';
import { newDeliveredRelease } from '../support/releases.ts';
import { ask, useReports } from './reports.ts';
import { followStream, work } from './stream-stage.ts';
import { importReport, pass, settle } from './usage.ts';

const files = useReports();
beforeAll(hearTable);

it('the function uses all its permissions and needs no others', async () => {
  const ada = await newAdmin();
  await newDeliveredRelease(ada, [{ title: 'Amber', isrc: 'DEAB12642001' }]);
  await importReport({ name: 'report.csv', content: ['2026-01-05,1,US,DEAB12642001,1,1,EUR'] });
  await work();
  await ask(ada, { 'dsp-id': 1, date: '2026-01-05' });
  await followStream();
  files.beforeWrite = () => Promise.reject(new Error('S3 is down.'));
  const first = await askedBy(settle);
  files.beforeWrite = undefined;
  pass(10);
  const second = await askedBy(settle);
  expectAllUsed([...first, ...second], 'make-reports');
});
