import { expect, it } from 'vitest';
import { labels } from '../../../../shared/catalogue/api/labels.ts';
import { adjust } from '../../../../shared/kit/records/adjust.ts';
import { deciding } from '../../../../shared/kit/records/deciding.ts';
import { newRecord, save, storeOf } from '../../../../shared/kit/records/store.ts';
import { TableUnavailable } from '../../../../shared/kit/table/client.ts';
import { recordKey } from '../../../../shared/kit/table/keys.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { api } from '../../../../shared/service/api.ts';
import { webhookEndpoints } from '../../../../shared/webhooks/api/webhook-endpoints.ts';
import { rawRow } from '../../../support/raw-row.ts';
import { withTable } from '../../../support/table.ts';

withTable();

it('an adjustment finds the fields of a record in an older layout', async () => {
  const table = new Table();
  const store = storeOf(api, { table, now: new Date() });
  const fields = { url: 'https://receiver.example', events: [], 'signing-secret': 'sealed' };
  const after = newRecord(store, webhookEndpoints, { ownerId: '1', fields });
  await save(deciding(store), [{ resource: webhookEndpoints, after }]);
  const { slim, rest, ...row } = (await table.get(recordKey('webhook-endpoints', after.id))) ?? {};
  const { 'consecutive-failures': _, ...others } = { ...(slim as object) } as Record<string, never>;
  const older = {
    slim: { ...others, '~': 'older' },
    rest: { ...(rest as object), 'consecutive-failures': 3 },
  };
  await table.commit([{ put: { ...row, ...older, ...rawRow(recordKey('webhook-endpoints', after.id)) } }]);
  const again = { api, resource: webhookEndpoints, id: after.id };
  const when = [{ field: 'consecutive-failures', is: '>', value: 0 }] as const;
  const counted = await adjust(table, again, { add: { 'consecutive-failures': 1 }, when });
  expect(counted).toMatchObject({ record: { version: 2, fields: { 'consecutive-failures': 4 } } });
  expect(await adjust(table, again, { set: { 'is-active': false }, when })).toMatchObject({
    record: { fields: { 'consecutive-failures': 4, 'is-active': false, 'signing-secret': 'sealed' } },
  });
});

it('a failed adjustment returns the current record, or nothing', async () => {
  const table = new Table();
  const store = storeOf(api, { table, now: new Date() });
  const fields = { url: 'https://receiver.example', events: [], 'signing-secret': 'sealed' };
  const after = newRecord(store, webhookEndpoints, { ownerId: '1', fields });
  await save(deciding(store), [{ resource: webhookEndpoints, after }]);
  const about = { api, resource: webhookEndpoints, id: after.id };
  const failing = {
    set: { 'is-active': false },
    when: [{ field: 'is-active', is: '=', value: false }],
  } as const;
  expect(await adjust(table, about, failing)).toMatchObject({
    current: { id: after.id, version: 1, fields: { 'is-active': true } },
  });
  expect(await adjust(table, { ...about, id: '1' }, failing)).toEqual({ current: undefined });
  expect(await adjust(table, { ...about, id: '1' }, { when: [] })).toEqual({ current: undefined });
  const ended = new Table({ until: AbortSignal.abort() });
  await expect(adjust(ended, about, failing)).rejects.toThrow(TableUnavailable);
});

it('a journaled record cannot be adjusted', async () => {
  const about = { api, resource: labels, id: '1' };
  await expect(adjust(new Table(), about, { set: { name: 'Blue' }, when: [] })).rejects.toThrow('journaled');
});
