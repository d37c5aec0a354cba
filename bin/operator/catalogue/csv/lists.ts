/** Lists in cells: items separated by semicolons, with an optional role and number, "role#2: Name". */

/** @returns the items that are not blank. A backslash before a semicolon makes it part of the item. */
export const itemsIn = (cell: string): string[] =>
  (cell.match(/(?:[^;\\]+|\\.|\\$)+/gs) ?? [])
    .map((item) => item.trim().replace(/\\([\\;])/g, '$1'))
    .filter((item) => item !== '');

export const cellOf = (items: readonly string[]): string =>
  items.map((item) => item.replace(/[\\;]/g, '\\$&')).join('; ');

export interface RoleItem {
  /** Undefined for an item that begins with no known role. */
  readonly role: string | undefined;
  readonly number: number | null;
  readonly name: string;
}

/** @param roleOf returns the role that a text names. */
export function roleItem(item: string, roleOf: (text: string) => string | undefined): RoleItem {
  const [, text = '', digits, name = ''] = /^([^:#]+)(?:#(\d{1,9}))?:(.*)$/s.exec(item) ?? [];
  const role = text === '' ? undefined : roleOf(text);
  if (role === undefined) return { role, number: null, name: item };
  return { role, number: digits === undefined ? null : Number(digits), name: name.trim() };
}

export const itemOf = ({ role, number, name }: RoleItem): string =>
  `${role}${number === null ? '' : `#${number}`}: ${name}`;

/** @returns the code, which can be an address or begin with `ISNI:`, and the name. Undefined for other items. */
export function codeItem(item: string): { readonly code: string; readonly name: string } | undefined {
  const [, code = '', name = ''] = /^((?:https?:|isni:)?[^:]+):(.*)$/is.exec(item) ?? [];
  return name.trim() === '' ? undefined : { code: code.trim(), name: name.trim() };
}
