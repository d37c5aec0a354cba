/** An index of owners that is behind: while it is stopped, it shows the rows that there were. */
import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeAll } from 'vitest';
import { dynamo } from '../../shared/kit/table/client.ts';
import type { Item } from '../../shared/kit/table/item.ts';
import { allRows } from './invariants.ts';

export interface StoppableIndex {
  readonly stop: () => Promise<void>;
  readonly start: () => void;
  readonly isStopped: () => boolean;
}

interface QueryInput {
  readonly IndexName?: string;
  readonly ScanIndexForward?: boolean;
  readonly Limit?: number;
  readonly ExpressionAttributeValues?: Readonly<Record<string, { readonly S: string }>>;
}

export function withStoppableIndex(): StoppableIndex {
  let rows: readonly Item[] | undefined;
  beforeAll(() => {
    dynamo().middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const input = args.input as QueryInput;
          if (!rows || commandName !== 'QueryCommand' || input.IndexName !== 'by-owner') return next(args);
          const Items = found(rows, input).map((row) => marshall(row));
          return { output: { Items, $metadata: {} }, response: {} } as never;
        },
      { step: 'initialize', name: 'stoppableIndex', override: true },
    );
  });
  return {
    stop: async () => {
      rows ??= await allRows();
    },
    start: () => {
      rows = undefined;
    },
    isStopped: () => rows !== undefined,
  };
}

function found(rows: readonly Item[], input: QueryInput): readonly Item[] {
  const { ':p': partition, ':from': from, ':to': to } = input.ExpressionAttributeValues ?? {};
  const sortOf = (row: Item) => String(row['ownerSort']);
  const within = rows.filter(
    (row) =>
      row['ownerKey'] === partition?.S && sortOf(row) >= (from?.S ?? '') && sortOf(row) <= (to?.S ?? '~'),
  );
  const sorted = within.toSorted((left, right) => (sortOf(left) < sortOf(right) ? -1 : 1));
  return (input.ScanIndexForward === false ? sorted.toReversed() : sorted).slice(0, input.Limit);
}
