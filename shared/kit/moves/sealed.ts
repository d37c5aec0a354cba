/** Secrets in an export, encrypted with a key that is made of a passphrase. */
import { openSecret, sealSecret } from '../../platform/secret-box.ts';
import type { Moving } from './moved-file.ts';

/** The version in the boxes, since exports have one key. */
const VERSION = 1;

type Keyed = Pick<Moving, 'key'>;

/** @returns undefined without a key. */
export const sealed = ({ key }: Keyed, secret: string, boundTo: string): string | undefined =>
  key && sealSecret(secret, { key: { version: VERSION, bytes: key }, boundTo });

/** @returns undefined without a key or a box. @throws SecretBoxError if the key is another one. */
export const opened = ({ key }: Keyed, box: string | undefined, boundTo: string): string | undefined =>
  key && box !== undefined ? openSecret(box, { key: { version: VERSION, bytes: key }, boundTo }) : undefined;
