/** The rows, objects and secret of a stage in the folder of a release, and back into the stage of this process. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import type { Item } from '../../../shared/kit/table/item.ts';
import type { Key } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { Bucket } from '../../../shared/platform/bucket/bucket.ts';
import { environment } from '../../../shared/platform/settings.ts';
import type { Person } from '../../support/calls.ts';
import { allRows } from '../../support/invariants.ts';
import type { LocalBucket } from '../../support/stores/local-bucket.ts';
import type { Hosts } from './hosts.ts';
import type { Shown } from './shown.ts';

const releases = join(import.meta.dirname, '../../released');
const ROWS = 'rows';

/** In rows, instead of the ports at which this process serves. */
const storedPorts: Hosts['ports'] = { files: 1001, hooks: 1002 };

export interface ReleasedStage {
  readonly at: string;
  readonly people: readonly Person[];
  readonly secret: string;
}

/** @returns the folder of the last release, which has its rows. */
export function lastRelease(): string {
  const numbers = readdirSync(releases).toSorted((left, right) =>
    left.localeCompare(right, 'en', { numeric: true }),
  );
  return join(releases, numbers.at(-1) ?? '');
}

export const folderOf = (version: string): string => join(releases, version);

/** The files that export-organization has written of an organization. */
export const exportIn = (folder: string, organization: string): string =>
  join(folder, 'exports', organization);

const linesIn = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** Sets and bytes, which JSON has not. */
const encoded = (_: string, value: unknown): unknown => {
  if (value instanceof Set) return { $set: [...value].toSorted() };
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
  return value;
};

const decoded = (_: string, value: unknown): unknown => {
  const { $set, $bytes } = Object(value);
  if (Array.isArray($set)) return new Set($set);
  return typeof $bytes === 'string' ? new Uint8Array(Buffer.from($bytes, 'base64')) : value;
};

const address = (port: number | undefined): string => `https://127.0.0.1:${port}/`;

/** @returns text with the ports of `to` instead of those of `from`. */
const moved = (text: string, from: Hosts['ports'], to: Hosts['ports']): string =>
  Object.entries(from).reduce(
    (moving, [name, port]) => moving.replaceAll(address(port), address(to[name as keyof Hosts['ports']])),
    text,
  );

/** The rows of a folder, as texts. */
const rowTexts = (folder: string): string[] =>
  readdirSync(join(folder, ROWS)).flatMap((name) => linesIn(join(folder, ROWS, name)));

export const rowsIn = (folder: string): (Item & Key)[] =>
  rowTexts(folder).map((text) => JSON.parse(text, decoded));

export const stageIn = (folder: string): ReleasedStage =>
  JSON.parse(readFileSync(join(folder, 'stage.json'), 'utf8'));

/** @param ports at which this process serves. */
export const shownIn = (folder: string, { ports }: Pick<Hosts, 'ports'>): Shown[] =>
  linesIn(join(folder, 'shown.jsonl')).map((line) => JSON.parse(moved(line, storedPorts, ports)));

const secrets = () => new SecretsManagerClient({});
const secretId = () => ({ SecretId: environment('SECRET_ID') });

/** Writes what the stage of this process has. */
export async function writeRelease(
  folder: string,
  { bucket, hosts, ...stage }: Omit<ReleasedStage, 'secret'> & { bucket: LocalBucket; hosts: Hosts },
  shown: readonly Shown[],
): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, ROWS), { recursive: true });
  const write = (name: string, lines: readonly string[]) =>
    writeFileSync(join(folder, name), moved(textOf(lines), hosts.ports, storedPorts));
  const rows = Map.groupBy(await allRows(), ({ pk }) => String(pk).split('#')[0] ?? '');
  for (const [kind, some] of rows)
    write(join(ROWS, `${kind}.jsonl`), some.map((row) => JSON.stringify(row, encoded)).toSorted());
  const files = [...(await bucket.files(''))].map(([path, content]) =>
    JSON.stringify({ path, content: content.toString('base64') }),
  );
  write('objects.jsonl', files);
  write(
    'shown.jsonl',
    shown.map((each) => JSON.stringify(each)),
  );
  const { SecretString: secret = '' } = await secrets().send(new GetSecretValueCommand(secretId()));
  write('stage.json', [JSON.stringify({ ...stage, secret }, null, 2)]);
}

async function* whole(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

/** Gives the empty stage of this process what a folder has. */
export async function loadRelease(folder: string, { ports }: Pick<Hosts, 'ports'>): Promise<void> {
  const rows = rowTexts(folder).map((text): Item & Key =>
    JSON.parse(moved(text, storedPorts, ports), decoded),
  );
  await new Table().putMany(rows);
  const bucket = new Bucket(environment('BUCKET_NAME'));
  for (const line of linesIn(join(folder, 'objects.jsonl'))) {
    const { path, content } = JSON.parse(line);
    await bucket.create(path, whole(Buffer.from(content, 'base64')));
  }
  const put = { ...secretId(), ClientRequestToken: 'released-'.padEnd(32, '0') };
  await secrets().send(new PutSecretValueCommand({ ...put, SecretString: stageIn(folder).secret }));
}
