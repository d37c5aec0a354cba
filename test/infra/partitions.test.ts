import { expect, it } from 'vitest';
import { groupPartitions } from '../../infra/function-list.ts';
import type { Resource } from '../../shared/kit/declare/resource.ts';
import { miniature } from '../support/miniature/declarations.ts';

const recordsWrittenBy = (group: string, groups: Readonly<Record<string, string>>) => {
  const resources = miniature.resources.map(
    (each): Resource => ({ ...each, group: groups[each.type] ?? 'others' }),
  );
  const { written } = groupPartitions({ ...miniature, resources }, group);
  return [...new Set(written)].filter((each) => /^[a-z-]+#\*$/.test(each) && !each.startsWith('access'));
};

it('a function may write what is deleted with its records, what links them, and what counts or lists those', () => {
  const of = { tracks: 'tracks', albums: 'albums' };
  const ofTracks = ['tracks#*', 'album-tracks#*', 'albums#*', 'idempotency#*'];
  expect(recordsWrittenBy('tracks', of).toSorted()).toEqual(ofTracks.toSorted());
  // Albums do not write their tracks, which keep them from being deleted.
  const ofAlbums = ['albums#*', 'album-stores#*', 'labels#*', 'idempotency#*'];
  expect(recordsWrittenBy('albums', of).toSorted()).toEqual(ofAlbums.toSorted());
});
