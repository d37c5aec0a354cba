/** The secret with which the stage signs in to a store, as an operator gives it. Pure. */

export type SignIn =
  | { readonly kind: 'password'; readonly password: string }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly fault: string };

const PRIVATE_KEY = /^-----BEGIN ((?:[A-Z]+ )?PRIVATE KEY)-----(.+)-----END \1-----$/s;

/** @returns the private key in lines, also if a form has removed its line breaks; or the text as a password. */
export function signInFrom(text: string): SignIn {
  const trimmed = text.trim();
  if (!trimmed.startsWith('-----BEGIN ')) return { kind: 'password', password: text };
  const [, name, body] = PRIVATE_KEY.exec(trimmed) ?? [];
  if (name === undefined || body === undefined)
    return { fault: 'must be a private key in OpenSSH or PEM format, or a password' };
  if (body.includes(':') || isEncrypted(name, body))
    return { fault: 'must be a private key without a passphrase, because the stage seals it itself' };
  const lines = body.replaceAll(/\s/g, '').match(/.{1,70}/g) ?? [];
  return { kind: 'key', key: [`-----BEGIN ${name}-----`, ...lines, `-----END ${name}-----`, ''].join('\n') };
}

const MAGIC = 'openssh-key-v1\0';

/** In the form of OpenSSH, the name of the cipher follows the magic bytes and its length. */
function isEncrypted(name: string, body: string): boolean {
  if (name.startsWith('ENCRYPTED')) return true;
  const bytes = Buffer.from(body, 'base64');
  if (!bytes.toString('latin1').startsWith(MAGIC) || bytes.length < MAGIC.length + 8) return false;
  const length = bytes.readUInt32BE(MAGIC.length);
  return bytes.toString('latin1', MAGIC.length + 4, MAGIC.length + 4 + length) !== 'none';
}
