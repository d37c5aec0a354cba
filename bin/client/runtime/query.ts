/** Query parameters of a call. */

/** Options of reads and lists, of any type. */
export interface Query {
  readonly include?: readonly string[] | undefined;
  readonly fields?: Readonly<Record<string, readonly string[] | undefined>> | undefined;
  readonly filter?: Readonly<Record<string, unknown>> | undefined;
  readonly sort?: string | readonly string[] | undefined;
  readonly page?: { readonly number?: number | undefined; readonly size?: number | undefined } | undefined;
}

/**
 * @param bare names of filters that are parameters themselves, such as `group`.
 * @example parametersOf({ include: ['label'], page: { size: 100 } }) // include=label&page[size]=100
 */
export function parametersOf(
  { include = [], fields = {}, filter = {}, sort = [], page = {} }: Query,
  bare: readonly string[] = [],
) {
  const family = (name: string, members: Readonly<Record<string, unknown>>) =>
    Object.entries(members).map(([member, value]) => [`${name}[${member}]`, value, member] as const);
  const parameters = [
    ['include', include.length > 0 ? include : undefined] as const,
    ['sort', sort.length > 0 ? sort : undefined] as const,
    ...family('fields', fields),
    ...family('filter', filter).filter(([, , member]) => !bare.includes(member)),
    ...bare.map((member) => [member, filter[member]] as const),
    ...family('page', page),
  ];
  const texts = parameters.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, [value].flat().join(',')] as [string, string]],
  );
  return new URLSearchParams(texts);
}
