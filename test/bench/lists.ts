/** What lists cost as they grow: calls and units of the first read by a function, and of later ones. */
import { forgetEverything } from './in-process.ts';
import { type Filled, startFilled } from './large/filled.ts';
import type { Figures } from './report.ts';

const SIZES = [100, 1000, 10_000, 100_000];
/** Filters and sorts of different kinds cost the same. */
const TRACKS = '/tracks?sort=-title&filter[is-explicit]=false';
const HISTORIES = ['/deliveries', '/distribution-requests', '/webhook-events'];
const PER_ALBUM = 100;
const none = { labels: 1, artists: 1, requestsPerAlbum: 0, deliveriesPerRequest: 0, events: 0 };

export async function lists(): Promise<Figures> {
  const figures: Record<string, Figures[string]> = {};
  for (const count of SIZES) {
    const sizes = { ...none, albums: count / PER_ALBUM, tracksPerAlbum: PER_ALBUM };
    const filled = await startFilled(sizes);
    await filled.fold(['tracks']);
    figures[`${count.toLocaleString('en')} tracks`] = await costOfList(filled, TRACKS);
    await filled.end();
  }
  return figures;
}

/** Of a year, and of 30 days of events. */
export async function histories(scale = 1): Promise<Figures> {
  const releases = {
    albums: 1000 * scale,
    tracksPerAlbum: 0,
    requestsPerAlbum: 100,
    deliveriesPerRequest: 1,
  };
  const filled = await startFilled({ ...none, ...releases, events: 100_000 * scale });
  await filled.fold(HISTORIES.map((path) => path.slice(1)));
  const figures: Record<string, Figures[string]> = {};
  for (const path of HISTORIES) {
    figures[path] = await costOfList(filled, path);
    const deep = `${path}?page[number]=${Math.round(2500 * scale)}`;
    figures[`${path}, deep page`] = await costOfList(filled, deep);
  }
  await filled.end();
  return figures;
}

async function costOfList({ useOf, respond }: Filled, path: string): Promise<Figures[string]> {
  // A new function knows no snapshot.
  forgetEverything();
  const first = await useOf(() => respond('GET', path));
  const started = performance.now();
  let status = 0;
  const again = await useOf(async () => {
    ({ status } = await respond('GET', path));
  });
  return {
    'calls, first': first.calls,
    'read units, first': first['read units'],
    'calls, again': again.calls,
    'read units, again': again['read units'],
    'rounds, again': again.rounds,
    'milliseconds, again': Math.round(performance.now() - started),
    status,
  };
}
