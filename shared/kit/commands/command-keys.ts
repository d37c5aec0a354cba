/** Keys of the command log. */
import { type Key, ownerKey } from '../table/keys.ts';

/** Commands are partitioned by month. @param at time of the command (ISO 8601), or only its month. */
export const commandKey = (at: string, id: string): Key => ({
  pk: `commands#${at.slice(0, 7)}`,
  sk: `${at}#${id}`,
});

/** The partition of the owner's index with the commands that concerned an organization, by time. */
export const commandsOf = (organization: string): string => ownerKey(organization, 'commands');

/** The attributes of a command in that index. */
export const commandEntry = (organization: string, { sk }: Pick<Key, 'sk'>) => ({
  ownerKey: commandsOf(organization),
  ownerSort: sk,
});
