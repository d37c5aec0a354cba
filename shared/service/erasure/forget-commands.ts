/** The log of commands about an organization, in which earlier versions recorded e-mail addresses and names. */

import * as declared from '../../accounts/commands.ts';
import { commandsOf, shortenCommand, withoutPersons } from '../../kit/commands/command-log.ts';
import type { Command } from '../../kit/commands/declare.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import type { Table } from '../../kit/table/table.ts';

/** Later versions record no persons. */
const commands: readonly Command[] = Object.values(declared);

/** @returns the number of entries that were shortened. */
export async function forgetCommands(table: Table, organization: string): Promise<number> {
  const entries = await table.query({ index: 'by-owner', partition: commandsOf(organization) });
  const keys = entries.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
  let shortened = 0;
  for (const row of await table.getMany(keys, true)) {
    const kept = withoutPersons(commands, row);
    if (kept === undefined) continue;
    await failedConditions(table.commit([shortenCommand(row, kept)]));
    shortened += 1;
  }
  return shortened;
}
