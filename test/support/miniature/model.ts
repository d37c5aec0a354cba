/** The miniature catalogue as a model: what each request answers with, and what it makes of a catalogue held in memory. */
import type { Call } from '../calls.ts';
import type { Catalogue } from './catalogue.ts';

/** Changes the catalogue. @param id of what the answer shows. @returns the status that the answer must have. */
type Effect = (catalogue: Catalogue, id: string) => number;

export interface Action {
  readonly call: Call;
  readonly effect: Effect;
}

const ref = (type: string, id: string) => ({ data: { type, id } });
const refs = (type: string, ids: readonly string[]) => ({ data: ids.map((id) => ({ type, id })) });
const post = (type: string, attributes: object, relationships: object = {}): Call => ({
  method: 'POST',
  path: `/${type}`,
  body: { data: { type, attributes, relationships } },
});
const patch = (type: string, id: string, members: object): Call => ({
  method: 'PATCH',
  path: `/${type}/${id}`,
  body: { data: { type, id, ...members } },
});

const linksOf = ({ links }: Catalogue, track: string) =>
  Object.values(links).filter((each) => each.track === track);
const isPlaceTaken = ({ links }: Catalogue, wanted: { album: string; order: number; track?: string }) =>
  Object.values(links).some(
    ({ album, order, track }) => album === wanted.album && order === wanted.order && track !== wanted.track,
  );
const link = (catalogue: Catalogue, album: string, track: string, order: number) => {
  catalogue.links[`${album}/${track}`] = { album, track, order };
};

/** Makes a track link exactly these albums: new links take its order. */
function linkExactly(catalogue: Catalogue, track: string, wanted: readonly string[], order: number): number {
  const now = linksOf(catalogue, track).map(({ album }) => album);
  const added = wanted.filter((album) => !now.includes(album));
  if (wanted.length === 0 || added.some((album) => isPlaceTaken(catalogue, { album, order }))) return 422;
  for (const album of now) if (!wanted.includes(album)) delete catalogue.links[`${album}/${track}`];
  for (const album of added) link(catalogue, album, track, order);
  catalogue.tracks[track] = { order };
  return 200;
}

export const actions = {
  createLabel: (name: string): Action => ({
    call: post('labels', { name }),
    effect: ({ labels }, id) => {
      const [same] = Object.entries(labels).find(([, each]) => each === name) ?? [];
      // A POST with a name that is there answers with its label.
      if (same === undefined ? labels[id] !== undefined : same !== id) return 0;
      labels[id] = name;
      return 201;
    },
  }),
  renameLabel: (id: string, name: string): Action => ({
    call: patch('labels', id, { attributes: { name } }),
    effect: ({ labels }) => {
      if (labels[id] === undefined) return 404;
      if (Object.entries(labels).some(([other, each]) => other !== id && each === name)) return 422;
      labels[id] = name;
      return 200;
    },
  }),
  createAlbum: (label: string | null): Action => ({
    call: post('albums', { title: 'Album' }, label === null ? {} : { label: ref('labels', label) }),
    effect: ({ albums, labels }, id) => {
      if (label !== null && labels[label] === undefined) return 404;
      albums[id] = { label, status: 'draft' };
      return 201;
    },
  }),
  moveAlbum: (id: string, label: string | null): Action => ({
    call: patch('albums', id, { relationships: { label: label ? ref('labels', label) : { data: null } } }),
    effect: ({ albums, labels }) => {
      const album = albums[id];
      if (!album || (label !== null && labels[label] === undefined)) return 404;
      album.label = label;
      return 200;
    },
  }),
  createTrack: (order: number, on: readonly string[]): Action => ({
    call: post('tracks', { title: 'Track', order, credits: [] }, { albums: refs('albums', on) }),
    effect: (catalogue, id) => {
      if (on.some((album) => !catalogue.albums[album])) return 404;
      const status = linkExactly(catalogue, id, on, order);
      return status === 200 ? 201 : status;
    },
  }),
  replaceAlbums: (id: string, on: readonly string[], order: number): Action => ({
    call: patch('tracks', id, { attributes: { order }, relationships: { albums: refs('albums', on) } }),
    effect: (catalogue) => {
      if (!catalogue.tracks[id] || on.some((album) => !catalogue.albums[album])) return 404;
      return linkExactly(catalogue, id, on, order);
    },
  }),
  writeAlbums: (id: string, on: readonly string[], method: 'POST' | 'PATCH' | 'DELETE'): Action => ({
    call: { method, path: `/tracks/${id}/relationships/albums`, body: refs('albums', on) },
    effect: (catalogue) => {
      const now = linksOf(catalogue, id).map(({ album }) => album);
      const others = now.filter((album) => !on.includes(album));
      const wanted = { POST: [...others, ...on], PATCH: on, DELETE: others }[method];
      const track = catalogue.tracks[id];
      if (!track || wanted.some((album) => !catalogue.albums[album])) return 404;
      return linkExactly(catalogue, id, wanted, track.order);
    },
  }),
  createLink: (album: string, track: string, order: number): Action => ({
    call: post('album-tracks', { order }, { album: ref('albums', album), track: ref('tracks', track) }),
    effect: (catalogue) => {
      if (!catalogue.albums[album] || !catalogue.tracks[track]) return 404;
      if (catalogue.links[`${album}/${track}`] || isPlaceTaken(catalogue, { album, order })) return 422;
      link(catalogue, album, track, order);
      return 201;
    },
  }),
  moveLink: (id: string, order: number): Action => ({
    call: patch('album-tracks', id, { attributes: { order } }),
    effect: (catalogue) => {
      const found = Object.values(catalogue.links).find((each) => each.id === id);
      if (!found) return 404;
      if (isPlaceTaken(catalogue, { ...found, order })) return 422;
      found.order = order;
      return 200;
    },
  }),
  assignStores: (album: string, stores: readonly string[]): Action => ({
    call: {
      method: 'POST',
      path: '/album-stores/bulk/assign',
      body: {
        data: stores.map((store) => ({
          type: 'album-stores',
          relationships: { album: ref('albums', album), store: ref('stores', store) },
        })),
      },
    },
    effect: (catalogue) => {
      if (!catalogue.albums[album]) return 404;
      for (const store of stores) catalogue.stores[`${album}/${store}`] = true;
      return 201;
    },
  }),
  createRequest: (album: string): Action => ({
    call: post('requests', {}, { album: ref('albums', album) }),
    effect: ({ albums, requests: all }, id) => {
      const found = albums[album];
      if (!found) return 404;
      if (Object.values(all).some((each) => each.album === album && each.status === 'pending')) return 422;
      all[id] = { album, status: 'pending' };
      found.status = 'in_review';
      return 201;
    },
  }),
  decide: (id: string, on: 'approve' | 'reject'): Action => ({
    call: { method: 'POST', path: `/requests/${id}/${on}` },
    effect: ({ albums, requests: all }) => {
      const found = all[id];
      if (!found) return 404;
      if (found.status !== 'pending') return 422;
      found.status = on === 'approve' ? 'sent' : 'rejected';
      const album = albums[found.album];
      if (album && on === 'approve') album.status = 'approved';
      return 200;
    },
  }),
  remove: (type: 'labels' | 'albums' | 'tracks' | 'album-tracks', id: string): Action => ({
    call: { method: 'DELETE', path: `/${type}/${id}` },
    effect: (catalogue) => removed(catalogue, type, id),
  }),
};

function removed(catalogue: Catalogue, type: string, id: string): number {
  const { labels: allLabels, albums: allAlbums, tracks: allTracks, links, stores } = catalogue;
  if (type === 'labels') {
    if (allLabels[id] === undefined) return 404;
    if (Object.values(allAlbums).some(({ label }) => label === id)) return 422;
    delete allLabels[id];
  } else if (type === 'albums') {
    if (!allAlbums[id]) return 404;
    if (Object.values(links).some(({ album }) => album === id)) return 422;
    delete allAlbums[id];
    for (const pair of Object.keys(stores)) if (pair.startsWith(`${id}/`)) delete stores[pair];
  } else {
    const gone = Object.entries(links).filter(([, each]) =>
      type === 'tracks' ? each.track === id : each.id === id,
    );
    if (type === 'tracks' ? !allTracks[id] : gone.length === 0) return 404;
    for (const [pair] of gone) delete links[pair];
    delete allTracks[id];
  }
  return 204;
}
