/** A body that the service accepts from the signed-in user, made of the example of the operation. */
import type { Field, Operation, RecordType } from './request.ts';

type Members = Record<string, unknown>;

export interface Prefilled {
  readonly text: string;
  /** Types of which the user has no record. Their ids are those of the example. */
  readonly missing: readonly string[];
}

interface Known {
  readonly types: Readonly<Record<string, RecordType>>;
  /** The newest record of the user, by type. */
  readonly newest: ReadonlyMap<string, string>;
  readonly now: Date;
}

export const prefilledBody = (body: NonNullable<Operation['body']>, known: Known): Prefilled => {
  const missing = new Set<string>();
  const idOf = (type: string): string => {
    const { isShared, example = '1' } = known.types[type] ?? {};
    const id = isShared ? example : known.newest.get(type);
    if (id === undefined) missing.add(type);
    return id ?? example;
  };
  const document = structuredClone(body.example) as Members;
  const linkage = body.fields.find(({ place }) => place === 'data');
  if (linkage?.records !== undefined) {
    const one = { type: linkage.records, id: idOf(linkage.records) };
    document['data'] = linkage.isList ? [one] : one;
  }
  for (const object of objectsIn(document)) fillIn(object, { body, idOf, now: known.now });
  return { text: JSON.stringify(document, null, 2), missing: [...missing] };
};

const objectsIn = ({ data }: Members): readonly Members[] =>
  [data]
    .flat()
    .filter((each): each is Members => 'attributes' in Object(each) || 'relationships' in Object(each));

interface Filling {
  readonly body: NonNullable<Operation['body']>;
  readonly idOf: (type: string) => string;
  readonly now: Date;
}

function fillIn(object: Members, { body: { fields, unique }, idOf, now }: Filling): void {
  const attributes = (object['attributes'] ?? {}) as Members;
  const relationships = (object['relationships'] ?? {}) as Members;
  for (const field of fields) {
    const { name, place, isList, records = '' } = field;
    if (place === 'relationships' && name in relationships) {
      const one = { type: records, id: idOf(records) };
      relationships[name] = { data: isList ? [one] : one };
    }
    if (place !== 'attributes' || !(name in attributes)) continue;
    const value = valueFor(field, { value: attributes[name], isUnique: unique.includes(name), now });
    if (value === undefined) delete attributes[name];
    else attributes[name] = value;
  }
}

const HOUR_MS = 3_600_000;

/** @returns undefined for values that the service might reject, if they may be omitted. */
function valueFor(
  { isRequired, form, values }: Field,
  { value, isUnique, now }: { value: unknown; isUnique: boolean; now: Date },
): unknown {
  // Objects may contain ids.
  if (!isRequired && (isUnique || form === 'json')) return undefined;
  if (form === 'time') return new Date(now.getTime() - HOUR_MS).toISOString();
  if (typeof value !== 'string' || values) return value;
  const distinct = String(Math.floor(now.getTime() / 1000) % 1_000_000);
  if (value.includes('@')) return value.replace(/^.*@/, `user-${distinct}@`);
  return isUnique ? `${value} ${distinct}` : value;
}

/** @returns the body of an update, with the values that the record has now. */
export function currentBody(
  text: string,
  { fields }: Pick<NonNullable<Operation['body']>, 'fields'>,
  attributes: Readonly<Record<string, unknown>>,
): string {
  const document = JSON.parse(text) as { readonly data?: object };
  const names = fields.flatMap(({ name, place }) => (place === 'attributes' ? [name] : []));
  const kept = Object.entries(attributes).filter(([name]) => names.includes(name));
  return JSON.stringify({ data: { ...document.data, attributes: Object.fromEntries(kept) } }, null, 2);
}
