/** What operators see of organizations, and how they disable users and read balances. */
import { beforeEach, describe, expect, it } from 'vitest';
import { handler as labels } from '../../../functions/labels/handler.ts';
import { handler as webhooks } from '../../../functions/webhooks/handler.ts';
import { call, newAdmin, type Person, setCapabilities, signIn, signUp } from '../../support/calls.ts';
import { newRelease } from '../../support/distribution/release.ts';
import { command, problemsOf } from '../../support/distribution/stores.ts';
import { giveRevenue, payRoyalties } from '../../support/royalties.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
beforeEach(async () => {
  ada = await newAdmin();
});

const listLabels = (status: number) => call(labels, status, { path: '/labels', token: ada.token });

describe('disable-user', () => {
  it('ends all sessions of a user immediately, and can enable the user again', async () => {
    ada = await signUp();
    await listLabels(200);
    const disabled = { 'user-id': ada.userId, email: ada.email, disabled: true };
    expect(await command('disable-user', { 'user-id': ada.userId })).toEqual(disabled);
    await listLabels(401);
    expect(await command('find-user', { user: ada.email })).toMatchObject({ disabled: true, sessions: 0 });
    const enabled = await command('disable-user', { 'user-id': ada.userId, enable: true });
    expect(enabled).toEqual({ ...disabled, disabled: false });
    ada = { ...ada, token: await signIn(ada.email) };
    await listLabels(200);
  });

  it('changes nothing the second time and keeps the role', async () => {
    await command('disable-user', { 'user-id': ada.userId });
    const once = await command('find-user', { user: ada.userId });
    await command('disable-user', { 'user-id': ada.userId });
    expect(await command('find-user', { user: ada.userId })).toEqual(once);
    expect(once).toMatchObject({ role: 'admin', disabled: true });
  });

  it('rejects an unknown user', async () => {
    expect(await problemsOf('disable-user', { 'user-id': '7' })).toEqual([
      { code: 'unknown_record', detail: 'There is no user 7.' },
    ]);
  });
});

describe('show-organization', () => {
  it('shows users and endpoints, without the sensitive part of addresses', async () => {
    await setCapabilities(ada, { video: true });
    const url = 'https://127.0.0.1:9/in?key=secret';
    await call(webhooks, 201, {
      method: 'POST',
      path: '/webhook-endpoints',
      token: ada.token,
      body: { data: { type: 'webhook-endpoints', attributes: { url, events: ['delivery.created'] } } },
    });
    const shown = await command('show-organization', { id: ada.organizationId });
    expect(shown).toMatchObject({
      id: ada.organizationId,
      users: [{ id: ada.userId, email: ada.email, role: 'admin', disabled: false, capabilities: ['video'] }],
      endpoints: [
        {
          user: ada.userId,
          url: 'https://127.0.0.1:9/in',
          active: true,
          'consecutive-failures': 0,
          'failing-since': null,
        },
      ],
    });
    expect(JSON.stringify(shown)).not.toContain('secret');
  });

  it('rejects an unknown organization', async () => {
    const detail = 'There is no organization 7.';
    expect(await problemsOf('show-organization', { id: '7' })).toEqual([{ code: 'unknown_record', detail }]);
  });
});

describe('list-albums', () => {
  it('lists the albums of an organization, newest first', async () => {
    const [first, second] = [
      await newRelease(ada, { title: 'First' }),
      await newRelease(ada, { title: 'Second' }),
    ];
    await newRelease(await newAdmin(), { title: 'Of another' });
    const { organizationId: organization } = ada;
    const { items, after } = Object(await command('list-albums', { organization, limit: '1' }));
    expect(items).toEqual([
      {
        id: second.album,
        title: 'Second',
        status: 'draft',
        'release-date': '2027-01-01',
        'upc-code': expect.any(String),
        tracks: 2,
        user: ada.userId,
        'created-at': expect.any(String),
      },
    ]);
    const rest = Object(await command('list-albums', { organization, after }));
    expect([rest.items.map(({ id }: { id: string }) => id), rest.after]).toEqual([[first.album], null]);
  });
});

describe('the balances', () => {
  it('are earnings less payments in each currency', async () => {
    await giveRevenue(ada, [
      { month: '2026-09', amount: '100.5' },
      { month: '2026-10', amount: '20', currency: 'USD' },
    ]);
    await payRoyalties(ada.userId, { amount: '30.25', reference: 'PAY-1' });
    const balances = [
      { currency: 'EUR', earned: '100.5', paid: '30.25', balance: '70.25' },
      { currency: 'USD', earned: '20', paid: '0', balance: '20' },
    ];
    const { userId: user, email, organizationId: organization } = ada;
    const items = balances.map((each) => ({ organization, user, email, ...each }));
    expect(await command('list-balances', { organization })).toEqual({ items, after: null });
    expect(await command('list-payments', { 'user-id': user })).toEqual({
      user,
      email,
      balances,
      items: [
        expect.objectContaining({ amount: '30.25', currency: 'EUR', reference: 'PAY-1', status: 'paid' }),
      ],
      after: null,
    });
  });

  it('are listed by organization', async () => {
    await giveRevenue(ada, [{ month: '2026-09', amount: '1' }]);
    const page = Object(await command('list-balances', {}));
    const own = page.items.filter(({ user }: { user: string }) => user === ada.userId);
    expect(own).toEqual([
      expect.objectContaining({ 'organization-name': expect.stringMatching(/^Org/), balance: '1' }),
    ]);
  });
});
