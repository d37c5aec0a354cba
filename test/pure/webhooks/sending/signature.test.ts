import { expect, test } from 'vitest';
import { newSigningSecret } from '../../../../shared/webhooks/endpoints/endpoint-secret.ts';
import { signature } from '../../../../shared/webhooks/sending/signature.ts';
import { verifiedEvent } from '../../../support/verified-event.ts';

const body = JSON.stringify({ id: 'evt_1', type: 'webhook.test', data: { message: 'Grüße, 日本' } });

test('a consumer verifies the signature with the whole secret', () => {
  const secret = newSigningSecret();
  const header = signature({ secret, body, sentAt: new Date() });
  expect(verifiedEvent(body, header, secret)).toEqual(JSON.parse(body));
});

test('the signature matches the specification', () => {
  const header = signature({ secret: 'whsec_x', body: '{}', sentAt: new Date(1_700_000_000_999) });
  // printf '1700000000.{}' | openssl dgst -sha256 -hmac whsec_x
  expect(header).toBe('t=1700000000,v1=be8cb8325f2202445260a855532f967e30ad2a9394ce28da66ee02880ddcb661');
});

test('verification fails with another secret, another body or an old timestamp', () => {
  const secret = newSigningSecret();
  const header = signature({ secret, body, sentAt: new Date() });
  const old = signature({ secret, body, sentAt: new Date(Date.now() - 301_000) });
  expect(() => verifiedEvent(body, header, newSigningSecret())).toThrow();
  expect(() => verifiedEvent(`${body} `, header, secret)).toThrow();
  expect(() => verifiedEvent(body, old, secret)).toThrow();
});

test('a signing secret is whsec_ and 64 random hexadecimal digits', () => {
  const secrets = Array.from({ length: 100 }, newSigningSecret);
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[0-9a-f]{64}$/);
  expect(new Set(secrets).size).toBe(100);
});
