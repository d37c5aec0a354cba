/** Password rules (specification 2.2): at least eight characters, one of them an upper-case letter of any script. */
import * as v from 'valibot';

export const password = v.pipe(
  v.string('must be a string'),
  v.check(
    (value) => value.isWellFormed() && !value.includes('\0'),
    'must be well-formed text without null bytes',
  ),
  v.check((value) => [...value].length >= 8, 'must be at least 8 characters long'),
  v.check((value) => [...value].length <= 1024, 'must be at most 1024 characters long'),
  v.check((value) => /\p{Lu}/u.test(value), 'must contain an upper-case letter'),
);
