/** Calls of tests of artists and of their profiles on DSPs, as several users. */
import { handler as artists } from '../../functions/artists/handler.ts';
import { call, type Person } from './calls.ts';

export const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

export const alpha = (id: string) => ({
  'external-artist-id': `alpha:artist:${id}`,
  'external-artist-url': `https://alpha.example/artist/${id}`,
});
export const beta = (id: string) => ({
  'external-artist-id': id,
  'external-artist-url': `https://beta.example/artist/${id}`,
});
export const delta = (id: string) => ({
  'external-artist-id': id,
  'external-artist-url': `https://delta.example/${id}`,
});

export const type = 'artist-dsp-availabilities';

/** @param someone is called for each request, because the user is known only once a test has begun. */
export function artistCalls(someone: () => Person) {
  const get = async (path: string, person = someone()) =>
    (await call(artists, 200, { path, token: person.token })).body;
  const write = (method: string, status: number, path: string, data?: object) =>
    call(artists, status, { method, path, token: someone().token, body: data && { data } });
  const postArtist = (status: number, attributes: object, meta?: object) =>
    write('POST', status, '/artists', { type: 'artists', attributes, ...(meta && { meta }) });
  return {
    get,
    write,
    postArtist,
    newArtist: async (name: string, attributes = {}, meta?: object) =>
      (await postArtist(201, { name, ...attributes }, meta)).body.data,
    postProfile: (status: number, artist: string, dsp: string, attributes: object) =>
      write('POST', status, `/${type}`, {
        type,
        attributes,
        relationships: {
          artist: { data: { type: 'artists', id: artist } },
          dsp: { data: { type: 'dsps', id: dsp } },
        },
      }),
    patchProfile: (status: number, id: string, attributes: object) =>
      write('PATCH', status, `/${type}/${id}`, { type, id, attributes }),
    profilesOf: async (artist: string) => (await get(`/${type}?filter[artist-id]=${artist}`)).data,
  };
}
