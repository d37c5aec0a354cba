/** A request with any headers, including Host, which client libraries do not let one set. */
import { request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface RawRequest {
  /** POST with a body, otherwise GET. */
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export function rawRequest(
  url: string,
  { path = '/', headers = {}, body, method = body === undefined ? 'GET' : 'POST' }: RawRequest,
): Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]>; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, url), { method, headers }, async (incoming) =>
      resolve({ status: incoming.statusCode, headers: incoming.headers, text: await text(incoming) }),
    );
    outgoing.once('error', reject).end(body);
  });
}
