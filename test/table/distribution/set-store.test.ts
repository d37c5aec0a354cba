import { describe, expect, it } from 'vitest';
import { handler as operate } from '../../../functions/operate/handler.ts';
import { storeBehaviors } from '../../../shared/distribution/stores/store-behaviors.ts';
import { storeFor } from '../../../shared/distribution/stores/store-for.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { parcel } from '../../support/stores/parcel.ts';
import { withTable } from '../../support/table.ts';

withTable({ sandboxReportSeconds: 7 });

const setStore = (...positionals: string[]) => operate({ command: 'set-store', positionals, actor: 'test' });

const transfers = { until: new AbortController().signal, begin: async () => {} };

/** @returns the outcomes of the first attempts of a delivery. */
async function tries(dspId: string, count = 1) {
  const store = storeFor(new Table(), dspId, transfers);
  const dsp = { id: dspId, name: 'A DSP' };
  const outcomes = [];
  for (let attempt = 1; attempt <= count; attempt++)
    outcomes.push(await store.hand(parcel({ dsp }), attempt));
  return outcomes;
}

const sentence = expect.stringMatching(/^The (store|release) .*\.$/);
const confirmed = { is: 'accepted', report: { afterSeconds: 7, outcome: 'completed' } };
const rejected = { is: 'accepted', report: { afterSeconds: 7, outcome: 'rejected', reason: sentence } };
const failed = { is: 'failed', reason: sentence };

describe('the store of a DSP', () => {
  it('accepts deliveries by default', async () => {
    expect(await tries('2')).toEqual([confirmed]);
  });

  it.each([
    ['confirm', [confirmed]],
    ['accept', [{ is: 'accepted' }]],
    ['reject', [rejected]],
    ['fail', [{ is: 'rejected', reason: sentence }]],
    ['flaky', [failed, failed, { is: 'accepted' }, { is: 'accepted' }]],
    ['skip', [{ is: 'skipped' }]],
  ])('applies %s from the next attempt on, unlike other stores', async (behavior, outcomes) => {
    expect(await setStore('4', behavior)).toEqual({ result: { 'dsp-id': '4', name: 'Beta', behavior } });
    expect(await tries('4', outcomes.length)).toEqual(outcomes);
    expect(await tries('9')).toEqual([confirmed]);
  });

  it('can be changed between two attempts of one delivery', async () => {
    const store = storeFor(new Table(), '3', transfers);
    await setStore('3', 'flaky');
    expect(await store.hand(parcel(), 1)).toEqual(failed);
    await setStore('3', 'skip');
    expect(await store.hand(parcel(), 2)).toEqual({ is: 'skipped' });
  });
});

describe('set-store', () => {
  it('rejects an unknown DSP', async () => {
    expect(await setStore('999', 'accept')).toEqual({
      problems: [{ code: 'unknown_record', detail: 'There is no DSP 999.' }],
    });
  });

  it.each(['maybe', 'Accept', ''])(
    'rejects an unknown behavior and lists the known ones: %j',
    async (text) => {
      await setStore('6', 'skip');
      expect(await setStore('6', text)).toEqual({
        problems: [{ code: 'invalid_value', detail: expect.stringContaining(storeBehaviors.join(', ')) }],
      });
      expect(await tries('6')).toEqual([{ is: 'skipped' }]);
    },
  );
});
