import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openSecret, SecretBoxError, sealSecret } from '../../../shared/platform/secret-box.ts';
import { newSigningSecret } from '../../../shared/webhooks/endpoints/endpoint-secret.ts';

const key = { version: 1, bytes: randomBytes(32) };
const box = { key, boundTo: '17' };
const secret = newSigningSecret();

/** Changes one character of one part of the box. */
function damaged(sealed: string, part: number): string {
  const parts = sealed.split('.');
  const text = parts[part] ?? '';
  parts[part] = (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
  return parts.join('.');
}

test('a sealed secret can be opened', () => {
  expect(openSecret(sealSecret(secret, box), box)).toBe(secret);
});

test('a box hides its secret, and no two boxes are equal', () => {
  const sealed = sealSecret(secret, box);
  expect(sealed).toMatch(/^v1(\.[\w-]+){3}$/);
  expect(Buffer.from(sealed.split('.')[2] ?? '', 'base64url').toString()).not.toContain('whsec_');
  expect(sealSecret(secret, box)).not.toBe(sealed);
});

test.each([
  [
    'under another key',
    (sealed: string) => openSecret(sealed, { ...box, key: { version: 1, bytes: randomBytes(32) } }),
  ],
  ['for another endpoint', (sealed: string) => openSecret(sealed, { ...box, boundTo: '18' })],
  ['of another version', (sealed: string) => openSecret(damaged(sealed, 0), box)],
  ['with a changed iv', (sealed: string) => openSecret(damaged(sealed, 1), box)],
  ['with a changed ciphertext', (sealed: string) => openSecret(damaged(sealed, 2), box)],
  ['with a changed tag', (sealed: string) => openSecret(damaged(sealed, 3), box)],
  ['with a shortened tag', (sealed: string) => openSecret(sealed.slice(0, -6), box)],
  ['with a missing part', (sealed: string) => openSecret(sealed.slice(0, sealed.lastIndexOf('.')), box)],
  ['with an extra part', (sealed: string) => openSecret(`${sealed}.AAAA`, box)],
  ['that is plain text', () => openSecret(secret, box)],
])('a box %s cannot be opened, and the error reveals nothing more', (_, open) => {
  expect(() => open(sealSecret(secret, box))).toThrow(new SecretBoxError());
});
