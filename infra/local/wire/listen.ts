/** Opens a port of this machine for this machine. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { RefusedSetting } from '../../refused-setting.ts';

export interface Listening {
  readonly port: number;
  /** Who answers is known only once the port is. Until then, requests wait. */
  serve(listener: RequestListener): void;
  /** @param graceMilliseconds how long requests under way may take. */
  close(graceMilliseconds: number): Promise<void>;
}

/** Longer than clients keep an idle connection, so that they are the ones to close it. */
const KEEP_ALIVE_MILLISECONDS = 120_000;

/**
 * @param port 0 for any.
 * @param variable the environment variable that sets it.
 * @throws when the port is used, naming the variable.
 */
export function listen(port: number, variable: string): Promise<Listening> {
  const { promise: listener, resolve: serve } = Promise.withResolvers<RequestListener>();
  let answer: RequestListener = (request, response) =>
    void listener.then((ready) => ready(request, response));
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MILLISECONDS }, (request, response) =>
    answer(request, response),
  );
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(isUsed(error) ? usedPort(port, variable) : error));
    server.listen(port, '127.0.0.1', () => {
      resolve({
        port: portOf(server),
        serve(ready) {
          answer = ready;
          serve(ready);
        },
        close: (graceMilliseconds) => closed(server, graceMilliseconds),
      });
    });
  });
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

function closed(server: Server, graceMilliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) return resolve();
    const timer = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

const isUsed = (error: Error) => 'code' in error && error.code === 'EADDRINUSE';

const usedPort = (port: number, variable: string) =>
  new RefusedSetting(
    `Port ${port} is used by another program. Choose another one: ${variable}=${port + 1000} npm start`,
  );

/** A port that nobody uses at the moment. */
export async function freePort(): Promise<number> {
  const { port, close } = await listen(0, 'PORT');
  await close(0);
  return port;
}
