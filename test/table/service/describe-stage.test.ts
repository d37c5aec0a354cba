/** What a stage tells the console, and what the console concludes of a stage of another version. */
import { describe, expect, it } from 'vitest';
import { shownCommands } from '../../../bin/operator/console/declared-commands.ts';
import { versionNotes } from '../../../bin/operator/console/page/versions.ts';
import { commandHandler } from '../../../shared/kit/commands/command-handler.ts';
import type { ListedCommand } from '../../../shared/kit/commands/listed.ts';
import { api } from '../../../shared/service/api.ts';
import { commands } from '../../../shared/service/commands/list.ts';
import { withTable } from '../../support/table.ts';

withTable();

/** The function of a stage that has other commands. */
async function told(all: readonly ListedCommand[]) {
  const operate = commandHandler({
    api,
    commands: all,
    furtherFields: { of: async () => ({}), userIn: () => undefined },
  });
  return Object(await operate({ command: 'describe-stage', actor: 'test' }));
}

const without = (name: string) => commands.filter((each) => each.name !== name);

it("describe-stage lists the stage's address and each command with its arguments", async () => {
  const { result } = await told(commands);
  expect(result).toMatchObject({ address: 'http://localhost:3000', 'rejection-reasons': expect.any(Array) });
  expect(result.commands).toEqual(commands.map(({ name }) => name));
  expect(result.usages).toContain('redrive-webhooks --look --discard --id');
  // What the command line fills in itself is not among them.
  expect(result.usages).toContain('import-usage --file --as --layout --set --check --rematch');
});

describe('the console version check', () => {
  const notes = async (all: readonly ListedCommand[]) =>
    versionNotes(shownCommands(), (await told(all)).result);

  it('shows nothing for a stage of the same version', async () => {
    expect(await notes(commands)).toEqual([]);
  });

  it('lists what an older stage lacks', async () => {
    expect(await notes(without('list-balances'))).toContain('The stage does not have list-balances.');
    const older = commands.map((each) =>
      each.name === 'redrive-webhooks' ? { ...each, arguments: { look: each.arguments['look'] } } : each,
    ) as ListedCommand[];
    expect(await notes(older)).toContain('The stage has different arguments for redrive-webhooks.');
  });

  it('lists what only a newer stage has', async () => {
    const [status] = commands;
    const newer = [...commands, { ...status, name: 'move-sideways' } as ListedCommand];
    expect(await notes(newer)).toContain('Only the stage has move-sideways.');
  });
});
