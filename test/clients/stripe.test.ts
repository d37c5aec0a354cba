/** The signature of webhooks is that of Stripe, whose library verifies it. */
import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { newSigningSecret, signature } from '../../shared/webhooks/sending/signature.ts';

const { webhooks } = new Stripe('unused');
const FIVE_MINUTES = 300;
const body = JSON.stringify({ id: 'evt_1', type: 'webhook.test', data: { message: 'Grüße, 日本' } });
const secret = newSigningSecret();

it('constructEvent verifies a webhook with the whole secret', () => {
  const header = signature({ secret, body, sentAt: new Date() });
  expect(webhooks.constructEvent(body, header, secret, FIVE_MINUTES)).toEqual(JSON.parse(body));
});

it('constructEvent rejects another secret, another body, and an old timestamp', () => {
  const header = signature({ secret, body, sentAt: new Date() });
  const old = signature({ secret, body, sentAt: new Date(Date.now() - 301_000) });
  expect(() => webhooks.constructEvent(body, header, newSigningSecret(), FIVE_MINUTES)).toThrow();
  expect(() => webhooks.constructEvent(`${body} `, header, secret, FIVE_MINUTES)).toThrow();
  expect(() => webhooks.constructEvent(body, old, secret, FIVE_MINUTES)).toThrow();
});
