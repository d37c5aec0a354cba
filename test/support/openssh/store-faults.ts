/** What can go wrong at a store with OpenSSH. Each fault is caused, and mended again. */
import { Resolver } from 'node:dns/promises';
import {
  chmodSync,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { runProgram } from './run-program.ts';
import type { Sshd } from './sshd.ts';

type Mend = () => unknown;

export interface StoreFault {
  /** What `test-store` finds, and the delivery and `list-stores` say: `PATH` is any path, `KEY` a fingerprint. */
  readonly sentence: string;
  /** Where `test-store` fails, if it does. */
  readonly step?: 'sign-in' | 'list' | 'write';
  /** What `test-store` finds, if it is not the same. */
  readonly tested?: string;
  /** Arguments of `connect-store`. */
  readonly given?: object;
  /** @param folder of the connection, on this machine. */
  readonly cause: (folder: string) => Mend | Promise<Mend>;
}

const NAME = 'sftp.store.example';
/** The queue of connections that sshd has not accepted is shorter. */
const MANY_CONNECTIONS = 140;

/** @returns why quotas cannot be tried here, or undefined. Of the usual file systems, only Btrfs has them in each kernel. */
export const whyNoQuota = (): string | undefined =>
  existsSync('/usr/bin/btrfs') || existsSync('/bin/btrfs') ? undefined : 'btrfs-progs is not installed';

/** Faults of the server, by what they are. */
export const serverFaults = (sshd: Sshd): Readonly<Record<string, StoreFault>> => ({
  'a name that is not found': {
    sentence: `The name ${NAME} was not found.`,
    step: 'sign-in',
    given: { host: NAME },
    // Mended by a name server that knows it.
    cause: () => () => {
      Resolver.prototype.resolve4 = (async () => ['127.0.0.1']) as never;
    },
  },
  'a port that rejects connections': {
    sentence: `The store rejects connections: 127.0.0.1, port ${sshd.port}.`,
    step: 'sign-in',
    cause: async () => {
      await sshd.stopListening();
      return () => sshd.listen();
    },
  },
  'a port that accepts no connection': {
    sentence: `The store did not accept the connection in time: 127.0.0.1, port ${sshd.port}.`,
    step: 'sign-in',
    cause: async () => {
      sshd.freeze();
      const sockets = await fullQueue(sshd.port);
      return () => {
        for (const socket of sockets) socket.destroy();
        sshd.thaw();
      };
    },
  },
  'a server that never speaks': {
    sentence: 'The store did not let the stage sign in within 30 seconds.',
    step: 'sign-in',
    tested: 'The store did not let the stage sign in within 15 seconds.',
    cause: () => {
      sshd.freeze();
      return () => sshd.thaw();
    },
  },
  'another host key': {
    sentence: 'The host key of the store is KEY instead of KEY. Nothing was sent.',
    step: 'sign-in',
    cause: () => sshd.replace('host', () => sshd.key('ecdsa')),
  },
  'another password': {
    sentence: `The store rejected the sign-in of the user ${sshd.user} with the password.`,
    step: 'sign-in',
    given: { 'sign-in': sshd.password },
    cause: () => {
      sshd.setPassword('Other-Horse-2');
      return () => sshd.setPassword(sshd.password);
    },
  },
  'a key that was withdrawn': {
    sentence: `The store rejected the sign-in of the user ${sshd.user} with the key.`,
    step: 'sign-in',
    cause: () => sshd.replace('authorized', () => ''),
  },
  'a server without SFTP': {
    sentence: 'The store does not offer SFTP: Unable to start subsystem: sftp.',
    step: 'sign-in',
    cause: () => sshd.replace('config', (text) => text.replace(/^Subsystem.*$/m, '')),
  },
  'a connection that is cut within a file': {
    sentence: 'The store closed the connection. It was asked to write PATH.',
    cause: (folder) => onceWriting(folder, () => sshd.endSessions()),
  },
  'a session that hangs within a file': {
    sentence: 'The store did not respond for 30 seconds. It was asked to write PATH.',
    cause: (folder) => {
      const stop = onceWriting(folder, () => sshd.freezeSessions());
      return () => {
        stop();
        sshd.endSessions();
      };
    },
  },
});

/** Faults of its disk and its folder, by what they are. */
export const diskFaults = (sshd: Sshd): Readonly<Record<string, StoreFault>> => ({
  'a missing folder': {
    sentence: 'The folder PATH is missing at the store.',
    step: 'list',
    cause: (folder) => {
      renameSync(folder, `${folder}.away`);
      return () => renameSync(`${folder}.away`, folder);
    },
  },
  'a folder without write permission': {
    sentence: 'The store denies permission. It was asked to make the folder PATH.',
    step: 'write',
    tested: 'The store denies permission. It was asked to write PATH.',
    cause: (folder) => {
      chmodSync(folder, 0o555);
      return () => chmodSync(folder, 0o755);
    },
  },
  'a read-only disk': {
    sentence: 'The disk of the store is read-only. It was asked to make the folder PATH.',
    step: 'write',
    tested: 'The disk of the store is read-only. It was asked to write PATH.',
    cause: (folder) => {
      mount(sshd, folder, ['-t', 'tmpfs', '-o', 'size=100m', 'tmpfs']);
      run('mount', '-o', 'remount,ro', folder);
      return () => run('mount', '-o', 'remount,rw', folder);
    },
  },
  'a full disk': {
    sentence: 'The disk of the store is full. It was asked to write PATH.',
    step: 'write',
    cause: (folder) => {
      mount(sshd, folder, ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs']);
      return () => run('mount', '-o', 'remount,size=100m', folder);
    },
  },
  'a disk that takes no more files': {
    sentence: 'The disk of the store is full. It was asked to write PATH.',
    step: 'write',
    cause: (folder) => {
      mount(sshd, folder, ['-t', 'tmpfs', '-o', 'size=100m,nr_inodes=3', 'tmpfs']);
      return () => run('mount', '-o', 'remount,nr_inodes=1000', folder);
    },
  },
  'a quota that is used up': {
    sentence:
      'The store failed without a reason, and its disk is not full. A quota may be used up. It was asked to write PATH.',
    step: 'write',
    cause: (folder) => {
      const image = join(tmpdir(), `${sshd.user}.btrfs`);
      writeFileSync(image, '');
      truncateSync(image, 200_000_000);
      run('mkfs.btrfs', '-q', image);
      mount(sshd, folder, ['-o', 'loop', image]);
      rmSync(image);
      run('btrfs', 'quota', 'enable', folder);
      run('btrfs', 'qgroup', 'limit', '1M', folder);
      return () => run('btrfs', 'qgroup', 'limit', 'none', folder);
    },
  },
});

const run = (command: string, ...args: string[]): string => runProgram(command, args);

function mount(sshd: Sshd, folder: string, what: readonly string[]): void {
  run('mount', ...what, folder);
  sshd.own(folder);
}

/** Of all mounted disks in a folder. */
export function unmountIn(folder: string): void {
  for (const name of readdirSync(folder))
    if (statSync(join(folder, name)).dev !== statSync(folder).dev)
      run('umount', '--lazy', join(folder, name));
}

/** Opens connections until the system accepts no more for a server that is frozen. */
async function fullQueue(port: number): Promise<readonly Socket[]> {
  const sockets = Array.from({ length: MANY_CONNECTIONS }, () =>
    connect(port, '127.0.0.1').on('error', () => {}),
  );
  const opened = () => sockets.filter(({ readyState }) => readyState === 'open').length;
  for (let before = -1; before < opened(); await Promise.all([nextTurn(), pause()])) before = opened();
  return sockets;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 300));

const WRITTEN_BYTES = 3_000_000;

/** Does something once a file has more than the bytes in flight. @returns a function that no longer waits for it. */
function onceWriting(folder: string, then: () => unknown): Mend {
  let isOver = false;
  const look = () => {
    if (isOver) return;
    if (sizesIn(folder).every((size) => size < WRITTEN_BYTES)) setImmediate(look);
    else then();
  };
  look();
  return () => {
    isOver = true;
  };
}

const sizesIn = (folder: string): number[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => statSync(join(folder, name)).size);
