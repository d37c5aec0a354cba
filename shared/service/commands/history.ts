/** Merges changes, commands and events of an organization by time. */
import { usersOf } from '../../accounts/users-of.ts';
import type { Run } from '../../kit/commands/listed.ts';
import type { history } from '../commands.ts';
import { changeMoments } from './history/change-moments.ts';
import { commandMoments, eventMoments } from './history/logged-moments.ts';
import { type HistoryMoment, latest, newest } from './history/moment.ts';

export const run = (async (given, operation) => {
  const { organization, since = '', limit, after = '~' } = given;
  const users = await usersOf(operation, organization);
  const page = { organization, users, limit, since, after };
  const stretches = await Promise.all([
    ...changeMoments(operation, page),
    commandMoments(operation, page),
    ...users.map((user) => eventMoments(operation, { ...page, user })),
  ]);
  const read = {
    moments: stretches.flatMap(({ moments }) => moments),
    from: latest(stretches.map(({ from }) => from)),
  };
  const { shown, from } = newest(read, page);
  const isLast = from < since || from === '';
  return {
    items: shown.map(({ moment }) => itemOf(moment)),
    // A page without moments ends where what was read ends.
    after: isLast ? null : (shown.at(-1)?.position ?? `${from}~`),
  };
}) satisfies Run<typeof history>;

/** All items have the same members, so that they are one table. */
function itemOf({ at, kind, what, type, id, ...more }: HistoryMoment) {
  const { name = null, album = null, actor = null, detail = null, arguments: given = null } = more;
  return { at, kind, what, type, id, name, album, actor, detail, arguments: given };
}
