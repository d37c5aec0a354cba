/** Requests of an admin to the function that serves reference data. */
import { beforeAll } from 'vitest';
import { handler as reference } from '../../functions/reference/handler.ts';
import { call, newAdmin } from './calls.ts';
import { withTable } from './table.ts';

export interface ResourceObject {
  readonly type: string;
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export function readingReference() {
  let token: string;
  withTable();
  beforeAll(async () => {
    ({ token } = await newAdmin());
  });
  const ask = async (status: number, path: string) => (await call(reference, status, { path, token })).body;
  const get = (path: string) => ask(200, path);
  return {
    token: () => token,
    ask,
    get,
    list: async (path: string): Promise<readonly ResourceObject[]> => (await get(path)).data,
    /** The parameter that a rejection names. */
    rejected: async (path: string) => (await ask(400, path)).errors[0].source.parameter,
  };
}

export const ids = (data: readonly { readonly id: string }[]) => data.map(({ id }) => id);

export const valuesOf = (data: readonly ResourceObject[], name: string) =>
  data.map(({ attributes }) => attributes[name]);
