/** A store on this machine: accepts packages by SFTP, checks them, and acknowledges them as configured. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { acknowledgement, acknowledgementName, type StoreResponse } from './acknowledgement.ts';
import { type CheckedPackage, checkedPackage } from './check-package.ts';
import { type Sale, salesReport, salesReportName } from './sales-report.ts';
import { newHostKey, type SftpServer, startSftpServer } from './sftp-server.ts';
import { ACKNOWLEDGEMENTS, BATCH_MANIFEST, REPORTS } from './store-folders.ts';

export interface LocalStoreOptions {
  readonly folder: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly response: StoreResponse;
  readonly reason: string;
  /** How long it waits before it acknowledges a package, with the response `late`. */
  readonly lateSeconds: number;
  /** Called for each package. */
  readonly tell: (path: string, checked: CheckedPackage) => void;
}

/** What the store sells of each recording on the day on which it takes a release. */
const SOLD: Omit<Sale, 'isrc'> = { plays: 1000, revenue: '4.00' };

export async function startLocalStore(options: LocalStoreOptions): Promise<SftpServer> {
  const { folder, port, user, password } = options;
  for (const own of [ACKNOWLEDGEMENTS, REPORTS]) await mkdir(join(folder, own), { recursive: true });
  return startSftpServer({
    folder,
    port,
    user,
    password,
    hostKey: await keptHostKey(`${folder}.host-key`),
    onRenamed: (path) => {
      takeAll(path, options).catch((error: unknown) => console.error(error));
    },
  });
}

/** The same at each start, because it is pinned. */
async function keptHostKey(file: string): Promise<string> {
  if (existsSync(file)) return readFile(file, 'utf8');
  const key = newHostKey();
  await writeFile(file, key, { mode: 0o600 });
  return key;
}

/** @param path what was placed; of a batch, its manifest. */
async function takeAll(path: string, options: LocalStoreOptions): Promise<void> {
  for (const message of await completedBy(path, options.folder)) await take(message, options);
}

/** @returns the messages that a store takes once it sees the file. */
async function completedBy(path: string, folder: string): Promise<readonly string[]> {
  if (!/^[^/]+\/[^/]+\.xml$/.test(path) || path.startsWith(`${ACKNOWLEDGEMENTS}/`)) return [];
  const [, batch] = BATCH_MANIFEST.exec(path) ?? [];
  if (batch === undefined) return [path];
  const releases = await readdir(join(folder, batch), { withFileTypes: true });
  return releases.filter((each) => each.isDirectory()).map(({ name }) => `${batch}/${name}/${name}.xml`);
}

async function take(path: string, options: LocalStoreOptions): Promise<void> {
  const { folder, response, reason, lateSeconds, tell } = options;
  const checked = await checkedPackage(join(folder, path));
  tell(path, checked);
  if (response === 'silent') return;
  if (response === 'late') await wait(lateSeconds * 1000);
  const now = new Date();
  const write = (at: Date) =>
    place(
      join(folder, ACKNOWLEDGEMENTS, acknowledgementName(checked.messageId, at)),
      acknowledgement({ checked, response, reason, now: at }),
    );
  await write(now);
  if (response === 'twice') await write(new Date(now.getTime() + 1));
  const isTaken = checked.faults.length === 0 && ['accept', 'twice', 'late'].includes(response);
  if (isTaken && !checked.isTakedown && checked.isrcs.length > 0) await report(folder, checked);
}

/** Reports sales of accepted releases. */
async function report(folder: string, { messageId, isrcs }: CheckedPackage): Promise<void> {
  const now = new Date();
  const named = { id: messageId, day: now.toISOString().slice(0, 10), country: 'DE', now };
  const content = salesReport({ ...named, sales: isrcs.map((isrc) => ({ isrc, ...SOLD })) });
  await place(join(folder, REPORTS, salesReportName(named)), content);
}

/** Under another name first, so that a reader never finds half of it. */
async function place(path: string, content: string): Promise<void> {
  await writeFile(`${path}.part`, content);
  await rename(`${path}.part`, path);
}
