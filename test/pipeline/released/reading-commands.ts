/** Arguments of the commands that only read, about what a person has. */
import type { CommandName } from '../../../shared/service/commands/list.ts';
import type { Person } from '../../support/calls.ts';
import { commandExamples } from '../../support/pairs/command-operations.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** Those that are not about records, need a server of files, or wait for the messages of a queue. */
const others: ReadonlySet<CommandName> = new Set([
  'read-file',
  'rotate-stage-secret',
  'redrive-changes',
  'redrive-webhooks',
  'redrive-work',
]);

export const readingCommands = Object.entries(commandExamples).flatMap(([name, example]) =>
  example === 'reads' && !others.has(name as CommandName) ? [name as CommandName] : [],
);

/** @param first the id of the first record of a type that the person has. */
export function argumentsOf(
  command: CommandName,
  { userId, organizationId, email }: Person,
  first: (type: string) => string | undefined,
): Arguments | undefined {
  const of = (type: string, argument = 'id'): Arguments | undefined => {
    const id = first(type);
    return id === undefined ? undefined : { [argument]: id };
  };
  const given: Readonly<Partial<Record<CommandName, Arguments | undefined>>> = {
    'find-user': { user: email },
    'list-albums': { organization: organizationId },
    'show-release': of('albums'),
    'show-request': of('distribution-requests'),
    'show-album': of('albums'),
    'list-balances': { organization: organizationId },
    'list-payments': { 'user-id': userId },
    'show-organization': { id: organizationId },
    history: { organization: organizationId },
    'export-organization': { 'organization-id': organizationId },
    'export-catalogue': { user: userId },
    'show-usage-import': { name: 'october.csv' },
    'usage-plays': { 'user-id': userId },
    'list-endpoints': { organization: organizationId },
  };
  return command in given ? given[command] : {};
}
