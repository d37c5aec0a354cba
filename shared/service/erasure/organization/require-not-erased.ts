/** Commands about an organization that is being erased change nothing. */
import { beingErased, organizationErasureKey } from '../../../accounts/change-read-only.ts';
import type { InvokedOn } from '../../../kit/commands/command-log.ts';
import type { Table } from '../../../kit/table/table.ts';
import { eraseOrganization } from '../../erasure-commands.ts';

/**
 * The erasure waits longer than a command runs before it begins, so that one that was admitted before has ended.
 * @throws organization_erased
 */
export async function requireNotErased(invoked: InvokedOn, table: Table): Promise<void> {
  if (invoked.command.name === eraseOrganization.name) return;
  const organization = organizationOf(invoked);
  if (organization === undefined) return;
  if (await table.get(organizationErasureKey(organization))) throw beingErased(organization);
}

function organizationOf({ given, organization }: InvokedOn): string | undefined {
  const { 'organization-id': named, organization: also } = given;
  const id = named ?? also;
  return typeof id === 'string' ? id : organization;
}
