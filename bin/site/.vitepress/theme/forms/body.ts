/** Reads and writes the members of a body for which its form has fields. The text of the body is what is sent. */
import { type Field, jsonIn } from './request.ts';

interface Linkage {
  readonly type: string;
  readonly id: string;
}

type Members = Record<string, unknown>;
/** A resource object, or the linkage of a relationship. */
interface Document {
  data?: unknown;
  [member: string]: unknown;
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns undefined unless the text is a JSON object. */
function documentIn(text: string): Document | undefined {
  const value = jsonIn(text);
  return isObject(value) ? value : undefined;
}

/** The part of the body that has the members: the first resource object, or the body of an endpoint. */
function holderOf(document: Document, { place }: Field): Members | undefined {
  if (place === 'data') return document;
  if (!('data' in document)) return document;
  const first = Array.isArray(document.data) ? document.data[0] : document.data;
  if (!isObject(first)) return undefined;
  return first;
}

/** @returns the value of the field in the body, as the field shows it. */
export function valueIn(text: string, field: Field): string {
  const document = documentIn(text);
  const holder = document && holderOf(document, field);
  if (!holder) return '';
  if (field.place === 'data') return idsOf(document.data);
  const isEndpoint = !('data' in document);
  const members = isEndpoint ? holder : holder[field.place];
  const value = isObject(members) ? members[field.name] : undefined;
  if (field.place === 'relationships') return isObject(value) ? idsOf(value['data']) : '';
  if (value === undefined || value === null) return '';
  if (Array.isArray(value) && field.form !== 'json') return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const idsOf = (data: unknown): string =>
  [data]
    .flat()
    .flatMap((each) => (isObject(each) && each['id'] !== undefined ? [String(each['id'])] : []))
    .join(',');

/**
 * @returns the body with the value. An empty value removes the member, or is null if an update can set the attribute
 * to null, because an update without it would change nothing. Texts that are not JSON stay.
 */
export function withValue(text: string, field: Field, value: string): string {
  const document = documentIn(text);
  const holder = document && holderOf(document, field);
  if (!holder) return text;
  if (field.place === 'data') document.data = linkageOf(field, value);
  else if (!('data' in document)) write(holder, field.name, value === '' ? undefined : typed(field, value));
  else {
    const members = isObject(holder[field.place]) ? (holder[field.place] as Members) : {};
    const empty = field.isNullable && 'id' in holder ? null : undefined;
    write(members, field.name, value === '' ? empty : memberOf(field, value));
    write(holder, field.place, members);
  }
  return JSON.stringify(document, null, 2);
}

function write(holder: Members, name: string, value: unknown): void {
  if (value === undefined) delete holder[name];
  else holder[name] = value;
}

const memberOf = (field: Field, value: string): unknown =>
  field.place === 'relationships' ? { data: linkageOf(field, value) } : typed(field, value);

function linkageOf({ isList, records = '' }: Field, value: string): readonly Linkage[] | Linkage | null {
  const all = listOf(value).map((id) => ({ type: records, id }));
  return isList ? all : (all[0] ?? null);
}

function typed({ isList, form }: Pick<Field, 'isList' | 'form'>, value: string): unknown {
  if (form === 'json') return jsonIn(value) ?? value;
  if (isList) return listOf(value).map((each) => typed(form ? { form } : {}, each));
  if (form === 'number') return String(Number(value)) === value ? Number(value) : value;
  if (form === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  return value;
}

/** @returns the values of a comma-separated list, without empty ones. */
export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** @returns the body of an update of this record. */
export function withId(text: string, id: string): string {
  const document = documentIn(text);
  if (!document || !isObject(document.data) || !('id' in document.data)) return text;
  document.data['id'] = id;
  return JSON.stringify(document, null, 2);
}
