/** Requests of the forms that try operations. */

interface Parameter {
  readonly name: string;
  readonly place: 'query' | 'path' | 'header';
  readonly isRequired: boolean;
  readonly isRare: boolean;
  readonly about: string;
}

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body?: { readonly type: string; readonly text: string };
  readonly needsToken: boolean;
}

export interface Filled {
  readonly operation: Operation;
  /** By name. Empty values are not sent. */
  readonly values: Readonly<Record<string, string>>;
  readonly body: string;
  readonly token: string;
}

/** @returns the arguments of `fetch`. */
export function requestOf({
  operation,
  values,
  body,
  token,
}: Filled): [address: string, options: RequestInit] {
  const { method, path, parameters, body: expected, needsToken } = operation;
  const given = (place: Parameter['place']) =>
    parameters
      .filter((each) => each.place === place && values[each.name])
      .map(({ name }) => [name, values[name] ?? '']);
  const query = given('query').map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  return [
    `/api/v1${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    {
      method,
      headers: {
        ...Object.fromEntries(given('header')),
        ...(needsToken && { Authorization: `Bearer ${token}` }),
        ...(expected && { 'Content-Type': expected.type }),
      },
      ...(expected && { body }),
    },
  ];
}
