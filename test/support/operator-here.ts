/**
 * The operator's command line on the function of this process, which it invokes over HTTP as it does on a
 * stage.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll } from 'vitest';
import { handler as operate } from '../../functions/operate/handler.ts';
import { operateOn, type Ran } from './command-line.ts';

interface Invocation {
  readonly command: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface OperatorHere {
  readonly run: (...line: readonly string[]) => Promise<Ran>;
  /** Called before an invocation. Its error ends the invocation. */
  before: (invocation: Invocation) => void | Promise<void>;
  /** How long the function may still run. */
  remainingMs: number;
}

/** Call it in a file with a table. */
export function operatorHere(): OperatorHere {
  let url = '';
  const here: OperatorHere = {
    before: () => {},
    remainingMs: Number.POSITIVE_INFINITY,
    run: (...line) => operateOn(url, line),
  };
  const server = createServer(async (request, response) => {
    const invocation = JSON.parse(await text(request));
    try {
      await here.before(invocation);
      response.end(
        JSON.stringify(await operate(invocation, { getRemainingTimeInMillis: () => here.remainingMs })),
      );
    } catch (error) {
      response.setHeader('X-Amz-Function-Error', 'Unhandled');
      response.end(JSON.stringify({ errorType: 'Error', errorMessage: String(error) }));
    }
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return here;
}
