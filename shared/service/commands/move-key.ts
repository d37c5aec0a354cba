/** The key that the command line makes of a passphrase: 32 bytes in base64url. */
import * as v from 'valibot';

export const moveKey = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^[\w-]{43}$/, 'must be a key'),
    v.transform((text): Uint8Array => Buffer.from(text, 'base64url')),
  ),
);
