import { describe, expect, it } from 'vitest';
import { deliveryListOf } from '../../../../shared/distribution/rules/delivery-lists.ts';

const pending = { status: 'pending', report: null, 'last-error': null };
const sent = { ...pending, status: 'sent' };

describe('the list of a delivery', () => {
  it.each([
    ['pending', 'was not attempted', pending],
    ['pending', 'has no fields of attempts yet', { status: 'pending' }],
    ['failing', 'is attempted again', { ...pending, 'last-error': 'No connection.' }],
    ['failing', 'has no more attempts', { ...pending, status: 'error' }],
    ['failing', 'was rejected by the store', { ...sent, report: 'rejected' }],
    [
      'failing',
      'is attempted again after a later one was approved',
      { ...pending, 'last-error': 'No.', 'replaced-by': '8' },
    ],
    [
      'sent',
      'has failed, but a later one has replaced it',
      { ...pending, status: 'error', 'replaced-by': '8' },
    ],
    [
      'sent',
      'was rejected, but a later one has replaced it',
      { ...sent, report: 'rejected', 'replaced-by': '8' },
    ],
    ['sent', 'has failed, and its album was deleted', { ...pending, status: 'error', album: null }],
    ['sent', 'waits for its report', sent],
    ['sent', 'is live', { ...sent, report: 'completed' }],
    ['sent', 'was skipped by the store', { ...sent, report: 'skipped' }],
  ])('is %s if it %s', (list, _, fields) => expect(deliveryListOf(fields)).toBe(list));
});
