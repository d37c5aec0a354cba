/** The organization that a command concerns, taken from the record it names or from the user it returns. */
import type { FurtherFields } from '../../kit/commands/command-log.ts';
import { recordKey } from '../../kit/table/keys.ts';
import { accessKey } from '../keys.ts';

export const organizationOf: FurtherFields = async ({ command, given }, result, table) => {
  const { 'organization-id': own, 'user-id': user }: Partial<Record<string, unknown>> = { ...result };
  if (typeof own === 'string') return { organization: own };
  const named = Object.entries(command.arguments).find(([name, { of }]) => of && name in given);
  const [name = '', { of = 'users' } = {}] = named ?? [];
  const id = named ? given[name] : user;
  if (typeof id !== 'string') return {};
  const userId = of === 'users' ? id : (await table.get(recordKey(of, id)))?.['owner'];
  const access = typeof userId === 'string' ? await table.get(accessKey(userId)) : undefined;
  return access ? { organization: String(access['organization']) } : {};
};
