/** The parts of the console, as the fragment of the address names them. */

export interface Place {
  /** Such as reviews. */
  readonly part: string;
  /** What is shown of the part, such as the id of a request. */
  readonly of: string;
  /** How it is shown, such as a search, without the question mark. */
  readonly query: string;
}

const FIRST = 'reviews';

/** @param fragment of the address, such as `#/reviews/held?search=rain`. */
export function placeIn(fragment: string): Place {
  const [path = '', ...query] = fragment.replace(/^#\/?/, '').split('?');
  const [part = '', ...of] = path.split('/');
  return { part: part === '' ? FIRST : part, of: decoded(of.join('/')), query: query.join('?') };
}

/** Addresses that a person has changed may not be encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A release is opened from others. */
type Part = (typeof parts)[number]['part'] | 'release';

/** @example fragmentOf('release', '114877148073984') // '#/release/114877148073984' */
export const fragmentOf = (part: Part, of = ''): string =>
  of === '' ? `#/${part}` : `#/${part}/${encodeURIComponent(of)}`;

/** Pages of commands. All other commands have forms. */
export const parts = [
  { part: 'reviews', title: 'Reviews', commands: ['list-reviews'] },
  { part: 'customers', title: 'Customers', commands: ['list-organizations', 'show-organization'] },
  { part: 'reports', title: 'Reports', commands: ['list-imports', 'import-usage', 'show-usage-import'] },
  { part: 'money', title: 'Money', commands: ['list-balances', 'pay-royalties', 'void-payment'] },
  {
    part: 'work',
    title: 'Work',
    commands: ['status', 'redrive-changes', 'redrive-webhooks', 'redrive-work'],
  },
  { part: 'commands', title: 'Commands', commands: [] },
] as const;
