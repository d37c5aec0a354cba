/** Password rules (specification 2.2): at least eight characters, one an upper-case letter of any script. */
import * as v from 'valibot';

const MIN = 8;
const MAX = 1024;
const UPPER_CASE = /\p{Lu}/u;

export const password = v.pipe(
  v.string('must be a string'),
  v.check(
    (value) => value.isWellFormed() && !value.includes('\0'),
    'must be well-formed text without null bytes',
  ),
  v.check((value) => [...value].length >= MIN, `must be at least ${MIN} characters long`),
  v.check((value) => [...value].length <= MAX, `must be at most ${MAX} characters long`),
  v.check((value) => UPPER_CASE.test(value), 'must contain an upper-case letter'),
  // Only some readers know letters of all scripts, so the pattern accepts any character beyond ASCII.
  v.metadata({ minLength: MIN, maxLength: MAX, pattern: '[^\\x00-@\\[-\\x7f]' }),
);
