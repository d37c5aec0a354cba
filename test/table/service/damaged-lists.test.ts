/** Commands that only read, on a table in which records of one type cannot be read: none fails because of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as operate } from '../../../functions/operate/handler.ts';
import { DAMAGE } from '../../../shared/kit/commands/damage.ts';
import type { Item } from '../../../shared/kit/table/item.ts';
import { isRecordKey, type Key } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { type CommandName, commands } from '../../../shared/service/commands/list.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { useStores } from '../../support/distribution/stores.ts';
import { allRows } from '../../support/invariants.ts';
import { useMoves } from '../../support/moves.ts';
import { stopReceivers } from '../../support/receivers.ts';
import { withTable } from '../../support/table.ts';
import { commandArguments } from '../conformance/command-arguments.ts';
import { service } from '../conformance/service.ts';

withTable({ codes: { isrc: 'QZGRA', gs1: '0850005' } });
useStores();
let ada: Person;
afterAll(stopReceivers);
beforeAll(async () => {
  for (const name of ['WEBHOOK_DEAD_LETTER_URL', 'CHANGE_DEAD_LETTER_URL'])
    process.env[name] = process.env['STORE_QUEUE_URL'];
  process.env['QUEUE_NAMES'] = '{}';
  process.env['BUCKET_NAME'] = 'bucket';
  ada = await newAdmin({ video: true, 'music-videos': true });
  for (const { type } of stored) await service.recordOf(type, ada);
});

/** Without export-organization, whose first step reads nothing. */
const reading = commands.filter(
  ({ name, isRecorded, onlyReads }) => (isRecorded === false || onlyReads) && name !== 'export-organization',
);

/** Types whose records have rows. */
const stored = definitions.resources.filter(
  ({ type, owner, operations }) =>
    owner !== 'platform' && !Object(definitions.keys)[type]?.within && operations.includes('read'),
);

type Row = Item & Key;

/** Commands that are about a record of the type which no argument names by its id. */
const about: Readonly<Partial<Record<CommandName, string>>> = { 'find-user': 'users' };

const damages = ['rest', 'slim'] as const;

async function withDamaged(
  rows: readonly Row[],
  lacking: (typeof damages)[number],
  run: () => Promise<void>,
): Promise<void> {
  await new Table().putMany(rows.map(({ [lacking]: _, ...row }) => row as Row));
  await run();
  await new Table().putMany(rows);
}

const withoutTimes = (result: object): string =>
  JSON.stringify(result).replaceAll(/\d{4}-\d\d-\d\dT[^"]*/g, '');

interface Attempt {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly fault?: string;
}

const attempt = (name: string, given: object): Promise<Attempt> =>
  operate({ command: name, arguments: given, actor: 'test' }).then(
    (outcome) =>
      'result' in outcome ? { result: Object(outcome.result) } : { fault: JSON.stringify(outcome) },
    (error: unknown) => ({ fault: String(error) }),
  );

describe.each(reading.map(({ name }) => name))('%s', (name) => {
  it('omits records that cannot be read, and names them', async () => {
    const given = Object(await commandArguments[name](ada));
    const named = new Set(Object.values(given).map(String));
    const rows = (await allRows()) as Row[];
    const wrong: string[] = [];
    const whole = await attempt(name, given);
    const each = stored.flatMap(({ type }) => damages.map((lacking) => ({ type, lacking })));
    for (const { type, lacking } of each) {
      const damaged = rows.filter(
        (row) => isRecordKey(row, type) && !named.has(row.pk.slice(type.length + 1)),
      );
      if (about[name] === type) continue;
      await withDamaged(damaged, lacking, async () => {
        const { result, fault } = await attempt(name, given);
        if (fault !== undefined) wrong.push(`${type} without ${lacking}: ${fault}`);
        else if (result && !(DAMAGE in result) && withoutTimes(result) !== withoutTimes(Object(whole.result)))
          wrong.push(`${type} without ${lacking}: silent`);
      });
    }
    expect(wrong).toEqual([]);
  });
});

describe('export-organization', () => {
  const moves = useMoves();

  it('is rejected with all rows that cannot be read', async () => {
    const rows = (await allRows()) as Row[];
    const id = Object.fromEntries(
      await Promise.all(['labels', 'albums'].map(async (type) => [type, await service.recordOf(type, ada)])),
    );
    const damaged = rows.filter(
      ({ pk, sk }) => sk === '#' && [`labels#${id.labels}`, `albums#${id.albums}`].includes(pk),
    );
    await withDamaged(damaged, 'rest', async () => {
      const rejected = await moves.exported(ada.organizationId).catch((error: Error) => error.message);
      for (const type of ['labels', 'albums'])
        expect(rejected).toContain(`${type} ${id[type]}: It lacks rest.`);
      expect(rejected).toMatch(/^The export is not complete, and cannot be imported\./);
    });
  });
});
