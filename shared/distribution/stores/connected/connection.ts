/** How a DSP's store is reached, as `connect-store` sets it. */
import * as v from 'valibot';
import { type Condition, equal } from '../../../kit/table/expressions.ts';
import type { Table } from '../../../kit/table/table.ts';
import { connectionKey } from '../../keys.ts';
import { rowsByStore } from './rows-by-store.ts';

/** `release`: each release is complete alone. `batch`: a manifest says that a batch is complete. */
export const storeProfiles = ['release', 'batch'] as const;

/** The first character of the folder's name: with priority, without, or low. */
export const storePriorities = ['P', 'N', 'L'] as const;

/** Without another agreement. */
export const ACKNOWLEDGED_WITHIN_HOURS = 48;

/** What is agreed with every store. */
const agreed = {
  /** Where releases are placed, without a slash at the end. Empty for the folder of the sign-in, or the whole bucket. */
  folder: v.string(),
  /** Where the store places acknowledgements, within `folder`. */
  acknowledgements: v.string(),
  /** Where the store places sales reports, within `folder`. Null if they are not read. */
  reports: v.optional(v.nullable(v.string()), null),
  /** The layout of its reports, as JSON. Null for those of DDEX and those with our own columns. */
  reportLayout: v.optional(v.nullable(v.string()), null),
  /** Whether the store gets acknowledgements of imported DDEX reports. Rows of older versions lack it. */
  acknowledgesReports: v.optional(v.boolean(), false),
  profile: v.picklist(storeProfiles),
  priority: v.picklist(storePriorities),
  /** The store's DDEX party id, or null for that of the stage's settings. */
  partyId: v.nullable(v.string()),
  /** The version of messages, or null for that of the stage's settings. */
  messageVersion: v.nullable(v.picklist(['4.3', '4.3.2'])),
  /** How long it may take to acknowledge a release. Rows of older versions have none. */
  acknowledgedWithinHours: v.optional(v.number(), ACKNOWLEDGED_WITHIN_HOURS),
  connectedAt: v.string(),
};

const sftp = v.object({
  // Rows of older versions have no protocol.
  protocol: v.optional(v.literal('sftp'), 'sftp'),
  host: v.string(),
  port: v.number(),
  user: v.string(),
  /** Fingerprints of the host keys that are accepted, as OpenSSH writes them: SHA256:... */
  hostKeys: v.pipe(v.array(v.string()), v.readonly()),
  signIn: v.picklist(['key', 'password']),
  /** The private key or the password, sealed with a key of the stage. */
  sealed: v.string(),
  ...agreed,
});

const s3 = v.object({
  protocol: v.literal('s3'),
  bucket: v.string(),
  region: v.string(),
  /** The ARN of the role that the stage assumes, in the account of the store. */
  role: v.string(),
  /** The store's role is assumed under it only. Not a secret: it says for whom the stage acts. */
  externalId: v.string(),
  /** Differs in each connection. */
  revision: v.string(),
  ...agreed,
});

const connection = v.union([s3, sftp]);

export type SftpConnection = Readonly<v.InferOutput<typeof sftp>>;
export type S3Connection = Readonly<v.InferOutput<typeof s3>>;
export type StoreConnection = SftpConnection | S3Connection;
export type Agreed = Pick<StoreConnection, keyof typeof agreed>;

/** The condition that the store was not connected again. */
export const sameConnection = (known: StoreConnection): Condition =>
  known.protocol === 's3' ? equal('revision', known.revision) : equal('sealed', known.sealed);

/** @returns undefined if the store is not connected. */
export async function connectionOf(table: Table, dspId: string): Promise<StoreConnection | undefined> {
  const row = await table.get(connectionKey(dspId));
  return row && v.parse(connection, row);
}

export async function connectionsOf(
  table: Table,
  dspIds: readonly string[],
): Promise<ReadonlyMap<string, StoreConnection>> {
  const rows = await rowsByStore(table, dspIds, connectionKey);
  return new Map(Array.from(rows, ([id, row]) => [id, v.parse(connection, row)]));
}
