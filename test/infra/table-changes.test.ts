/** Changes of a deployed table that are possible in one deployment. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stack } from 'aws-cdk-lib';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { emptyApp } from '../../infra/app.ts';
import { singleTable } from '../../infra/storage/table.ts';
import { rejectedChanges, type TableShape } from '../../infra/storage/table-changes.ts';
import { propertiesOfThe, templateOf, temporaryFolder } from './synthesis.ts';
import { production } from './synthesized-stages.ts';

vi.stubEnv('CDK_VALIDATION', 'false');
const released = join(import.meta.dirname, 'table.released.json');

const key = v.array(v.object({ AttributeName: v.string(), KeyType: v.string() }));
const shapeSchema = v.object({
  KeySchema: key,
  GlobalSecondaryIndexes: v.array(
    v.object({
      IndexName: v.string(),
      KeySchema: key,
      Projection: v.object({
        ProjectionType: v.string(),
        NonKeyAttributes: v.optional(v.array(v.string())),
      }),
    }),
  ),
});

function shapeOfTemplate(): TableShape {
  const app = emptyApp(temporaryFolder());
  singleTable(new Stack(app, 'Only'), production, undefined);
  return propertiesOfThe(templateOf(app, 'Only'), 'AWS::DynamoDB::Table', shapeSchema);
}

test('the table can be deployed over the released one (otherwise in steps, with RELEASE_TABLE=1)', () => {
  const current = shapeOfTemplate();
  if (process.env['RELEASE_TABLE']) writeFileSync(released, `${JSON.stringify(current, null, 2)}\n`);
  const before = v.parse(shapeSchema, JSON.parse(readFileSync(released, 'utf8')));
  expect(rejectedChanges(before, current)).toEqual([]);
});

describe('a deployment', () => {
  const keyOf = (partition: string) => [
    { AttributeName: partition, KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ];
  const index = (IndexName: string, NonKeyAttributes = ['a', 'b'], partition = 'owner') => ({
    IndexName,
    KeySchema: keyOf(partition),
    Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes },
  });
  const table = (...GlobalSecondaryIndexes: ReturnType<typeof index>[]): TableShape => ({
    KeySchema: keyOf('pk'),
    GlobalSecondaryIndexes,
  });
  const before = table(index('one'), index('two'));

  test.each([
    ['nothing', before],
    ['the order of indexes and of projected attributes', table(index('two', ['b', 'a']), index('one'))],
    ['one added index', table(index('one'), index('two'), index('three'))],
    ['one removed index', table(index('one'))],
  ])('can change %s', (_, after) => {
    expect(rejectedChanges(before, after)).toEqual([]);
  });

  test.each([
    [
      'two added indexes',
      table(index('one'), index('two'), index('three'), index('four')),
      /three.*four.*only one/,
    ],
    ['an added and a removed index', table(index('one'), index('three')), /three is added.*two is removed/],
    ['two removed indexes', table(), /one is removed.*two is removed/],
    ['another projection', table(index('one'), index('two', ['a'])), /projection of the index two/],
    ['another key of an index', table(index('one'), index('two', ['a', 'b'], 'label')), /the index two/],
    ['another key of the table', { ...before, KeySchema: keyOf('id') }, /key of the table/],
  ])('cannot make %s', (_, after, reason) => {
    expect(rejectedChanges(before, after)).toEqual([expect.stringMatching(reason)]);
  });
});
