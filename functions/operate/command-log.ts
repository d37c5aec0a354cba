/** The log of commands: an entry is written before a command runs, and completed with its outcome. */
import { randomUUID } from 'node:crypto';
import { commandKey } from '../../shared/kit/commands/command-keys.ts';
import { rowExists } from '../../shared/kit/table/expressions.ts';
import type { Item } from '../../shared/kit/table/item.ts';
import { accessKey, type Key, recordKey } from '../../shared/kit/table/keys.ts';
import type { Table } from '../../shared/kit/table/table.ts';
import { Problems } from '../../shared/kit/values/problems.ts';
import type { Command } from '../../shared/operator/declare.ts';
import { writeLine } from '../../shared/platform/log.ts';
import type { Operation } from './operation.ts';

/** 'refused': nothing was done, for a reason that the operator was told. 'failed': by a fault, and perhaps in part. */
type CommandOutcome = 'done' | 'refused' | 'failed';

interface Recorded {
  readonly command: Command;
  readonly given: Readonly<Record<string, unknown>>;
  readonly actor: string;
}

/** Runs a command with an entry in the log: actor, time, arguments except secrets, outcome, and the organization. */
export async function recorded(
  asked: Recorded,
  operation: Operation,
  run: () => Promise<object>,
): Promise<object> {
  const key = await openEntry(asked, operation);
  const close = (outcome: CommandOutcome, result: object) =>
    closeEntry(key, { asked, outcome, result }, operation.table);
  try {
    const result = await run();
    await close('done', result);
    return result;
  } catch (error) {
    await close(error instanceof Problems ? 'refused' : 'failed', {});
    throw error;
  }
}

/** No function of Lambda runs longer. */
const LONGEST_MS = 900_000;

async function openEntry(
  { command: { name, arguments: declared }, given, actor }: Recorded,
  { table, now, remainingMs }: Operation,
): Promise<Key> {
  const at = now.toISOString();
  const shown = Object.entries(given).filter(([argument]) => !declared[argument]?.isSecret);
  const until = new Date(now.getTime() + Math.min(remainingMs(), LONGEST_MS)).toISOString();
  const row = { command: name, actor, at, until, arguments: JSON.stringify(Object.fromEntries(shown)) };
  const key = commandKey(at, randomUUID());
  await table.commit([{ put: { ...key, ...row, outcome: RUNNING } }]);
  return key;
}

/** The outcome of a command before it ends, and for ever of one whose function was stopped. */
const RUNNING = 'running';

/** @returns the outcome of an entry; undefined while the command runs, and for entries that were written without one. */
export function outcomeOf({ outcome, until }: Item, now: Date): CommandOutcome | undefined {
  if (outcome === 'done' || outcome === 'refused' || outcome === 'failed') return outcome;
  return outcome === RUNNING && String(until) < now.toISOString() ? 'failed' : undefined;
}

/** The command has already ended, so a fault here is only logged. */
async function closeEntry(
  key: Key,
  { asked, outcome, result }: { asked: Recorded; outcome: CommandOutcome; result: object },
  table: Table,
): Promise<void> {
  try {
    const organization = await organizationOf(asked, result, table);
    const fields = { outcome, ...(organization !== undefined && { organization }) };
    const assignments = Object.entries(fields).map(([set, to]) => ({ set, to }));
    await table.commit([{ update: key, with: assignments, condition: rowExists }]);
  } catch (error) {
    writeLine({
      level: 'error',
      message: 'command.not_closed',
      command: asked.command.name,
      outcome,
      error: String(error),
    });
  }
}

/** @returns the organization that a command concerns: that of the record that it names, or of the user in its result. */
async function organizationOf(
  { command, given }: Recorded,
  result: object,
  table: Table,
): Promise<string | undefined> {
  const { 'organization-id': own, 'user-id': user }: Partial<Record<string, unknown>> = { ...result };
  if (typeof own === 'string') return own;
  const named = Object.entries(command.arguments).find(([name, { of }]) => of && name in given);
  const [name = '', { of = 'users' } = {}] = named ?? [];
  const id = named ? given[name] : user;
  if (typeof id !== 'string') return undefined;
  const userId = of === 'users' ? id : (await table.get(recordKey(of, id)))?.['owner'];
  const access = typeof userId === 'string' ? await table.get(accessKey(userId)) : undefined;
  return access && String(access['organization']);
}
