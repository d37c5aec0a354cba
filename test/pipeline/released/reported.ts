/** What stores have reported, and what follows from it. */
import type { Person } from '../../support/calls.ts';
import { ask } from '../../support/distribution/release.ts';
import { command } from '../../support/distribution/stores.ts';
import { pay, voidPayment } from '../../support/royalties.ts';
import { service } from '../../table/conformance/service.ts';
import { workFor } from '../stream-stage.ts';
import { importReport } from '../usage.ts';
import { ISRC } from './distributed.ts';

export async function reported(ada: Person): Promise<void> {
  await importReport({
    name: 'october.csv',
    content: [
      `2026-10-03,1,US,${ISRC},10,1.5,EUR`,
      `2026-10-04,4,DE,${ISRC},7,0.25,EUR`,
      '2026-10-04,4,DE,XXXXX0000000,7,0.25,EUR',
    ],
  });
  await ask(ada, 202, 'POST', '/analytics-reports', {
    data: { type: 'analytics-reports', attributes: { 'dsp-id': 1, date: '2026-10-03' } },
  });
  await workFor(2);
  const months = 'filter[period-from]=2026-10&filter[period-to]=2026-10';
  const statement = { path: `/royalties/statements?${months}&group=track`, token: ada.token };
  await service.ask({ group: 'royalties' }, 200, statement);
  await pay(ada, { reference: 'RELEASE-1', amount: '0.5' });
  await pay(ada, { reference: 'RELEASE-2', amount: '0.25' });
  await voidPayment(ada.userId, { reference: 'RELEASE-2', reason: 'Paid twice.' });
  await command('list-balances', { organization: ada.organizationId });
}
