/** Deletions that several transactions make, with requests between them and crashes after each. */
import { beforeAll, describe, expect, it } from 'vitest';
import { send as call, newAdmin, type Person } from '../../../support/calls.ts';
import { catalogueFaults } from '../../../support/catalogue/faults.ts';
import { fillArtists, fillRoles } from '../../../support/catalogue/fill.ts';
import { albumAttributes } from '../../../support/catalogue-calls.ts';
import { ask, create, newRelease, type Release, requestFor } from '../../../support/distribution/release.ts';
import { trackAttributes } from '../../../support/examples.ts';
import { withFaultyTable } from '../../../support/faulty-way.ts';
import { allRows } from '../../../support/invariants.ts';
import { finishDeletions } from '../../../support/left-of-deletions.ts';
import { isLong } from '../../../support/long-run.ts';
import { service } from '../../conformance/service.ts';

const way = withFaultyTable({
  rateLimits: { reads: 9000, writes: 9000, account: 9000, logins: 10, loginsPerAddress: 40 },
});
let ada: Person;
let artists: readonly string[];
beforeAll(async () => {
  ada = await newAdmin();
  artists = await fillArtists(ada.userId, 40);
});

const one = (type: string, id: string) => ({ data: { type, id } });
const songOf = ({ tracks: [track = ''] }: Pick<Release, 'tracks'>): string => track;

/** A track with forty artists on several albums, of which the first could be requested. */
async function onManyAlbums(albums: number): Promise<Release> {
  const release = await newRelease(ada, { tracks: 1 });
  const track = songOf(release);
  await fillRoles(ada.userId, { track }, artists.slice(0, 39));
  for (let index = 1; index < albums; index++) {
    const other = await create(ada, 'albums', { attributes: albumAttributes });
    const relationships = { album: one('albums', other), track: one('tracks', track) };
    await create(ada, 'album-tracks', { attributes: { order: 1 }, relationships });
  }
  return release;
}

async function withManyArtists(): Promise<Release> {
  const release = await newRelease(ada, { tracks: 0 });
  await fillRoles(ada.userId, { album: release.album }, artists.slice(0, 39));
  return release;
}

const idsOf = async (type: string, filter: string): Promise<string[]> =>
  (await ask(ada, 200, 'GET', `/${type}?${filter}&page[size]=100`)).body.data.map(
    ({ id }: { id: string }) => id,
  );
const send = (method: string, path: string, body?: object) => {
  const group = service.resources.find(({ type }) => type === path.split('/')[1])?.group ?? '';
  return call(service.handlerOf(group), { method, path, token: ada.token, ...(body && { body }) });
};
const isGone = async (path: string): Promise<boolean> => (await send('GET', path)).status === 404;

interface Meeting {
  readonly prepare: () => Promise<Release>;
  readonly deleted: (release: Release) => string;
  readonly other: (release: Release) => Promise<{ readonly status: number }>;
  /** Statuses of both, and how many of the forty dependents are left. */
  readonly legal: readonly (readonly [deletion: number, other: number, left: number])[];
  readonly left: (release: Release) => Promise<number>;
}

const meetings: Readonly<Record<string, Meeting>> = {
  'of a track and a request for one of its albums': {
    prepare: () => onManyAlbums(isLong ? 19 : 8),
    deleted: (release) => `/tracks/${songOf(release)}`,
    other: ({ album }) => send('POST', '/distribution-requests', requestFor(album)),
    legal: [
      [204, 422, 0],
      [422, 201, 40],
    ],
    left: async (release) => (await idsOf('track-artists', `filter[track]=${songOf(release)}`)).length,
  },
  'of a track and another artist of it': {
    prepare: () => onManyAlbums(8),
    deleted: (release) => `/tracks/${songOf(release)}`,
    other: async (release) => {
      const [first = ''] = await idsOf('track-artists', `filter[track]=${songOf(release)}`);
      return first === '' ? { status: 404 } : send('DELETE', `/track-artists/${first}`);
    },
    legal: [
      [204, 204, 0],
      [204, 404, 0],
    ],
    left: async (release) => (await idsOf('track-artists', `filter[track]=${songOf(release)}`)).length,
  },
  'of an album and a new track on it': {
    prepare: withManyArtists,
    deleted: ({ album }) => `/albums/${album}`,
    other: ({ album }) =>
      send('POST', '/tracks', {
        data: {
          type: 'tracks',
          attributes: { ...trackAttributes, order: 1 },
          relationships: {
            albums: { data: [{ type: 'albums', id: album }] },
            'primary-genre': one('genres', '1'),
            language: one('languages', '118'),
          },
        },
      }),
    legal: [
      [204, 404, 0],
      [422, 201, 40],
    ],
    left: async ({ album }) => (await idsOf('album-artists', `filter[album]=${album}`)).length,
  },
};

describe('a deletion in parts', () => {
  it.each(Object.entries(meetings))('has the outcome of some serial order: %s', async (_, meeting) => {
    const outcomes: (readonly number[])[] = [];
    for (let after = 0, isOver = false; !isOver; after += isLong ? 1 : 3) {
      const release = await meeting.prepare();
      let other: number | undefined;
      way.interruption = {
        after,
        run: async () => {
          other = (await meeting.other(release)).status;
        },
      };
      const deletion = (await send('DELETE', meeting.deleted(release))).status;
      isOver = other === undefined;
      way.interruption = undefined;
      other ??= (await meeting.other(release)).status;
      const outcome = [deletion, other, await meeting.left(release)];
      expect(meeting.legal, `before call ${after}`).toContainEqual(outcome);
      outcomes.push(outcome);
      if (isLong || isOver) expect(catalogueFaults(await allRows())).toEqual([]);
    }
    expect(new Set(outcomes.map(String)).size).toBeGreaterThan(1);
  });

  it.each([
    ['a track', () => onManyAlbums(8), meetings['of a track and another artist of it']],
    ['an album', withManyArtists, meetings['of an album and a new track on it']],
  ] as const)(
    'leaves everything of %s or continues without its request after a crash',
    async (_, prepare, meeting) => {
      if (!meeting) throw new Error('There is no such meeting.');
      const interrupted: number[] = [];
      for (const isWritten of [false, true])
        for (let writesBefore = 0, isOver = false; !isOver; writesBefore++) {
          const release = await prepare();
          const path = meeting.deleted(release);
          way.crash = { writesBefore, isWritten };
          await send('DELETE', path);
          isOver = !way.crash.isDead;
          way.crash = undefined;
          const isStarted = await isGone(path);
          if (!isStarted) expect(await meeting.left(release)).toBe(40);
          interrupted.push(await finishDeletions());
          expect(await isGone(path)).toBe(isStarted);
          expect(await meeting.left(release)).toBe(isStarted ? 0 : 40);
          expect(await finishDeletions()).toBe(0);
        }
      expect(interrupted).toContain(1);
      expect(catalogueFaults(await allRows())).toEqual([]);
    },
  );
});
