/**
 * How fast a package is transferred, beside OpenSSH's own `sftp` to the same server on loopback, alternately: `npm run bench -- sftp`.
 * `SFTP_MEGABYTES` is the size of the large file (2000).
 */
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SftpFiles } from '../../shared/distribution/stores/sftp/sftp-files.ts';
import { SftpSession } from '../../shared/distribution/stores/sftp/sftp-session.ts';
import type { PackageManifest } from '../../shared/distribution/transfers/package-manifest.ts';
import { transferPackage } from '../../shared/distribution/transfers/transfer-package.ts';
import { Sshd, whyNotHere } from '../support/openssh/sshd.ts';

const ROUNDS = 3;
const SMALL_FILES = 1000;
const SMALL_BYTES = 50_000;
const MEGABYTE = 1e6;

interface Sources {
  readonly folder: string;
  readonly manifest: PackageManifest;
}

/** Prints the speed of each, and the ratio. */
export async function besideSftp(): Promise<void> {
  const missing = whyNotHere();
  if (missing !== undefined) throw new Error(`This cannot be measured here: ${missing}.`);
  const megabytes = Number(process.env['SFTP_MEGABYTES'] || 2000);
  const sshd = new Sshd('sftp-server');
  const scratch = mkdtempSync(join(tmpdir(), 'beside-sftp-'));
  await sshd.start();
  try {
    const key = join(scratch, 'key');
    writeFileSync(key, sshd.key('ed25519'), { mode: 0o600 });
    const cases = {
      [`1 file of ${megabytes} MB`]: await sourcesIn(join(scratch, 'large'), 1, megabytes * MEGABYTE),
      [`${SMALL_FILES} files of ${SMALL_BYTES / 1000} KB`]: await sourcesIn(
        join(scratch, 'small'),
        SMALL_FILES,
        SMALL_BYTES,
      ),
    };
    const rows = [];
    for (const [name, sources] of Object.entries(cases))
      rows.push(await measured(name, sources, { sshd, key }));
    console.table(rows);
  } finally {
    await sshd.stop();
    rmSync(scratch, { recursive: true });
  }
}

interface Server {
  readonly sshd: Sshd;
  /** The file of the private key. */
  readonly key: string;
}

interface Used {
  readonly seconds: number;
  /** Of the processor, in the processes of the client. */
  readonly cpuSeconds: number;
}

/** The fastest of some rounds, because other programs can only make one slower. */
async function measured(name: string, sources: Sources, server: Server) {
  const used = { sftp: [] as Used[], ours: [] as Used[] };
  for (let round = 0; round < ROUNDS; round++) {
    used.sftp.push(await bySftp(sources, server, `sftp-${round}`));
    used.ours.push(await byStage(sources, server, `ours-${round}`));
    for (const by of ['sftp', 'ours'])
      rmSync(join(server.sshd.folder, `${by}-${round}`), { recursive: true, force: true });
  }
  const least = (of: readonly Used[], what: keyof Used) => Math.min(...of.map((each) => each[what]));
  const ratioOf = (what: keyof Used) => rounded(least(used.sftp, what) / least(used.ours, what));
  const bytes = sources.manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  const perSecond = (of: readonly Used[]) => Math.round(bytes / MEGABYTE / least(of, 'seconds'));
  return {
    package: name,
    'sftp MB/s': perSecond(used.sftp),
    'ours MB/s': perSecond(used.ours),
    'sftp CPU s': rounded(least(used.sftp, 'cpuSeconds')),
    'ours CPU s': rounded(least(used.ours, 'cpuSeconds')),
    'speed of ours to sftp': ratioOf('seconds'),
    'the same by CPU': ratioOf('cpuSeconds'),
  };
}

const rounded = (value: number): number => Number(value.toFixed(2));
const secondsSince = (start: number): number => (performance.now() - start) / 1000;

async function bySftp({ folder }: Sources, { sshd, key }: Server, name: string): Promise<Used> {
  const start = performance.now();
  const child = spawn(
    'bash',
    [
      ...['-c', 'TIMEFORMAT="%U %S"; time sftp "$@"', 'bash'],
      ...['-q', '-b', '-', '-P', String(sshd.port), '-i', key, '-o', 'StrictHostKeyChecking=no'],
      ...['-o', 'UserKnownHostsFile=/dev/null', '-o', 'LogLevel=ERROR', `${sshd.user}@127.0.0.1`],
    ],
    { stdio: ['pipe', 'ignore', 'pipe'] },
  );
  child.stdin.end(`mkdir ${sshd.folder}/${name}\nput -r ${folder}/resources ${sshd.folder}/${name}\n`);
  const [[code], said] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
  if (code !== 0) throw new Error(`sftp has ended with ${code}: ${said}`);
  const cpu = said.trim().split(' ').map(Number);
  return { seconds: secondsSince(start), cpuSeconds: cpu.reduce((sum, each) => sum + each, 0) };
}

async function byStage({ folder, manifest }: Sources, { sshd }: Server, name: string): Promise<Used> {
  const start = performance.now();
  const before = process.cpuUsage();
  const session = await SftpSession.open(
    {
      ...{ host: '127.0.0.1', port: sshd.port, user: sshd.user },
      ...{ signIn: { key: sshd.key('ed25519') }, hostKeys: [sshd.fingerprint] },
    },
    { allowedCidrs: ['127.0.0.0/8'], idleTimeoutMs: 60_000, until: new AbortController().signal },
  );
  const release = `${sshd.folder}/${name}`;
  await transferPackage({
    store: new SftpFiles(session, sshd.user),
    // In pieces of the size in which S3 sends them.
    bucket: { read: (key, start = 0) => readable(join(folder, key.slice(key.indexOf('/') + 1)), start) },
    folder: 'package',
    manifest,
    names: {
      folders: [release, `${release}/resources`],
      release,
      message: `${release}/1.xml`,
      batch: undefined,
    },
    batchManifest: undefined,
    placed: 0,
    note: async () => {},
    confirm: async () => {},
  });
  session.close();
  const { user, system } = process.cpuUsage(before);
  return { seconds: secondsSince(start), cpuSeconds: (user + system) / 1e6 };
}

async function* readable(path: string, start: number): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { start, highWaterMark: 65_536 });
}

async function sourcesIn(folder: string, count: number, bytes: number): Promise<Sources> {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  const files = [];
  for (let number = 0; number < count; number++)
    files.push(await writeRandom(folder, `resources/${number}.wav`, bytes));
  return {
    folder,
    manifest: { media: 'audio', files, message: await writeRandom(folder, 'message.xml', 20_000) },
  };
}

/** Random, so that nothing on the way can compress it. */
async function writeRandom(folder: string, name: string, bytes: number) {
  const hash = createHash('sha256');
  const block = randomBytes(Math.min(bytes, MEGABYTE));
  const file = await open(join(folder, name), 'w');
  for (let left = bytes; left > 0; left -= block.length) {
    const piece = block.subarray(0, left);
    hash.update(piece);
    await file.write(piece);
  }
  await file.close();
  return { name, bytes, sha256: hash.digest('hex') };
}
