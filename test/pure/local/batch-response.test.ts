import { describe, expect, test } from 'vitest';
import { failedItems } from '../../../bin/local/mappings/batch-response.ts';

const items = ['1', '2', '3'];
const failures = (...ids: unknown[]) => ({
  batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
});

describe('the failed items of a batch', () => {
  test.each<[string, unknown, string[]]>([
    ['are those in the response', failures('2'), ['2']],
    ['are none if the list is empty', failures(), []],
    ['are none if there is no response', null, []],
    ['are none if the response has no list', {}, []],
    ['are none if the list is null', { batchItemFailures: null }, []],
    ['are all if an identifier is not in the batch', failures('2', '4'), items],
    ['are all if an identifier is empty', failures(''), items],
    ['are all if an identifier is not a string', failures(2), items],
    ['are all if the list is not an array', { batchItemFailures: 'many' }, items],
  ])('%s', (_, response, failed) => {
    const outcome = { payload: JSON.stringify(response), isError: false };
    expect([...failedItems(outcome, { items, reportsItems: true })]).toEqual(failed);
  });

  test('are all items if the function failed', () => {
    const outcome = { payload: '{"errorType":"Error"}', isError: true };
    expect([...failedItems(outcome, { items, reportsItems: true })]).toEqual(items);
  });

  test('are none if the mapping uses no partial batch responses', () => {
    const outcome = { payload: JSON.stringify(failures('2')), isError: false };
    expect([...failedItems(outcome, { items, reportsItems: false })]).toEqual([]);
  });
});
