/** The benchmark of a large owner, with a small one. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { labels } from '../../../shared/catalogue/api/labels.ts';
import { tracks } from '../../../shared/catalogue/api/tracks.ts';
import { deliveries } from '../../../shared/distribution/api/deliveries.ts';
import { forgetAll } from '../../../shared/platform/once.ts';
import { webhookEvents } from '../../../shared/webhooks/api/webhook-events.ts';
import { type Filled, startFilled } from '../../bench/large/filled.ts';
import { costOfLists, sizesAt } from '../../bench/large/large.ts';

const before = { ...process.env };
let filled: Filled;
beforeAll(async () => {
  filled = await startFilled(sizesAt(0.001));
});
afterAll(async () => {
  await filled.end();
  process.env = before;
  forgetAll();
});

it('the benchmark finds all its records by every filter and sort', async () => {
  const { figures, requests } = await costOfLists(filled, [labels, tracks, deliveries, webhookEvents]);
  const totals = ['/labels', '/tracks', '/deliveries', '/webhook-events', '/tracks?sort=-title'];
  expect(totals.map((name) => figures[name]?.['total'])).toEqual([1, 100, 100, 1000, 100]);
  expect(figures['/deliveries?filter[album]']?.['total']).toBe(10);
  expect(Object.entries(figures).filter(([, { status }]) => status !== 200)).toEqual([]);
  expect(requests).toHaveLength(Object.keys(figures).length);
});
