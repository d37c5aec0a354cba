/**
 * What usual requests cost: rounds of calls, calls and units at the table, and CPU as a ratio to a GetItem of
 * the SDK. The functions run in this process and the engine in another, so that the CPU is that of the
 * functions.
 */
import { fillAlbum, fillArtists, fillRoles } from '../support/catalogue/fill.ts';
import { albumAttributes, one, trackAttributes, trackLinks } from '../support/catalogue-calls.ts';
import { cpuRatio, getItem, TIMES } from './cpu.ts';
import { startInProcess } from './in-process.ts';
import type { Figures } from './report.ts';

type Members = { readonly attributes: object; readonly relationships?: object };
type Send = (method: string, path: string, body?: object) => Promise<string>;

interface MeasuredRequest {
  readonly name: string;
  readonly ask: (round: number) => Promise<unknown>;
}

export async function requests(): Promise<Figures> {
  const { person, send, useOf, end } = await startInProcess();
  const ownerId = person.userId;
  const all = await usual(ownerId, send);
  const bare = getItem(ownerId);
  const costs: Record<string, Figures[string]> = {};
  for (const { name, ask } of all) {
    // The first calls open windows and fill caches.
    for (let time = -20; time < 0; time++) await ask(time);
    const used = await useOf(() => ask(0));
    costs[name] = { ...used, CPU: await cpuRatio(ask, bare) };
  }
  await end();
  return costs;
}

async function usual(ownerId: string, send: Send): Promise<MeasuredRequest[]> {
  const make = async (type: string, members: Members): Promise<string> =>
    JSON.parse(await send('POST', `/${type}`, { data: { type, ...members } })).data.id;
  const change = (type: string, id: string, attributes: object) =>
    send('PATCH', `/${type}/${id}`, { data: { type, id, attributes } });
  const label = await make('labels', { attributes: { name: 'Bench' } });
  for (let number = 0; number < 19; number++) await make('labels', { attributes: { name: `L ${number}` } });
  const relationships = { label: one('labels', label) };
  const album = await make('albums', { attributes: albumAttributes, relationships });
  const coded = { ...trackAttributes, 'isrc-code': 'GBAYE2600001', order: 1 };
  const track = await make('tracks', { attributes: coded, relationships: trackLinks([album]) });
  const artistIds = await fillArtists(ownerId, 20);
  await fillAlbum({ ownerId, album, count: 19, afterOrder: 1, artists: artistIds });
  await fillRoles(ownerId, { album }, artistIds.slice(0, 3));
  const going: string[] = [];
  for (let number = 0; number <= TIMES + 30; number++)
    going.push(await make('labels', { attributes: { name: `Going ${number}` } }));
  const get = (name: string, path: string): MeasuredRequest => ({
    name: `GET ${name}`,
    ask: () => send('GET', path),
  });
  return [
    { name: 'DELETE /labels/{id}', ask: () => send('DELETE', `/labels/${going.pop()}`) },
    get('/labels/{id}', `/labels/${label}`),
    get('/albums/{id}', `/albums/${album}`),
    get('/tracks/{id}', `/tracks/${track}`),
    get('/albums/{id}?include=label,artists,tracks', `/albums/${album}?include=label,artists,tracks`),
    get('/labels', '/labels'),
    get('/tracks', '/tracks'),
    get('/tracks?filter[album]', `/tracks?filter[album]=${album}`),
    get('/tracks?filter[isrc-code]', '/tracks?filter[isrc-code]=GBAYE2600001'),
    {
      name: 'PATCH /labels/{id}',
      ask: (time) => change('labels', label, { description: `Description ${time}` }),
    },
    { name: 'PATCH /labels/{id}, unchanged', ask: () => change('labels', label, { name: 'Bench' }) },
    { name: 'PATCH /tracks/{id}, unchanged', ask: () => change('tracks', track, { title: coded.title }) },
    { name: 'POST /labels', ask: (time) => make('labels', { attributes: { name: `Made ${time}` } }) },
  ];
}
