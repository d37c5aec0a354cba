/** The organization and the user that a command concerns, taken from the record it names or from what it returns. */
import type { FurtherFields } from '../../kit/commands/command-log.ts';
import { recordKey } from '../../kit/table/keys.ts';
import { accessKey } from '../keys.ts';

const organizationOf: FurtherFields['of'] = async ({ command, given }, result, table) => {
  const { 'organization-id': organization, 'user-id': user }: Partial<Record<string, unknown>> = {
    ...result,
  };
  if (typeof organization === 'string') return { organization };
  const records = Object.entries(command.arguments).flatMap(([name, { of: type }]) =>
    type && name in given ? [{ type, id: given[name] }] : [],
  );
  const { type, id } = records[0] ?? { type: 'users', id: user };
  if (typeof id !== 'string') return {};
  const userId = type === 'users' ? id : (await table.get(recordKey(type, id)))?.['owner'];
  const access = typeof userId === 'string' ? await table.get(accessKey(userId)) : undefined;
  return access ? { organization: String(access['organization']) } : {};
};

/** `admin-id` is that of a new user. */
function userIn(result: object): string | undefined {
  const { 'user-id': user, 'admin-id': admin }: Partial<Record<string, unknown>> = { ...result };
  return [user, admin].find((id) => typeof id === 'string');
}

export const loggedSubjects: FurtherFields = { of: organizationOf, userIn };
