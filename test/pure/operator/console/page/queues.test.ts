/** The lists of requests, and the way through them. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { placeIn } from '../../../../../bin/operator/console/page/places.ts';
import { nextInQueue } from '../../../../../bin/operator/console/page/queue-pages.ts';
import {
  addRows,
  applyFilters,
  latestQueue,
  moveAfter,
  openQueue,
  queueFragment,
  replaceRows,
} from '../../../../../bin/operator/console/page/queues.ts';
import type { ReviewRow } from '../../../../../bin/operator/console/page/reviews.ts';

describe('a review queue', () => {
  const row = (id: string) => ({ id, album: `9${id}` }) as ReviewRow;
  const idsOf = (rows: readonly ReviewRow[]) => rows.map(({ id }) => id);

  it('is restored as the reviewer left it', () => {
    const queue = openQueue('held');
    replaceRows(queue, [row('1'), row('2')]);
    queue.place = 1;
    openQueue('');
    expect([openQueue('held').place, latestQueue().state, queueFragment(latestQueue())]).toEqual([
      1,
      'held',
      '#/reviews/held',
    ]);
  });

  it('stays on its request when others arrive or are decided', () => {
    const queue = openQueue('rejected');
    replaceRows(queue, [row('1'), row('2'), row('3')]);
    queue.place = 1;
    replaceRows(queue, [row('0'), row('1'), row('2'), row('3')]);
    expect(queue.place).toBe(2);
    replaceRows(queue, [row('0'), row('1'), row('3')]);
    expect(queue.place).toBe(2);
    replaceRows(queue, []);
    expect(queue.place).toBe(0);
  });

  it('keeps its filters in the address, which restores them', () => {
    const queue = openQueue('preapproved');
    Object.assign(queue, { search: ' Rain & Sun? ', type: 'update', sort: 'release-date' });
    const address = queueFragment(queue);
    const { of, query } = placeIn(address);
    expect(of).toBe('preapproved');
    replaceRows(queue, [row('1')]);
    applyFilters(queue, query.replace('Rain', 'Snow'));
    expect([queue.search, queue.type, queue.sort, queue.rows]).toEqual([
      'Snow & Sun?',
      'update',
      'release-date',
      [],
    ]);
    applyFilters(queue, '');
    expect(queue.search).toBe('Snow & Sun?');
    applyFilters(queue, 'sort=drop+table');
    expect([queue.search, queue.type, queue.sort, queueFragment(queue)]).toEqual([
      '',
      '',
      'age',
      '#/reviews/preapproved',
    ]);
  });

  it('shows a request once even if it moves to the next page', () => {
    const queue = openQueue('approved');
    replaceRows(queue, [row('1'), row('2')]);
    addRows(queue, [row('2'), row('3')]);
    expect(idsOf(queue.rows)).toEqual(['1', '2', '3']);
  });

  it('leads from each request to the next, so that one can be skipped', () => {
    const queue = openQueue('waiting');
    replaceRows(queue, [row('1'), row('2'), row('3')]);
    expect([moveAfter(queue, '1')?.id, moveAfter(queue, '2')?.id, queue.place]).toEqual(['2', '3', 2]);
    expect([moveAfter(queue, '3'), moveAfter(queue, 'elsewhere')]).toEqual([undefined, undefined]);
  });

  describe('the end of the loaded queue', () => {
    const pages = (...all: { ids: string[]; after: string | null }[]) => {
      const asked: object[] = [];
      vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
        const { ids = [], after = null } = all[asked.length] ?? {};
        asked.push(JSON.parse(body).arguments);
        const result = { items: ids.map(row), after, 'all-searched': true };
        return new Response(`${JSON.stringify({ outcome: { result } })}\n`);
      });
      onTestFinished(() => void vi.unstubAllGlobals());
      return asked;
    };
    const opened = (after: string | null) => {
      const queue = openQueue('held');
      Object.assign(queue, { search: 'rain', type: '', sort: 'release-date', after });
      replaceRows(queue, [row('1'), row('2')]);
      return queue;
    };

    it('leads to the next page with the same filters', async () => {
      const asked = pages({ ids: ['3', '4'], after: null });
      const queue = opened('2');
      expect((await nextInQueue(queue, '2'))?.id).toBe('3');
      expect(asked).toEqual([
        { state: 'held', limit: '50', sort: 'release-date', search: 'rain', after: '2' },
      ]);
      expect([idsOf(queue.rows), queue.place, queue.after]).toEqual([['1', '2', '3', '4'], 2, null]);
    });

    it('leads to the first current request other than itself', async () => {
      pages({ ids: ['2', '5'], after: null });
      const queue = opened(null);
      expect((await nextInQueue(queue, '2'))?.id).toBe('5');
      expect([idsOf(queue.rows), queue.place]).toEqual([['2', '5'], 1]);
    });

    it('leads nowhere without another request', async () => {
      pages({ ids: [], after: null }, { ids: ['2'], after: null });
      expect(await nextInQueue(opened('2'), '2')).toBeUndefined();
    });
  });
});
