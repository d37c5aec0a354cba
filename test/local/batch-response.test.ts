import { describe, expect, test } from 'vitest';
import { failedItems } from '../../infra/local/mappings/batch-response.ts';

const items = ['1', '2', '3'];
const failures = (...ids: unknown[]) => ({
  batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
});

describe('of a batch fail', () => {
  test.each<[string, unknown, string[]]>([
    ['those the answer names', failures('2'), ['2']],
    ['none when it names none', failures(), []],
    ['none when there is no answer', null, []],
    ['none when the answer has no list', {}, []],
    ['none when the list is null', { batchItemFailures: null }, []],
    ['all when it names one that is not of the batch', failures('2', '4'), items],
    ['all when a name is empty', failures(''), items],
    ['all when a name is no text', failures(2), items],
    ['all when the list is none', { batchItemFailures: 'many' }, items],
  ])('%s', (_, answer, failed) => {
    const outcome = { payload: JSON.stringify(answer), isError: false };
    expect([...failedItems(outcome, { items, reportsItems: true })]).toEqual(failed);
  });

  test('all when the function failed', () => {
    const outcome = { payload: '{"errorType":"Error"}', isError: true };
    expect([...failedItems(outcome, { items, reportsItems: true })]).toEqual(items);
  });

  test('none by name unless the mapping asks for names', () => {
    const outcome = { payload: JSON.stringify(failures('2')), isError: false };
    expect([...failedItems(outcome, { items, reportsItems: false })]).toEqual([]);
  });
});
