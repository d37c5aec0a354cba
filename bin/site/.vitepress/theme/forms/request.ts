/** What the forms send. The samples beside them show the same request. */
import type { SampleRequest } from './languages.ts';

/** What is entered of a request: a parameter, or a member of its body. */
export interface Field {
  readonly name: string;
  readonly place: 'path' | 'query' | 'header' | 'attributes' | 'relationships' | 'data';
  readonly isRequired?: true;
  /** Whether it is shown only on request. */
  readonly isRare?: true;
  /** What it means, and its form. */
  readonly hint: string;
  /** All valid values, if there are few. */
  readonly values?: readonly string[];
  /** Whether it is a list. The values are separated by commas. */
  readonly isList?: true;
  /** Whether it is a text of several lines. */
  readonly isLong?: true;
  /** Whether null is valid, for attributes. */
  readonly isNullable?: true;
  /** The type of the records whose ids it has. */
  readonly records?: string;
  /** The form of attributes that are not texts. `json` is an object or a list of objects. */
  readonly form?: 'number' | 'boolean' | 'time' | 'json';
}

/** Records whose ids are entered. */
export interface RecordType {
  /** A regular expression of the ids. */
  readonly pattern: string;
  /** An id. */
  readonly example: string;
  /** Whether all users have the same records. */
  readonly isShared?: true;
  /** How the records of the signed-in user are listed, if they are. */
  readonly list?: {
    /** The query of the address /<type>. */
    readonly query: string;
    /** The parameter that finds records by a part of their name. Without it, all are read. */
    readonly search?: string;
  };
}

/** What the page of a type has of its operations, by id, and the types whose ids they take. */
export interface Operations {
  readonly operations: Readonly<Record<string, Operation>>;
  readonly types: Readonly<Record<string, RecordType>>;
}

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Field[];
  readonly body?: {
    readonly type: string;
    readonly example: unknown;
    readonly fields: readonly Field[];
    /** Attributes whose values no other record may have. */
    readonly unique: readonly string[];
  };
  readonly needsToken: boolean;
  /** Whether the response has a JSON body. */
  readonly isJson: boolean;
}

export interface Filled {
  readonly operation: Operation;
  /** By name. Empty values are not sent. */
  readonly values: Readonly<Record<string, string>>;
  /** The body as typed, which may not be JSON. */
  readonly body: string;
}

/** Quotes too, because samples have the address in quotes. */
const encoded = (text: string): string => encodeURIComponent(text).replaceAll("'", '%27');

/** Fields of the path that are not filled in stay as they are written in it. */
export function requestOf({ operation, values, body }: Filled): SampleRequest {
  const { method, path, parameters, body: expected, needsToken, isJson } = operation;
  const given = (place: Field['place']) =>
    parameters.flatMap((each) => {
      const value = values[each.name];
      return each.place === place && value ? [[each.name, value] as const] : [];
    });
  const query = given('query').map(([name, value]) => `${name}=${encoded(value)}`);
  const filled = path.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    return value ? encoded(value) : place;
  });
  return {
    method,
    path: `${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    needsToken,
    headers: given('header'),
    body: expected && bodyOf(expected.type, body),
    isJson,
  };
}

function bodyOf(type: string, text: string): SampleRequest['body'] {
  const example = jsonIn(text);
  return example === undefined ? { type, text } : { type, example };
}

/** @returns the value that JSON would have after it was sent; undefined for other texts. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(JSON.stringify(JSON.parse(text)));
  } catch {
    return undefined;
  }
}

/** @returns the arguments of `fetch`. */
export function fetchArguments(
  { method, path, needsToken, headers = [], body }: SampleRequest,
  token: string,
): [address: string, options: RequestInit] {
  return [
    path,
    {
      method,
      headers: {
        ...Object.fromEntries(headers),
        ...(needsToken && { Authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': body.type }),
      },
      ...(body && { body: 'text' in body ? body.text : JSON.stringify(body.example) }),
      // The browser does not follow redirects to other hosts, such as to the file of a report.
      redirect: 'manual',
    },
  ];
}
