/** Derives keys from the stage secret, which each process caches for five minutes. */
import { hkdfSync } from 'node:crypto';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { describedError, writeLine } from '../log.ts';
import { once } from '../once.ts';
import { isOutage } from '../outage.ts';
import { environment } from '../settings.ts';
import { readVersions, type SecretVersion } from './secret-versions.ts';

/** Each purpose has its own key. */
export type Purpose =
  | 'access-tokens'
  | 'webhook-secrets'
  | 'store-secrets'
  | 'request-prints'
  | 'download-links';

export interface StageKey {
  /** Version of the secret, stored with everything signed or encrypted with the key. */
  readonly version: number;
  /** 32 bytes, specific to the purpose and stage (HKDF-SHA256, RFC 5869). */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Start of the next version, or undefined for the newest. */
  readonly replacedAt: Date | undefined;
}

/** Secrets Manager is unavailable and the secret is not cached. */
export class SecretUnavailable extends Error {
  override name = 'SecretUnavailable';
}

/** A rotation takes effect only after all caches expire (stage-secret-rotation.ts). */
export const REFRESH_MS = 5 * 60_000;

/** @returns the key for new tokens and secrets. */
export async function currentKey(purpose: Purpose, now: Date): Promise<StageKey> {
  const versions = await cachedVersions(now);
  const version = versions.findLast(({ from }) => from <= now)?.version ?? 1;
  return deriveKey(versions, version, purpose);
}

/** @returns undefined if the version does not exist. */
export async function keyOfVersion(
  purpose: Purpose,
  version: number,
  now: Date,
): Promise<StageKey | undefined> {
  const versions = await cachedVersions(now);
  return versions[version - 1] && deriveKey(versions, version, purpose);
}

function deriveKey(versions: readonly SecretVersion[], version: number, purpose: Purpose): StageKey {
  const [current, next] = versions.slice(version - 1);
  if (!current) throw new Error(`The stage's secret has no version ${version}.`);
  const keys = derived().get(current) ?? new Map<Purpose, StageKey['bytes']>();
  derived().set(current, keys);
  const bytes = keys.get(purpose) ?? new Uint8Array(hkdfSync('sha256', current.secret, '', purpose, 32));
  keys.set(purpose, bytes);
  return { version, bytes, replacedAt: next?.from };
}

const derived = /* @__PURE__ */ once(() => new WeakMap<SecretVersion, Map<Purpose, StageKey['bytes']>>());

interface Cache {
  readonly since: Date;
  readonly versions: Promise<readonly SecretVersion[]>;
}

const cache = /* @__PURE__ */ once((): { entry?: Cache | undefined } => ({}));

function cachedVersions(now: Date): Promise<readonly SecretVersion[]> {
  const before = cache().entry;
  if (before && Math.abs(now.getTime() - before.since.getTime()) < REFRESH_MS) return before.versions;
  const versions = fetchSecret().then(
    ({ text }) => readVersions(text),
    (error: unknown) => {
      if (!before) throw error;
      writeLine({ level: 'warn', message: 'secret not refreshed', problem: describedError(error) });
      return before.versions;
    },
  );
  const entry: Cache = { since: now, versions };
  cache().entry = entry;
  // Do not cache a failure.
  versions.catch(() => {
    if (cache().entry === entry) cache().entry = undefined;
  });
  return versions;
}

const NETWORK = { connectionTimeout: 1000, requestTimeout: 1500, socketTimeout: 1500 };

export const secretsManager = /* @__PURE__ */ once(
  () =>
    new SecretsManagerClient({
      maxAttempts: 2,
      requestHandler: { ...NETWORK, throwOnRequestTimeout: true },
    }),
);

/** @throws SecretUnavailable. */
export async function fetchSecret(): Promise<{
  readonly text: string;
  readonly versionId: string | undefined;
}> {
  const command = new GetSecretValueCommand({ SecretId: environment('SECRET_ID') });
  const response = await secretsManager()
    .send(command)
    .catch((error: unknown) => {
      if (!isOutage(error)) throw error;
      throw new SecretUnavailable('Secrets Manager is unavailable.', { cause: error });
    });
  if (!response.SecretString) throw new Error("The stage's secret is empty.");
  return { text: response.SecretString, versionId: response.VersionId };
}
