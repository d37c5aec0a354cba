/** Responses fit the size limit of functions for requests of any size. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as artists } from '../../../../functions/artists/handler.ts';
import { handler as webhooks } from '../../../../functions/webhooks/handler.ts';
import { call, newAdmin, type Person } from '../../../support/calls.ts';
import { listen } from '../../../support/log.ts';
import { withTable } from '../../../support/table.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const rejected = (attributes: object, headers = {}) =>
  call(webhooks, 422, {
    method: 'POST',
    path: '/webhook-endpoints',
    token: ada.token,
    headers,
    body: { data: { type: 'webhook-endpoints', attributes } },
  });

describe('an error response', () => {
  it('lists only 1,000 of 80,000 problems', async () => {
    const unknown = Array.from({ length: 80_000 }, (_, index) => [`a${index}`, 0]);
    const { body } = await rejected(Object.fromEntries(unknown));
    expect(body.errors).toHaveLength(1000);
  });

  it('does not check every item of a very long list', async () => {
    const events = Array.from({ length: 240_000 }, () => 'x');
    const { body } = await rejected({ events, url: 'https://127.0.0.1:9/hook' });
    expect(body.errors).toMatchObject([{ source: { pointer: '/data/attributes/events' } }]);
  });

  it('is logged in a short line that counts its codes, whatever its size', async () => {
    const { lines, stop } = listen();
    const unknown = Array.from({ length: 80_000 }, (_, index) => [`a${index}`, 0]);
    await rejected({ ...Object.fromEntries(unknown), url: 7 }).finally(stop);
    expect(JSON.stringify(lines[0]).length).toBeLessThan(1000);
    expect(lines[0]?.['problem']).toEqual({ invalid_value: 1, required: 1, unknown_member: 998 });
  });

  it('lists only 1,000 of 30,000 malformed or unknown relationships', async () => {
    for (const [status, value] of [
      [400, 7],
      [422, { data: null }],
    ] as const) {
      const many = Array.from({ length: 30_000 }, (_, index) => [`r${index}`, value]);
      const { body } = await call(webhooks, status, {
        method: 'POST',
        path: '/webhook-endpoints',
        token: ada.token,
        body: { data: { type: 'webhook-endpoints', relationships: Object.fromEntries(many) } },
      });
      expect(body.errors).toHaveLength(1000);
    }
  });

  it('is sent with an Idempotency-Key too, even with multi-byte characters', async () => {
    const headers = { 'idempotency-key': 'wide' };
    const attributes = { ['漢'.repeat(100_000)]: 1 };
    const { body } = await rejected(attributes, headers);
    expect(body.errors).not.toHaveLength(0);
  });
});

describe('a list', () => {
  it('is rejected with advice on a smaller page if the response would be too large', async () => {
    const { token } = ada;
    const bio = '"'.repeat(50_000);
    await Promise.all(
      Array.from({ length: 70 }, (_, index) => {
        const body = { data: { type: 'artists', attributes: { name: `Artist ${index}`, bio } } };
        return call(artists, 201, { method: 'POST', path: '/artists', token, body });
      }),
    );
    const { body } = await call(artists, 400, { path: '/artists?page[size]=100', token });
    expect(body.errors).toMatchObject([{ status: '400', source: { parameter: 'page[size]' } }]);
    await call(artists, 200, { path: '/artists', token });
    await call(artists, 200, { path: '/artists?page[size]=100&fields[artists]=name', token });
  });
});
