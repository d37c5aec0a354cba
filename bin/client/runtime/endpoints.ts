/** Requests that are about no type, such as the password of the caller. */
import type { Connection } from './connection.ts';
import type { CallOptions } from './types.ts';

export interface EndpointTable {
  readonly method: string;
  readonly path: string;
  readonly takesBody: boolean;
}

/** @param C the generated interface of the group. */
export function endpointsOf<C>(
  connection: Connection,
  endpoints: Readonly<Record<string, EndpointTable>>,
): C {
  const methods = Object.entries(endpoints).map(([name, { method, path, takesBody }]) => [
    name,
    async (...args: unknown[]) => {
      const body = takesBody ? args.shift() : undefined;
      const [{ signal } = {}] = args as readonly (CallOptions | undefined)[];
      const headers = { ...(takesBody && { 'Content-Type': 'application/json' }) };
      const isRepeatable = method === 'GET';
      const call = { method, path, body, headers, signal, isRepeatable };
      return (await connection.send(call)).document;
    },
  ]);
  return Object.fromEntries(methods) as C;
}
