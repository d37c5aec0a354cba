/**
 * Runs before each test file. Functions that run inside a test hash passwords at the lowest cost, because most tests only
 * sign in. Files outside of these tiers hash as the product does, and so do stages.
 */
import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { expect } from 'vitest';

type Scrypt = (
  password: BinaryLike,
  salt: BinaryLike,
  bytes: number,
  options: ScryptOptions,
  callback: (error: Error | null, key: Buffer) => void,
) => void;

const LOWEST = 2;
const isQuick = (): boolean => /\/test\/(table|pipeline|races)\//.test(expect.getState().testPath ?? '');

const key = Symbol.for('quick-hashes');
if (!(key in globalThis)) {
  Object.assign(globalThis, { [key]: true });
  const scrypt: Scrypt = crypto.scrypt;
  const quick: Scrypt = (password, salt, bytes, options, callback) =>
    scrypt(password, salt, bytes, isQuick() ? { ...options, N: LOWEST } : options, callback);
  Object.assign(crypto, { scrypt: quick });
  syncBuiltinESMExports();
}
