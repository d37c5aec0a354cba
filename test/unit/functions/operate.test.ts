import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { handler as operate } from '../../../functions/operate/handler.ts';
import { commandKey } from '../../../shared/table/keys.ts';
import { Table } from '../../../shared/table/table.ts';
import { newAdmin, PASSWORD, type Person } from '../../support/calls.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const recorded = async () => new Table().query({ partition: commandKey(new Date().toISOString(), '').pk });

describe("an operator's command", () => {
  it('is recorded with actor, time and arguments, but without the password', async () => {
    const [row] = await recorded();
    expect(row).toMatchObject({ command: 'create-organization', actor: 'test', at: expect.any(String) });
    expect(JSON.parse(String(row?.['arguments']))).toMatchObject({ 'admin-email': ada.email });
    expect(JSON.stringify(await recorded())).not.toContain(PASSWORD);
  });

  it('is refused with an argument it does not have, and that is written nowhere', async () => {
    const log = vi.spyOn(console, 'log');
    const secret = randomUUID();
    for (const invocation of [
      { command: 'set-capabilities', positionals: [ada.userId], arguments: { 'admin-password': secret } },
      { command: 'set-capabilities', positionals: [ada.userId], arguments: { 'music-video': secret } },
    ]) {
      expect(await operate({ ...invocation, actor: 'test' })).toEqual({
        problems: [{ code: 'invalid_value', detail: expect.stringMatching(/^--\S+: is no argument/) }],
      });
    }
    expect(JSON.stringify([await recorded(), log.mock.calls])).not.toContain(secret);
  });

  it.each([[undefined], [{}], [{ command: 'set-capabilities', arguments: { 'admin-password': PASSWORD } }]])(
    'is refused when it is none: %j',
    async (invocation) => {
      expect(await operate(invocation)).toEqual({
        problems: [{ code: 'unknown_command', detail: expect.any(String) }],
      });
    },
  );
});
