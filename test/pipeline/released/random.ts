/** Random values that are the same in each run, so that the rows of a release hardly differ when they are written again. */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll } from 'vitest';

type Random = Pick<typeof crypto, 'randomBytes' | 'randomInt' | 'randomUUID'>;

let count = 0;

/** @returns bytes that no earlier call has returned. */
function bytes(size: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(size / 32) }, () =>
    crypto.createHash('sha256').update(`random ${++count}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, size);
}

const uuid = (): `${string}-${string}-${string}-${string}-${string}` => {
  const hex = bytes(16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** @param limits a maximum, or a minimum and a maximum, which are not reached. */
function integer(...limits: readonly number[]): number {
  const [min = 0, max = 1] = limits.length > 1 ? limits : [0, ...limits];
  return min + Number(bytes(6).readUIntBE(0, 6) % (max - min));
}

/** For the tests of a file. */
export function seedRandom(): void {
  const real: Random = { ...crypto };
  Object.assign(crypto, { randomBytes: bytes, randomUUID: uuid, randomInt: integer });
  syncBuiltinESMExports();
  afterAll(() => {
    Object.assign(crypto, real);
    syncBuiltinESMExports();
  });
}
