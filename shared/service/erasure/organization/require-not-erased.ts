/** Commands about an organization that is being erased change nothing. */
import { loggedSubjects } from '../../../accounts/commands/logged-subjects.ts';
import type { Invoked } from '../../../kit/commands/command-log.ts';
import type { Table } from '../../../kit/table/table.ts';
import { problem } from '../../../kit/values/problems.ts';
import { eraseOrganization } from '../../erasure-commands.ts';
import { erasureWork } from '../erasure-work.ts';

/**
 * The erasure waits longer than a command runs before it begins, so that one that was admitted before has ended.
 * @throws organization_erased
 */
export async function requireNotErased(invoked: Invoked, table: Table): Promise<void> {
  if (invoked.command.name === eraseOrganization.name) return;
  const organization = await organizationOf(invoked, table);
  if (organization === undefined) return;
  if (await table.get(erasureWork.key(`white-labels#${organization}`)))
    throw problem('organization_erased', `Organization ${organization} is being erased.`);
}

async function organizationOf(invoked: Invoked, table: Table): Promise<string | undefined> {
  const { 'organization-id': named, organization: also } = invoked.given;
  const id = named ?? also;
  if (typeof id === 'string') return id;
  return (await loggedSubjects.of(invoked, {}, table)).organization;
}
