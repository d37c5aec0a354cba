/** What a request cost at the table, as its own log line tells. */
import { handler as auth } from '../../functions/auth/handler.ts';
import type { ApiHandler } from '../../shared/http/stack.ts';
import { type Answer, type Call, call } from './calls.ts';
import { listen } from './log.ts';

export interface Cost {
  readonly calls: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly answer: Answer;
}

/** The first request of a minute takes a call and a write unit more, to open the window of the rate limit: left out. */
export async function costOf(
  handler: ApiHandler,
  status: number,
  request: Call & { readonly token: string },
): Promise<Cost> {
  const { lines, stop } = listen();
  await call(auth, 200, { path: '/auth/me', token: request.token });
  lines.length = 0;
  const minute = Math.floor(Date.now() / 60_000);
  const answer = await call(handler, status, request);
  stop();
  const [{ table } = { table: undefined }] = lines as readonly unknown[] as readonly {
    table?: Omit<Cost, 'answer'>;
  }[];
  if (!table) throw new Error('The request wrote no log line.');
  const { calls, readUnits, writeUnits } = table;
  const opening = Math.floor(Date.now() / 60_000) === minute ? 0 : 1;
  return { calls: calls - opening, readUnits, writeUnits: writeUnits - opening, answer };
}
