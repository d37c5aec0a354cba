/** The key for the secrets of an export, and the manifests for which there is none. */
import { expect, it } from 'vitest';
import { keyFor } from '../../../bin/operator/moves/passphrase.ts';

it('a passphrase for an export without secrets is rejected', async () => {
  await expect(keyFor({ secrets: null }, 'passphrase.txt')).rejects.toMatchObject({
    problems: [{ code: 'invalid_value', detail: expect.stringContaining('has no secrets') }],
  });
});

it('an export without secrets needs no passphrase', async () => {
  expect(await keyFor({ secrets: null }, undefined)).toBeUndefined();
});
