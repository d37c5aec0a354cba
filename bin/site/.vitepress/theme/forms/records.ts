/** The records of the signed-in user, by name, for fields that take ids. */
import { reactive, watch } from 'vue';
import { type Resource, readPages } from '../sign-in/read.ts';
import { session } from '../sign-in/session.ts';
import type { RecordType } from './request.ts';

export interface Choice {
  readonly id: string;
  readonly name: string;
}

/** The most pages that are read of reference data without a search, such as languages. */
const MAX_PAGES = 10;

const lists = new Map<string, Promise<readonly Choice[]>>();
const names = reactive(new Map<string, string>());
watch(
  () => session.email,
  () => {
    lists.clear();
    names.clear();
  },
  { flush: 'sync' },
);

/** @returns the name of a record that was read, empty for others. */
export const nameOf = (type: string, id: string): string => names.get(`${type} ${id}`) ?? '';

/** @param text is matched without accents. Without a search at the service, the newest page is searched. */
export async function choicesOf(
  type: string,
  { list, isShared }: Pick<RecordType, 'list' | 'isShared'>,
  text = '',
): Promise<readonly Choice[]> {
  if (!list || session.token === '') return [];
  const found =
    list.search && text !== ''
      ? [
          ...(await listed(type, `${list.query}&${list.search}=${encodeURIComponent(text)}`, 1)),
          ...(await listed(type, list.query, 1)),
        ]
      : await listed(type, list.query, isShared ? MAX_PAGES : 1);
  return matching(found, text);
}

/** Forgets what was read, because records may have changed. */
export const forgetRecords = (): void => lists.clear();

function listed(type: string, query: string, maxPages: number): Promise<readonly Choice[]> {
  const path = `/${type}?${query}`;
  const known = lists.get(path);
  if (known) return known;
  const { email, token } = session;
  const next = readPages<Resource>(path, token, maxPages).then((data) => {
    const found = data.map(choiceOf);
    if (session.email === email) for (const { id, name } of found) names.set(`${type} ${id}`, name);
    return found;
  });
  lists.set(path, next);
  // A failed read is repeated by the next one.
  next.catch(() => lists.delete(path));
  return next;
}

const choiceOf = ({ id, attributes }: Resource): Choice => ({
  id,
  name: Object.values(attributes).map(String).join(', '),
});

/** @returns the choices whose name or id contains the text, each once. */
export function matching(choices: readonly Choice[], text: string): Choice[] {
  const wanted = comparable(text);
  const found = choices.filter(
    ({ id, name }) => id.startsWith(text.trim()) || comparable(name).includes(wanted),
  );
  return [...new Map(found.map((each) => [each.id, each])).values()];
}

const comparable = (text: string): string =>
  text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
