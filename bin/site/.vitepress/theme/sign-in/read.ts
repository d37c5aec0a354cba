/** Reads documents of the API for the pages. */
import { endIfRejected, UNREACHABLE } from './session.ts';

export interface Resource {
  readonly type: string;
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data?: { readonly id: string } | null }>>;
  readonly meta?: Readonly<Record<string, unknown>>;
}

export interface Document<D> {
  readonly data: D;
  readonly included?: readonly Resource[];
  readonly links?: { readonly next?: string | null };
  readonly meta?: { readonly page?: Readonly<Record<string, number>> };
  readonly errors?: readonly { readonly detail?: string }[];
}

/** @throws Error with the details of the response's errors. */
export async function read<D>(path: string, token: string): Promise<Document<D>> {
  const response = await fetch(path, { headers: { Authorization: `Bearer ${token}` } }).catch(() => {
    throw new Error(UNREACHABLE);
  });
  endIfRejected(response);
  const document = (await response.json().catch(() => ({}))) as Document<D>;
  if (response.ok) return document;
  throw new Error(
    document.errors?.map(({ detail }) => detail).join(' ') ?? `The response is a ${response.status}.`,
  );
}

/** Reads the pages of a list, at most 20 by default. */
export async function readAll(
  path: string,
  token: string,
  maxPages = 20,
): Promise<Document<readonly Resource[]>> {
  const data: Resource[] = [];
  const included = new Map<string, Resource>();
  let next: string | null = path;
  for (let page = 0; next !== null && page < maxPages; page++) {
    const document: Document<readonly Resource[]> = await read(next, token);
    data.push(...document.data);
    for (const each of document.included ?? []) included.set(`${each.type} ${each.id}`, each);
    next = document.links?.next ? sameOrigin(document.links.next) : null;
  }
  return { data, included: [...included.values()] };
}

/** The page may be open at another address of the stage. */
const sameOrigin = (link: string): string => new URL(link).pathname + new URL(link).search;
