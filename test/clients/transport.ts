/** Requests for clients that only read and write documents. */
import type { ClientRequest, Rejection, Service } from '../support/json-api-clients/client.ts';

class Rejected extends Error {
  readonly errors: readonly Rejection[];
  constructor(errors: readonly Rejection[]) {
    super(`The service rejected: ${JSON.stringify(errors)}`);
    this.errors = errors;
  }
}

/** Sends a document, and returns that of the response. Rejects with `Rejected`. */
export type Send = <D>(method: string, path: string, document?: unknown) => Promise<D>;

export const transport =
  ({ url, token }: Service): Send =>
  async <D>(method: string, path: string, document?: unknown): Promise<D> => {
    const response = await fetch(`${url}/${path}`, {
      method,
      headers: {
        Accept: 'application/vnd.api+json',
        Authorization: `Bearer ${token}`,
        ...(document !== undefined && { 'Content-Type': 'application/vnd.api+json' }),
      },
      ...(document !== undefined && { body: JSON.stringify(document) }),
    });
    const body: unknown = response.status === 204 ? undefined : await response.json();
    if (!response.ok) throw new Rejected((body as Rejected).errors);
    return body as D;
  };

/** @returns the query parameters of a list: `page[size]` and the like. */
export const parametersOf = ({ filter, sort, page }: ClientRequest): Record<string, string> => ({
  sort,
  ...Object.fromEntries(Object.entries(filter).map(([name, value]) => [`filter[${name}]`, value])),
  ...Object.fromEntries(Object.entries(page).map(([name, value]) => [`page[${name}]`, String(value)])),
});

/** For `Client.rejections`. */
export const rejectionsOf = (error: unknown): readonly Rejection[] => {
  if (!(error instanceof Rejected)) throw error;
  return error.errors;
};
