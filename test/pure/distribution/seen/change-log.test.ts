/** Which of many albums of a track get a row in the log of its changes. */
import { expect, it } from 'vitest';
import type { Album } from '../../../../shared/catalogue/api/albums.ts';
import { openRequests } from '../../../../shared/distribution/counters.ts';
import { noted } from '../../../../shared/distribution/seen/change-log.ts';

const albumWith = (id: string, requests: number) =>
  ({
    type: 'albums',
    id,
    counts: { [openRequests.name]: requests },
    fields: { 'live-dsps': ['1'] },
  }) as unknown as Album;

it('a change of a track on many albums is logged of the requested one first, and counted only there', () => {
  const albums = [...Array.from({ length: 6 }, (_, at) => albumWith(String(at), 0)), albumWith('7', 1)];
  const change = { of: { type: 'tracks', id: '9' }, what: 'Track "Bus": title' };
  const writes = noted(albums, change, { caller: { userId: '1' }, now: new Date() });
  const logged = writes.flatMap((write) => ('put' in write ? write.put.pk : []));
  const counted = writes.flatMap((write) => ('update' in write ? write.update.pk : []));
  expect(logged).toEqual(['albums#7', 'albums#0', 'albums#1', 'albums#2', 'albums#3']);
  expect(counted).toEqual(['albums#7']);
});
