/** The command log. An entry is written before a command runs, and completed with the outcome. */
import { randomUUID } from 'node:crypto';
import { writeLine } from '../../platform/log.ts';
import { rowExists } from '../table/expressions.ts';
import type { Item } from '../table/item.ts';
import { type Key, ownerKey, typeOf } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/write.ts';
import { Problems } from '../values/problems.ts';
import type { Argument } from './arguments.ts';
import type { Command } from './declare.ts';
import type { Operation } from './operation.ts';

/** Commands are partitioned by month. @param at time of the command (ISO 8601), or only its month. */
export const commandKey = (at: string, id: string): Key => ({
  pk: `commands#${at.slice(0, 7)}`,
  sk: `${at}#${id}`,
});

/** The partition of the owner's index with the commands that concerned an organization, by time. */
export const commandsOf = (organization: string): string => ownerKey(organization, 'commands');

/** The attributes of a command in that index. */
const commandEntry = (organization: string, { sk }: Pick<Key, 'sk'>) => ({
  ownerKey: commandsOf(organization),
  ownerSort: sk,
});

/** The stored outcome. 'refused': nothing was done, and the operator saw why. 'failed': an error, possibly halfway. */
type CommandOutcome = 'done' | 'refused' | 'failed';

interface Invoked {
  readonly command: Command;
  readonly given: Readonly<Record<string, unknown>>;
}

/** A command, and the organization that its arguments concern, if any. */
export interface InvokedOn extends Invoked {
  readonly organization?: string;
}

/** What is added when a command ends. */
export interface FurtherFields {
  /**
   * The organization it concerned, if any.
   * @param result empty while the command runs, or if it fails.
   */
  readonly of: (
    invoked: Invoked,
    result: object,
    table: Table,
  ) => Promise<{ readonly organization?: string }>;
  /** The user that the command has made or found, whom no argument in the log names. */
  readonly userIn: (result: object) => string | undefined;
}

interface Recorded extends Invoked {
  readonly furtherFields: FurtherFields;
  /** The values of the arguments. */
  readonly concerns: ReturnType<FurtherFields['of']>;
}

/** Runs a command and logs its actor, time, arguments (without secrets and persons), outcome and further fields. */
export async function runRecorded(
  invoked: Recorded,
  operation: Operation,
  run: () => Promise<object>,
): Promise<object> {
  const key = await openEntry(invoked, operation);
  const close = (outcome: CommandOutcome, result: object) =>
    closeEntry(key, { invoked, outcome, result }, operation.table);
  try {
    const result = await run();
    await close('done', result);
    return result;
  } catch (error) {
    await close(error instanceof Problems ? 'refused' : 'failed', {});
    throw error;
  }
}

/** Lambda's maximum timeout. */
const LONGEST_MS = 900_000;

async function openEntry(
  { command: { name, arguments: declared }, given }: Invoked,
  { table, now, actor, remainingMs }: Operation,
): Promise<Key> {
  const at = now.toISOString();
  const shown = Object.entries(given).filter(([argument]) => isRecorded(declared[argument]));
  const until = new Date(now.getTime() + Math.min(remainingMs(), LONGEST_MS)).toISOString();
  const row = { command: name, actor, at, until, arguments: JSON.stringify(Object.fromEntries(shown)) };
  const key = commandKey(at, randomUUID());
  await table.commit([{ put: { ...key, ...row, outcome: RUNNING } }]);
  return key;
}

const isRecorded = (argument: Argument | undefined): boolean =>
  !argument?.isSecret && argument?.isPersonal !== true;

/** @returns the arguments of an entry without persons, which earlier versions recorded, or undefined if it has none. */
export function withoutPersons(commands: readonly Command[], row: Item): string | undefined {
  const command = commands.find(({ name }) => name === row['command']);
  const given: object = JSON.parse(String(row['arguments']));
  const kept = Object.entries(given).filter(([name]) => isRecorded(command?.arguments[name]));
  return kept.length === Object.keys(given).length ? undefined : JSON.stringify(Object.fromEntries(kept));
}

export const isCommandRow = (row: Item): boolean => typeOf(row) === commandKey('', '').pk.slice(0, -1);

/** @param kept the arguments that stay. */
export const shortenCommand = (row: Item, kept: string): Write => ({
  update: { pk: String(row['pk']), sk: String(row['sk']) },
  with: [{ set: 'arguments', to: kept }],
  condition: rowExists,
});

/** Outcome of a command until it ends. It stays if the function is stopped. */
const RUNNING = 'running';

/** @returns undefined for a running command, and for older entries without an outcome. */
export function outcomeOf({ outcome, until }: Item, now: Date): 'done' | 'rejected' | 'failed' | undefined {
  if (outcome === 'refused') return 'rejected';
  if (outcome === 'done' || outcome === 'failed') return outcome;
  return outcome === RUNNING && String(until) < now.toISOString() ? 'failed' : undefined;
}

interface Closing {
  readonly invoked: Recorded;
  readonly outcome: CommandOutcome;
  readonly result: object;
}

/** Only logs faults, because the command has already ended. */
async function closeEntry(key: Key, { invoked, outcome, result }: Closing, table: Table): Promise<void> {
  try {
    const { furtherFields, concerns } = invoked;
    const known = await concerns.catch(() => undefined);
    const further =
      known?.organization === undefined ? await furtherFields.of(invoked, result, table) : known;
    const { organization } = further;
    const entry = organization === undefined ? {} : commandEntry(organization, key);
    const user = furtherFields.userIn(result);
    const fields = { outcome, ...further, ...(user !== undefined && { user }), ...entry };
    const assignments = Object.entries(fields).map(([set, to]) => ({ set, to }));
    await table.commit([{ update: key, with: assignments, condition: rowExists }]);
  } catch (error) {
    writeLine({
      level: 'error',
      message: 'command.not_closed',
      command: invoked.command.name,
      outcome,
      error: String(error),
    });
  }
}
