/** Releases that were analyzed, compared, approved and delivered, with the events of all that, and one that waits for its review. */
import { languageData } from '../../../shared/reference/data/languages.ts';
import type { Person } from '../../support/calls.ts';
import { ask, create, newRelease, request } from '../../support/distribution/release.ts';
import { approve } from '../../support/distribution/stores.ts';
import { newUpc } from '../../support/examples.ts';
import { work, workFor } from '../stream-stage.ts';
import type { Hosts } from './hosts.ts';

export const ISRC = 'DEAB12600101';
const TEXT = 'Every word of a long text. '.repeat(100);
const MOST_TITLES = 20;
const titles = languageData
  .rows()
  .slice(0, MOST_TITLES)
  .map(({ id }) => ({
    language: id,
    title: `Harbour ${'and so on '.repeat(15)}`,
    phonetic: null,
  }));

interface Cast {
  readonly ada: Person;
  readonly ben: Person;
  readonly hosts: Hosts;
}

/** @returns the album that stores have. */
export async function distributed({ ada, ben, hosts }: Cast): Promise<string> {
  const hooks = {
    [hosts.hook]: 'album.status_changed',
    [hosts.failingHook]: 'delivery.created',
    [hosts.slowHook]: 'analytics_report.completed',
  };
  const endpoints: string[] = [];
  for (const [url, event] of Object.entries(hooks))
    endpoints.push(
      await create(ada, 'webhook-endpoints', { attributes: { url, events: [event], description: 'Ours' } }),
    );
  // The first attempt shows that the endpoint is slow, and the second takes a lane.
  for (let tests = 0; tests < 2; tests++) {
    await ask(ada, 202, 'POST', `/webhook-endpoints/${endpoints.at(-1)}/test`);
    await work();
  }
  const release = await newRelease(ada, {
    artwork: hosts.cover,
    tracks: 1,
    'upc-code': null,
    'primary-genre': '1',
    track: { 'full-audiofile-url': hosts.song, 'isrc-code': ISRC, title: 'Harbour Song' },
  });
  const [track = ''] = release.tracks;
  await longTexts(ada, { ...release, track });
  const given = await newRelease(ada, {
    artwork: hosts.cover,
    tracks: 2,
    track: { 'full-audiofile-url': hosts.otherSong, 'isrc-code': null, title: 'Breakwater' },
  });
  for (const album of [release.album, given.album]) await approved(ada, album, 'delivery');
  await approved(ada, given.album, 'takedown');
  // The codes that the stage gave remain their owner's.
  for (const track of given.tracks) await ask(ada, 204, 'DELETE', `/tracks/${track}`);
  await ask(ada, 204, 'DELETE', `/albums/${given.album}`);
  const other = await newRelease(ben, {
    artwork: hosts.cover,
    tracks: 1,
    track: { 'full-audiofile-url': hosts.song, title: 'Quay' },
  });
  await request(ben, other.album);
  await workFor(3);
  await patch(ben, 'albums', other.album, { title: 'Another title' });
  await patch(ben, 'artists', other.artist, { name: 'Another Name' });
  await patch(ada, 'albums', release.album, { 'upc-code': newUpc() });
  return release.album;
}

const patch = (person: Person, type: string, id: string, attributes: object) =>
  ask(person, 200, 'PATCH', `/${type}/${id}`, { data: { type, id, attributes } });

/** Values that are stored beside their records. */
async function longTexts(
  ada: Person,
  { album, track, artist }: { album: string; track: string; artist: string },
) {
  await patch(ada, 'albums', album, { description: TEXT.slice(0, 2500), 'title-translations': titles });
  await patch(ada, 'tracks', track, {
    lyrics: TEXT,
    'synced-lyrics': `[00:01.00]${TEXT.slice(0, 400)}`,
    'title-translations': titles,
  });
  await patch(ada, 'artists', artist, { bio: TEXT });
}

/** Requests, approves and delivers. */
async function approved(ada: Person, album: string, type: string): Promise<void> {
  const id = await request(ada, album, type);
  await workFor(3);
  await approve(id);
  await workFor(5);
}
