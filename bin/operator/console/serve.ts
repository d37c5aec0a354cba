/** `operate console`: serves the console on a port of this machine, and opens it in the browser. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CommandOutcome, OperatorIo, StageCall } from '../invoke.ts';
import { rejection } from '../rejection.ts';
import { admission, TOKEN_MINUTES } from './admission.ts';
import { builtPage } from './built-page.ts';
import { type Console, consoleListener } from './listener.ts';

/**
 * Until the command is interrupted.
 * @param run runs the commands of the page.
 * @throws Rejection if the port is taken, or the page cannot be built.
 */
export async function serveConsole(
  { stage, environment, args }: StageCall,
  io: OperatorIo,
  run: Console['run'],
): Promise<CommandOutcome> {
  const page = await builtPage();
  const { token, admit, enter } = admission();
  const listener = consoleListener({
    admit,
    enter,
    base: '',
    stage,
    environment,
    run,
    runsOnMachine: true,
    page: async () => page,
  });
  const server = await listening(createServer(listener), Number(args['port'] ?? 0));
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}/#token=${token}`;
  io.errors.write(
    `The console of ${stage} is at ${address}\nIt can be opened once, within ${TOKEN_MINUTES} minutes. Ctrl-C ends it.\n`,
  );
  if (args['print'] !== true) openBrowser(address);
  await interrupted();
  server.closeAllConnections();
  server.close();
  return { result: { console: 'ended' } };
}

async function listening(server: Server, port: number): Promise<Server> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    throw rejection('console_failed', `The console cannot use port ${port} (${Object(error).code}).`);
  }
  return server;
}

/** The address was printed as well, for machines without a browser. */
function openBrowser(address: string): void {
  const [program = '', ...more] = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[
    process.platform as string
  ] ?? ['xdg-open'];
  spawn(program, [...more, address], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

const interrupted = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
