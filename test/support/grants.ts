/** What code does with the table, call by call, to compare it with the permissions of a role. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { expect } from 'vitest';
import { functionList } from '../../infra/functions/function-list.ts';
import { type FunctionNeeds, reads } from '../../infra/functions/function-needs.ts';
import { dynamo } from '../../shared/kit/table/client.ts';

/** One row of a call, as far as IAM looks at it. A query of an index has its name. */
export interface Access {
  readonly action: string;
  readonly partition?: string;
}

type InWireFormat = { readonly pk: { readonly S: string } };

interface Row {
  readonly Key?: InWireFormat;
  readonly Item?: InWireFormat;
}

interface BatchOfKeys {
  readonly Keys: readonly NonNullable<Row['Key']>[];
}

interface BatchedWrite {
  readonly PutRequest?: Row;
  readonly DeleteRequest?: Row;
}

interface Request extends Row {
  readonly IndexName?: string;
  readonly TransactItems?: readonly Readonly<Record<string, Row>>[];
  readonly RequestItems?: Readonly<Record<string, BatchOfKeys | readonly BatchedWrite[]>>;
  readonly ExpressionAttributeValues?: Readonly<Record<string, { readonly S?: string }>>;
}

const asking = new AsyncLocalStorage<Access[]>();

/** Starts to record the calls of this process. */
export function hearTable(): void {
  dynamo().middlewareStack.add(
    (next, { commandName = '' }) =>
      (call) => {
        asking.getStore()?.push(...accessesOf(commandName, call.input));
        return next(call);
      },
    // Here, the document client has converted the input.
    { step: 'build' },
  );
}

/** @returns all calls of the work to the table. */
export async function askedBy(work: () => Promise<unknown>): Promise<readonly Access[]> {
  const accesses: Access[] = [];
  await asking.run(accesses, work);
  return accesses;
}

/** A transaction needs the permission for each of its rows, and none for itself. */
export function accessesOf(commandName: string, input: object): Access[] {
  const action = commandName.replace(/Command$/, '');
  const request: Request = input;
  const { IndexName, TransactItems, RequestItems, ExpressionAttributeValues: values } = request;
  if (IndexName) return [{ action: `Query ${IndexName}` }];
  if (TransactItems) {
    return TransactItems.flatMap((item) =>
      Object.entries(item).map(([kind, row]) => ({ action: `${kind}Item`, ...partitionOf(row) })),
    );
  }
  if (RequestItems) {
    return Object.values(RequestItems).flatMap((items) =>
      rowsOf(items).map((row) => ({ action, ...partitionOf(row) })),
    );
  }
  return [
    { action, ...(action === 'Query' ? { partition: values?.[':p']?.S ?? '' } : partitionOf(request)) },
  ];
}

const rowsOf = (items: BatchOfKeys | readonly BatchedWrite[]): Row[] =>
  'Keys' in items
    ? items.Keys.map((Key) => ({ Key }))
    : items.map(({ PutRequest, DeleteRequest }) => PutRequest ?? DeleteRequest ?? {});

const partitionOf = ({ Key, Item }: Row) => ({ partition: (Key ?? Item)?.pk.S ?? '' });

/** Actions, and queries of indexes. */
function actionsOf({ table }: FunctionNeeds): string[] {
  return [...(table?.actions ?? []), ...(table?.indexes ?? []).map((index) => `Query ${index}`)];
}

/** @returns those that the role of a function with these needs rejects. */
export const denied = (accesses: readonly Access[], needs: FunctionNeeds): Access[] =>
  accesses.filter((access) => isDenied(access, needs));

export function isDenied({ action, partition }: Access, needs: FunctionNeeds): boolean {
  if (!actionsOf(needs).includes(action)) return true;
  const patterns = patternsFor(action, needs);
  return partition !== undefined && patterns !== undefined && !isLikeAny(partition, patterns);
}

function patternsFor(action: string, { table }: FunctionNeeds): readonly string[] | undefined {
  const { read, written, deleted = [] } = table?.partitions ?? {};
  if ((reads as readonly string[]).includes(action)) return read;
  return action === 'DeleteItem' && written ? [...written, ...deleted] : written;
}

/** As StringLike compares. */
export const isLike = (text: string, pattern: string): boolean => expressionOf(pattern).test(text);

const isLikeAny = (text: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => isLike(text, pattern));

const expressions = new Map<string, RegExp>();

function expressionOf(pattern: string): RegExp {
  const known = expressions.get(pattern);
  if (known) return known;
  const source = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  const made = new RegExp(`^${source}$`, 's');
  expressions.set(pattern, made);
  return made;
}

function needsOf(name: string): FunctionNeeds {
  const needs = functionList([]).get(name);
  if (!needs) throw new Error(`No function is called ${name}.`);
  return needs;
}

/** Fails unless a function's role allows what it did. */
export const expectAllowed = (accesses: readonly Access[], functionName: string): void =>
  expect(denied(accesses, needsOf(functionName))).toEqual([]);

/**
 * Fails unless a function's role allows exactly what it did: no action or partition more, and none less.
 * @param elsewhere actions and patterns of partitions that another test uses.
 */
export function expectAllUsed(
  accesses: readonly Access[],
  functionName: string,
  elsewhere: readonly string[] = [],
): void {
  const needs = needsOf(functionName);
  expect(denied(accesses, needs)).toEqual([]);
  const actions = new Set(accesses.map(({ action }) => action));
  expect(actionsOf(needs).filter((action) => !actions.has(action) && !elsewhere.includes(action))).toEqual(
    [],
  );
  for (const kind of ['GetItem', 'PutItem', 'DeleteItem']) {
    const patterns = patternsFor(kind, needs) ?? [];
    const others = patterns.filter(
      (pattern) => !accesses.some(({ partition = '' }) => isLike(partition, pattern)),
    );
    expect(others.filter((pattern) => !elsewhere.includes(pattern))).toEqual([]);
  }
}
