/** The key for the secrets of an export, made of a passphrase that stays on the operator's machine. */
import { randomBytes, scrypt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { opened, sealed } from '../../../shared/kit/moves/sealed.ts';
import { required } from '../../../shared/kit/values/required.ts';
import { unreadable } from '../files.ts';
import { rejection } from '../rejection.ts';
import type { Manifest } from './manifest.ts';

type Secrets = NonNullable<Manifest['secrets']>;

const MIN_CHARACTERS = 12;
/** About half a second and 128 MB. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 };
const TEST = 'manifest';

const derive: (secret: string, salt: Buffer, bytes: number, cost: typeof COST) => Promise<Buffer> =
  promisify(scrypt);

/** @throws Rejection */
async function passphraseIn(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw unreadable(path, error);
  });
  const passphrase = text.trim();
  if (passphrase.length >= MIN_CHARACTERS) return passphrase;
  throw rejection(
    'invalid_value',
    `The passphrase in ${path} must have at least ${MIN_CHARACTERS} characters.`,
  );
}

const keyOf = async (path: string, salt: string): Promise<Buffer> =>
  derive(await passphraseIn(path), Buffer.from(salt, 'base64url'), 32, COST);

/** @param path of `--passphrase-file`. @returns undefined without it. */
export async function newKey(path: unknown): Promise<{ key: Buffer; secrets: Secrets } | undefined> {
  if (path === undefined) return undefined;
  const salt = randomBytes(16).toString('base64url');
  const key = await keyOf(String(path), salt);
  const test = required(sealed({ key }, TEST, TEST), 'A text is encrypted with a key.');
  return { key, secrets: { salt, test } };
}

/** @throws Rejection for a wrong passphrase, or if the export has no secrets, which would be missed later. */
export async function keyFor(
  { secrets }: Pick<Manifest, 'secrets'>,
  path: unknown,
): Promise<Buffer | undefined> {
  if (path === undefined) return undefined;
  if (secrets === null)
    throw rejection('invalid_value', 'The export has no secrets. Repeat without --passphrase-file.');
  const key = await keyOf(String(path), secrets.salt);
  try {
    opened({ key }, secrets.test, TEST);
    return key;
  } catch {
    throw rejection('invalid_value', `The passphrase in ${path} is not that of the export.`);
  }
}
