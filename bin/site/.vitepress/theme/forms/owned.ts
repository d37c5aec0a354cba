/** Fills forms in with records of the signed-in user. */

import { type Resource, readAt } from '../sign-in/read.ts';
import { session } from '../sign-in/session.ts';
import { currentBody, type Prefilled, prefilledBody } from './prefill.ts';
import { choicesOf } from './records.ts';
import type { Operation, RecordType } from './request.ts';

type Types = Readonly<Record<string, RecordType>>;

interface FilledIn {
  readonly body?: string;
  /** The id in the path. */
  readonly id?: string;
  readonly missing: Prefilled['missing'];
}

/** @throws Error if records cannot be read. */
export async function newBody({ method, parameters, body }: Operation, types: Types): Promise<FilledIn> {
  const inPath = parameters.find(({ place }) => place === 'path')?.records;
  // For other methods, the user chooses the record.
  const ofPath = ['GET', 'PATCH'].includes(method) ? inPath : undefined;
  const inBody = (body?.fields ?? []).flatMap(({ records }) => records ?? []);
  const newest = await newestOf(ofPath === undefined ? inBody : [...inBody, ofPath], types);
  const id = ofPath === undefined ? undefined : newest.get(ofPath);
  const filled =
    body?.example === undefined ? undefined : prefilledBody(body, { types, newest, now: new Date() });
  return {
    ...(filled && { body: filled.text }),
    ...(id !== undefined && { id }),
    missing: filled?.missing ?? [],
  };
}

async function newestOf(wanted: readonly string[], types: Types): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    [...new Set(wanted)].map(async (type) => {
      const about = types[type];
      const [first] = about && !about.isShared ? await choicesOf(type, about) : [];
      return first ? [[type, first.id] as const] : [];
    }),
  );
  return new Map(found.flat());
}

/** @returns the body of an update with the current values of the record, or the body as it is. */
export async function fillRecord(
  text: string,
  { operation: { method, body }, id, types }: { operation: Operation; id: string; types: Types },
): Promise<string> {
  const { data } = JSON.parse(text) as { readonly data?: { readonly type?: string } };
  const type = data?.type;
  if (type === undefined) return text;
  const isId = new RegExp(types[type]?.pattern ?? '^$').test(id);
  if (method !== 'PATCH' || !body || !isId || session.token === '') return text;
  try {
    const address = `/${type}/${encodeURIComponent(id)}`;
    const { data: record } = await readAt<{ readonly data: Resource }>(address, session.token);
    return currentBody(text, body, record.attributes);
  } catch {
    // The id may be one that is still being typed.
    return text;
  }
}
