/** OpenSSH's server of this machine as a store on loopback: its user, keys, folder and configuration exist for one test file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fingerprintOf } from '../../../shared/distribution/stores/sftp/host-key.ts';
import { runProgram } from './run-program.ts';

/** What serves files: a part of sshd within a changed root, or a program. */
export const servers = ['internal-sftp', 'sftp-server'] as const;
export type SftpProgram = (typeof servers)[number];

export const keyTypes = ['ed25519', 'rsa', 'ecdsa'] as const;
export type KeyType = (typeof keyTypes)[number];

const SSHD = '/usr/sbin/sshd';
const SFTP_SERVER = '/usr/lib/openssh/sftp-server';
/** Only folders that belong to root, in such ones, can become the root of a session. */
const PARENT = '/run';

/** @returns why these tests cannot run here, or undefined. */
export function whyNotHere(): string | undefined {
  if (!existsSync(SSHD) || !existsSync(SFTP_SERVER))
    return 'OpenSSH is not installed (apt-get install openssh-server)';
  if (process.getuid?.() !== 0) return 'only root can make the user and the folder of a session';
  return undefined;
}

export class Sshd {
  readonly user = `store-${randomInt(1e6)}`;
  readonly password = 'Correct-Horse-1';
  readonly #home = mkdtempSync(join(PARENT, 'store-test-'));
  readonly #program: SftpProgram;
  #server: ChildProcess | undefined;
  port = 0;

  constructor(program: SftpProgram) {
    this.#program = program;
  }

  /** Of the user, as the server sees it on this machine. */
  get folder(): string {
    return join(this.#home, 'root', 'incoming');
  }

  /** The same folder in the session. */
  get sessionFolder(): string {
    return this.#program === 'internal-sftp' ? '/incoming' : this.folder;
  }

  get fingerprint(): string {
    const [, key = ''] = readFileSync(join(this.#home, 'host.pub'), 'utf8').split(' ');
    return fingerprintOf(Buffer.from(key, 'base64'));
  }

  /** A private key with which the user can sign in. */
  key(type: KeyType): string {
    return readFileSync(join(this.#home, type), 'utf8');
  }

  async start(): Promise<void> {
    chmodSync(this.#home, 0o755);
    mkdirSync('/run/sshd', { recursive: true });
    run('useradd', '--no-create-home', '--home-dir', '/', '--shell', '/bin/sh', this.user);
    this.setPassword(this.password);
    mkdirSync(this.folder, { recursive: true });
    this.own(this.folder);
    const keys = keyTypes.map((type) => {
      this.#makeKey(type, type);
      return readFileSync(join(this.#home, `${type}.pub`), 'utf8');
    });
    this.#makeKey('ed25519', 'host');
    writeFileSync(join(this.#home, 'authorized'), keys.join(''));
    this.port = await freePort();
    writeFileSync(join(this.#home, 'config'), this.#config());
    await this.listen();
  }

  async listen(): Promise<void> {
    this.#server ??= spawn(SSHD, ['-D', '-e', '-f', this.#file('config')], { stdio: 'ignore' });
    await listening(this.port);
  }

  /** Ends its sessions, and rejects connections until `listen`. */
  async stopListening(): Promise<void> {
    const server = this.#server;
    if (server && server.exitCode === null) {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      this.endSessions();
      server.kill();
      await ended;
    }
    this.#server = undefined;
  }

  /** Lets the system accept connections to which nobody responds, until `thaw`. */
  freeze(): void {
    this.#server?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#server?.kill('SIGCONT');
  }

  /** @returns a function that puts back what was replaced. */
  async replace(
    name: 'authorized' | 'config' | 'host',
    change: (text: string) => string,
  ): Promise<() => Promise<void>> {
    const before = readFileSync(this.#file(name), 'utf8');
    const write = async (text: string) => {
      await this.stopListening();
      writeFileSync(this.#file(name), text);
      await this.listen();
    };
    await write(change(before));
    return () => write(before);
  }

  setPassword(password: string): void {
    runProgram('chpasswd', [], `${this.user}:${password}\n`);
  }

  async stop(): Promise<void> {
    await this.stopListening();
    rmSync(this.#home, { recursive: true, force: true });
    run('userdel', this.user);
  }

  own(path: string): void {
    const ids = ['-u', '-g'].map((of) => Number(run('id', of, this.user)));
    chownSync(path, ids[0] ?? 0, ids[1] ?? 0);
  }

  /** Kills the processes of all sessions. */
  endSessions(): number {
    return this.#signalSessions('SIGKILL');
  }

  /** Sessions stay open and do nothing, until they are ended. */
  freezeSessions(): number {
    return this.#signalSessions('SIGSTOP');
  }

  #signalSessions(signal: 'SIGKILL' | 'SIGSTOP'): number {
    const sessions = childrenOf(this.#server?.pid ?? 0);
    for (const pid of sessions.flatMap((each) => [each, ...childrenOf(each)])) process.kill(pid, signal);
    return sessions.length;
  }

  #file(name: string): string {
    return join(this.#home, name);
  }

  #makeKey(type: KeyType, name: string): void {
    run('ssh-keygen', '-q', '-t', type, '-N', '', '-f', join(this.#home, name));
  }

  #config(): string {
    const isChanged = this.#program === 'internal-sftp';
    return [
      `Port ${this.port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${join(this.#home, 'host')}`,
      `AuthorizedKeysFile ${join(this.#home, 'authorized')}`,
      'PidFile none',
      'StrictModes no',
      'UsePAM no',
      'PasswordAuthentication yes',
      'MaxStartups 100',
      'PerSourceMaxStartups none',
      `Subsystem sftp ${isChanged ? 'internal-sftp' : SFTP_SERVER}`,
      ...(isChanged ? ['ForceCommand internal-sftp', `ChrootDirectory ${join(this.#home, 'root')}`] : []),
      '',
    ].join('\n');
  }
}

const run = (command: string, ...args: string[]): string => runProgram(command, args);

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    // It has ended.
    return [];
  }
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = Object(server.address());
      server.close(() => resolve(port));
    });
  });
}

/** @throws Error if nothing listens within ten seconds. */
async function listening(port: number): Promise<void> {
  for (let pauses = 0; pauses < 200; pauses++) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
    if (isOpen) return;
    await wait(50);
  }
  throw new Error(`sshd does not listen on port ${port}.`);
}
