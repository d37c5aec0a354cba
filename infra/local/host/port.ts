/** Opens a port of this machine for this machine. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
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

/** What `Host` may say. Of other names, DNS can be made to lead here from a web page in the developer's browser. */
const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * @param port 0 for any.
 * @param variable the environment variable that sets it.
 * @throws RefusedSetting when the port cannot be opened, naming the variable.
 */
export function listen(port: number, variable: string): Promise<Listening> {
  const { promise: listener, resolve: serve } = Promise.withResolvers<RequestListener>();
  let answer: RequestListener = (request, response) =>
    void listener.then((ready) => ready(request, response));
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MILLISECONDS }, (request, response) => {
    if (LOOPBACK_HOST.test(request.headers.host ?? '')) answer(request, response);
    else refuseHost(request, response);
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(refusedPort(error, port, variable)));
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

const refuseHost: RequestListener = ({ headers }: IncomingMessage, response) => {
  const message = `The local stage answers to localhost, 127.0.0.1 and [::1], not to ${headers.host ?? 'requests without a Host'}.`;
  response.writeHead(421, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify({ message }));
};

const refusals: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is used by another program',
  EACCES: 'may not be opened by this user',
};

/** Exported for its test: which ports are forbidden depends on the machine and its user. */
export function refusedPort(error: NodeJS.ErrnoException, port: number, variable: string): RefusedSetting {
  const reason = refusals[error.code ?? ''] ?? `cannot be opened (${error.message})`;
  const other = port < 1024 ? port + 8000 : port > 60_000 ? port - 1000 : port + 1000;
  return new RefusedSetting(`Port ${port} ${reason}. Choose another one: ${variable}=${other} npm start`);
}

/** A port that nobody uses at the moment. */
export async function freePort(): Promise<number> {
  const { port, close } = await listen(0, 'PORT');
  await close(0);
  return port;
}
