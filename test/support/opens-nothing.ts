/**
 * Runs before each test file. A test in `test/pure` opens no socket and starts no process, so it depends on
 * nothing but the code. Others of this kind are in `test/loopback`.
 */
import child_process, { ChildProcess } from 'node:child_process';
import dgram from 'node:dgram';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { expect } from 'vitest';

type Method = (...given: never[]) => unknown;

/** Replaces a method, in all files of the process. @throws Error from the method, in files of `test/pure`. */
function forbid<N extends string>(holder: Record<N, Method>, name: N): void {
  const method: Method = holder[name];
  holder[name] = function (this: unknown, ...given: never[]) {
    if (expect.getState().testPath?.includes('/test/pure/'))
      throw new Error(`A test in test/pure called ${name}. Move it to test/loopback.`);
    return method.apply(this, given);
  };
}

const key = Symbol.for('opens-nothing');
if (!(key in globalThis)) {
  Object.assign(globalThis, { [key]: true });
  forbid(net.Server.prototype, 'listen');
  forbid(net.Socket.prototype, 'connect');
  forbid(dgram.Socket.prototype, 'bind');
  forbid(dgram.Socket.prototype, 'send');
  forbid(ChildProcess.prototype as never, 'spawn');
  for (const name of ['spawnSync', 'execFileSync', 'execSync'] as const) forbid(child_process, name);
  syncBuiltinESMExports();
}
