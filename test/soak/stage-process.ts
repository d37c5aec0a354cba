/**
 * The local stage as a user starts it: npm start, in its own process group, which can be killed and started
 * again on its data.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const root = join(import.meta.dirname, '../..');
const START_MILLISECONDS = 120_000;
const END_MILLISECONDS = 20_000;
/** What the stage prints when it is ready, and for each function that it crashes. */
const READY = 'Function logs';
const CRASHED = /^An environment of \S+ has crashed/gm;

export interface Memory {
  /** Resident megabytes of npm, the stage and its engine. */
  readonly all: number;
  readonly engine: number;
}

export class StageProcess {
  readonly url: string;
  readonly awsUrl: string;
  readonly dataDirectory: string;
  /** Crashes of functions so far. */
  crashes = 0;
  readonly #environment: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;
  #isExpectedToEnd = false;
  readonly #onDeath: (output: string) => void;

  private constructor(
    folder: string,
    {
      ports,
      environment,
      onDeath,
    }: { ports: readonly number[]; environment: object; onDeath: (output: string) => void },
  ) {
    const [port, awsPort] = ports;
    this.url = `http://localhost:${port}`;
    this.awsUrl = `http://127.0.0.1:${awsPort}`;
    this.dataDirectory = join(folder, 'data');
    this.#onDeath = onDeath;
    this.#environment = {
      ...process.env,
      ...environment,
      PORT: String(port),
      AWS_PORT: String(awsPort),
      DATA_DIR: this.dataDirectory,
      BUILD_DIR: join(folder, 'build'),
      NO_DEMO: '1',
      RELOAD: '0',
    };
  }

  /**
   * @param folder takes the data and the build.
   * @param onDeath called with what the stage printed last if it ends although nobody killed it.
   */
  static async start(
    folder: string,
    options: { environment: object; onDeath: (output: string) => void },
  ): Promise<StageProcess> {
    const ports = [await freePort(), await freePort()];
    const stage = new StageProcess(folder, { ports, ...options });
    await stage.start();
    return stage;
  }

  /**
   * @param more variables than it had first.
   * @returns the milliseconds until it was ready.
   */
  async start(more: NodeJS.ProcessEnv = {}): Promise<number> {
    const startedAt = performance.now();
    const child = spawn('npm', ['start', '--silent'], {
      cwd: root,
      env: { ...this.#environment, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#child = child;
    this.#isExpectedToEnd = false;
    let said = '';
    await new Promise<void>((resolve, reject) => {
      const late = () => reject(new Error(`The stage is not ready: ${said}`));
      const timer = setTimeout(late, START_MILLISECONDS);
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => {
          this.crashes += text.match(CRASHED)?.length ?? 0;
          said = (said + text).slice(-8000);
          if (!said.includes(READY)) return;
          clearTimeout(timer);
          resolve();
        });
      child.once('exit', () => {
        clearTimeout(timer);
        reject(new Error(`The stage ended before it was ready: ${said}`));
        if (!this.#isExpectedToEnd) this.#onDeath(said);
      });
    });
    return performance.now() - startedAt;
  }

  /** SIGKILL to npm and the stage. The engine follows, because it must not outlive the stage. */
  async kill(): Promise<void> {
    const child = this.#expectedToEnd();
    const engine = this.#engine();
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      process.kill(-child.pid, 'SIGKILL');
      await exited;
    }
    await this.#gone(engine);
  }

  /** SIGKILL to the engine of the table. The stage must end then. @throws Error when it goes on. */
  async killEngine(): Promise<void> {
    const child = this.#expectedToEnd();
    const exited = once(child, 'exit', { signal: AbortSignal.timeout(END_MILLISECONDS) });
    const engine = this.#engine();
    if (engine !== undefined) process.kill(engine, 'SIGKILL');
    await exited;
  }

  async end(): Promise<void> {
    const child = this.#expectedToEnd();
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    process.kill(-child.pid, 'SIGINT');
    await Promise.race([exited, wait(END_MILLISECONDS, undefined, { ref: false })]);
    if (child.exitCode === null && child.signalCode === null) await this.kill();
  }

  memory(): Memory {
    const engine = this.#engine();
    const sizes = this.#descendants().map(({ pid }) => [pid, residentMegabytes(pid)] as const);
    const sum = sizes.reduce((all, [, size]) => all + size, 0);
    return { all: Math.round(sum), engine: Math.round(sizes.find(([pid]) => pid === engine)?.[1] ?? 0) };
  }

  #expectedToEnd(): ChildProcess {
    if (!this.#child) throw new Error('The stage was not started.');
    this.#isExpectedToEnd = true;
    return this.#child;
  }

  async #gone(pid: number | undefined): Promise<void> {
    for (const end = Date.now() + END_MILLISECONDS; pid !== undefined && isAlive(pid); await wait(20))
      if (Date.now() > end) throw new Error('The engine outlives the stage.');
  }

  #engine(): number | undefined {
    return this.#descendants().find(({ name }) => name.includes('dynoxide'))?.pid;
  }

  /** The process of npm, and all below it. */
  #descendants(): Process[] {
    const all = processes();
    const found = all.filter(({ pid }) => pid === this.#child?.pid);
    for (const parent of found) found.push(...all.filter((each) => each.parent === parent.pid));
    return found;
  }
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
}

function processes(): Process[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    const [, name = '', parent = ''] = /\((.*)\) \S+ (\d+)/.exec(readProc(pid, 'stat')) ?? [];
    return [{ pid: Number(pid), parent: Number(parent), name }];
  });
}

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readProc(String(pid), 'status'))?.[1] ?? 0) / 1024;

function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended.
    return '';
  }
}

/** A process that was killed stays in the list until its parent has noticed. */
const isAlive = (pid: number): boolean => /\) [^ZX]/.test(readProc(String(pid), 'stat'));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
