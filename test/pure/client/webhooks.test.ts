/** The verification of webhooks by the client, with the published vectors. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { verifyEvent, WebhookError } from '../../../bin/client/runtime/webhooks.ts';
import { signature } from '../../../shared/webhooks/sending/signature.ts';

const vectors = v.parse(
  v.array(
    v.object({
      name: v.string(),
      is_genuine: v.boolean(),
      secret: v.string(),
      now: v.number(),
      header: v.string(),
      body: v.string(),
    }),
  ),
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../docs/webhooks/vectors.json'), 'utf8')),
);

/** A genuine body can be without an event. */
const isGenuine = (verification: Promise<unknown>): Promise<boolean> =>
  verification.then(
    () => true,
    (error: unknown) => error instanceof WebhookError && error.code === 'not_an_event',
  );

test.each(vectors)('the vector $name is judged as published', async (vector) => {
  const { body, header, secret, now: nowSeconds } = vector;
  const bytes = new TextEncoder().encode(body);
  expect(await isGenuine(verifyEvent(bytes, header, secret, { nowSeconds }))).toBe(vector.is_genuine);
  expect(await isGenuine(verifyEvent(body, header, secret, { nowSeconds }))).toBe(vector.is_genuine);
});

test('a verified webhook becomes an event, and any other is rejected with the reason', async () => {
  const secret = 'whsec_x';
  const body = '{"type":"webhook.test"}';
  const sign = (ageSeconds: number) =>
    signature({ secret, body, sentAt: new Date(Date.now() - ageSeconds * 1000) });
  expect(await verifyEvent(body, sign(0), secret)).toEqual({ type: 'webhook.test' });
  await expect(verifyEvent(`${body} `, sign(0), secret)).rejects.toMatchObject({ code: 'invalid_signature' });
  await expect(verifyEvent(body, sign(310), secret)).rejects.toMatchObject({ code: 'outside_tolerance' });
  for (const header of [null, '', 'v1=00', 't=now,v1=00'])
    await expect(verifyEvent(body, header, secret)).rejects.toMatchObject({ code: 'invalid_signature' });
  await expect(verifyEvent(body, sign(310), secret, { toleranceSeconds: 600 })).resolves.toBeDefined();
});
