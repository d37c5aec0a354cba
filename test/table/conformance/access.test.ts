import { describe, it } from 'vitest';
import { newAdmin, signIn } from '../../support/calls.ts';
import { withTable } from '../../support/table.ts';
import { service } from './service.ts';
import { describeAccess } from './suite/access.ts';

withTable();
describeAccess(service);

describe('logout-all', () => {
  it('ends every session of the user and of no one else', async () => {
    const ada = await newAdmin();
    const eve = await newAdmin();
    const second = await signIn(ada.email);
    const path = '/auth/logout-all';
    await service.ask(service.routeFor('POST', path), 200, { method: 'POST', path, token: second });
    const labels = service.routeFor('GET', '/labels');
    for (const token of [ada.token, second]) await service.ask(labels, 401, { path: '/labels', token });
    await service.ask(labels, 200, { path: '/labels', token: eve.token });
  });
});
