/**
 * What several test files use together, such as a stage. It is made when the first of them needs it, and ends
 * with the run.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Part {
  /** A value as JSON can represent it. */
  readonly value: object;
  readonly end?: () => Promise<void>;
}

/** @returns what `shareParts` needs. @param makers by the name of what they make. */
export const madeBy =
  (makers: Readonly<Record<string, () => Promise<Part>>>) =>
  async (name: string): Promise<Part> => {
    const make = makers[name];
    if (!make) throw new Error(`Tests do not share ${name}.`);
    return make();
  };

/**
 * For a `globalSetup`, which runs in the process that all test files share.
 * @returns the address for `sharedPart`, and what ends the parts.
 */
export async function shareParts(
  make: (name: string) => Promise<Part>,
): Promise<{ address: string; end: () => Promise<void> }> {
  const parts = new Map<string, Promise<Part>>();
  const partOf = (name: string): Promise<Part> => {
    const part = parts.get(name) ?? make(name);
    parts.set(name, part);
    return part;
  };
  const server: Server = createServer((request, response) => {
    partOf((request.url ?? '').slice(1)).then(
      ({ value }) => response.end(JSON.stringify(value)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  // A call over a connection that is just being closed would not be repeated.
  server.keepAliveTimeout = 0;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const end = async () => {
    server.close();
    server.closeAllConnections();
    const made = await Promise.allSettled(parts.values());
    await Promise.all(made.map((each) => (each.status === 'fulfilled' ? each.value.end?.() : undefined)));
  };
  return { address: `http://127.0.0.1:${port}`, end };
}

/** @returns the value of a part. @throws Error when it could not be made. */
export async function sharedPart(address: string, name: string): Promise<unknown> {
  const response = await fetch(`${address}/${name}`);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
