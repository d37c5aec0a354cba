/** The connection that the arguments of `connect-store` describe. */
import { randomUUID } from 'node:crypto';
import type { ArgumentsOf } from '../../kit/commands/listed.ts';
import { problem, throwIfAny } from '../../kit/values/problems.ts';
import { readSettings } from '../../platform/settings.ts';
import type { connectStore } from '../connection-commands.ts';
import type {
  Agreed,
  S3Connection,
  SftpConnection,
  StoreConnection,
} from '../stores/connected/connection.ts';
import { signInFrom } from '../stores/connected/sign-in.ts';
import { sealedStoreSecret } from '../stores/connected/store-secret.ts';

type Given = ArgumentsOf<typeof connectStore>;

const SFTP_PORT = 22;

/** @throws Problems */
export function newConnection(dspId: string, given: Given, now: Date): Promise<StoreConnection> {
  return given.protocol === 's3' ? s3Of(given, now) : sftpOf(dspId, given, now);
}

const agreedIn = (given: Given, now: Date): Agreed => ({
  folder: given.folder,
  acknowledgements: given.acknowledgements,
  reports: given.reports ?? null,
  reportLayout: given.reading ? JSON.stringify(given.reading) : null,
  acknowledgesReports: given['acknowledge-reports'] ?? false,
  profile: given.profile,
  priority: given.priority,
  partyId: given['party-id'] ?? null,
  messageVersion: given['message-version'] ?? null,
  acknowledgedWithinHours: given['acknowledged-within'],
  connectedAt: now.toISOString(),
});

async function sftpOf(dspId: string, given: Given, now: Date): Promise<SftpConnection> {
  const { bucket, region, role, 'external-id': externalId } = given;
  rejectForeign('s3', { bucket, region, role, 'external-id': externalId });
  const { host, user, 'host-key': hostKeys, 'sign-in': secret } = given;
  const needed = present('sftp', { host, user, 'host-key': hostKeys, 'sign-in': secret });
  const signIn = signInFrom(needed['sign-in']);
  if ('fault' in signIn) throw problem('invalid_value', `--sign-in ${signIn.fault}.`);
  return {
    protocol: 'sftp',
    host: needed.host,
    port: given.port ?? SFTP_PORT,
    user: needed.user,
    hostKeys: needed['host-key'],
    signIn: signIn.kind,
    sealed: await sealedStoreSecret(signIn.kind === 'key' ? signIn.key : signIn.password, dspId, now),
    ...agreedIn(given, now),
  };
}

async function s3Of(given: Given, now: Date): Promise<S3Connection> {
  const { host, port, user, 'host-key': hostKeys, 'sign-in': secret } = given;
  rejectForeign('sftp', { host, port, user, 'host-key': hostKeys, 'sign-in': secret });
  const { bucket, region, role, 'external-id': externalId } = given;
  const needed = present('s3', { bucket, region, role, 'external-id': externalId });
  const { storeRolePath } = readSettings();
  if (!needed.role.includes(`:role${storeRolePath}`))
    throw problem('invalid_value', `--role must be a role with the path ${storeRolePath}.`);
  if (given.folder.startsWith('/'))
    throw problem('invalid_value', '--folder must not begin with a slash in a bucket.');
  return {
    protocol: 's3',
    bucket: needed.bucket,
    region: needed.region,
    role: needed.role,
    externalId: needed['external-id'],
    revision: randomUUID(),
    ...agreedIn(given, now),
  };
}

type Present<T> = { readonly [N in keyof T]: Exclude<T[N], undefined> };

function present<T extends object>(protocol: string, values: T): Present<T> {
  const missing = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [name] : []));
  throwIfAny(
    missing.map((name) => ({
      code: 'invalid_value',
      detail: `--${name} is required with --protocol ${protocol}.`,
    })),
  );
  // The compiler does not know that none is undefined.
  return values as Present<T>;
}

function rejectForeign(protocol: string, values: object): void {
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  throwIfAny(
    given.map((name) => ({ code: 'invalid_value', detail: `--${name} is only for --protocol ${protocol}.` })),
  );
}
