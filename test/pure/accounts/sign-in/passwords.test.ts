/** Passwords are hashed at the product's cost here; tests of requests hash at the lowest (test/support/quick-hashes.ts). */
import { describe, expect, it } from 'vitest';
import { hashPassword, isPassword } from '../../../../shared/accounts/sign-in/passwords.ts';

const PASSWORD = 'Correct-Horse-1';
/** Computed apart from the code under test, with the salt "salt". */
const hash = 'scrypt$32768$8$1$c2FsdA$fXNaNi393bPaq15NYoTt3wMlRHN-zg2n2NthZyEeT00';

describe('the hash of a password', () => {
  it('states a cost of 2^15 blocks of 1 KB and verifies only this password', async () => {
    const made = await hashPassword(PASSWORD);
    expect(made).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(await isPassword(PASSWORD, made)).toBe(true);
    expect(await isPassword('Correct-Horse-2', made)).toBe(false);
  });

  it('equals that of scrypt at the stated cost', async () => {
    expect(await isPassword(PASSWORD, hash)).toBe(true);
    expect(await isPassword(PASSWORD, hash.replace('32768', '16384'))).toBe(false);
  });

  it('is different each time', async () => {
    expect(await hashPassword(PASSWORD)).not.toBe(await hashPassword(PASSWORD));
  });
});
