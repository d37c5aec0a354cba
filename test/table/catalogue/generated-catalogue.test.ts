/** A generated catalogue of realistic size for tests and benchmarks, created through the API. */
import { beforeAll, describe, expect, it } from 'vitest';
import { definitions } from '../../../shared/service/definitions.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { type CreatedCatalogue, createCatalogue } from '../../support/catalogue/create.ts';
import { type GeneratedCatalogue, generateCatalogue } from '../../support/catalogue/generate.ts';
import { allRows, faultsOf } from '../../support/invariants.ts';
import { withTable } from '../../support/table.ts';
import { service } from '../conformance/service.ts';

const TRACKS = 40;

withTable();
let ada: Person;
let generated: GeneratedCatalogue;
let created: CreatedCatalogue;
beforeAll(async () => {
  ada = await newAdmin();
  generated = generateCatalogue({ tracks: TRACKS });
  created = await createCatalogue(generated, async (type, members) => {
    const request = {
      method: 'POST',
      path: `/${type}`,
      token: ada.token,
      body: { data: { type, ...members } },
    };
    return (await service.ask(service.routeFor('POST', `/${type}`), 201, request)).body.data.id;
  });
});

const list = async (path: string) => {
  const type = path.split(/[/?]/)[1] ?? '';
  return (await service.ask(service.routeFor('GET', `/${type}`), 200, { path, token: ada.token })).body;
};

describe('a generated catalogue', () => {
  it('is the same for the same seed and differs for another', () => {
    expect(generateCatalogue({ tracks: 500, seed: 3 })).toEqual(generateCatalogue({ tracks: 500, seed: 3 }));
    expect(generateCatalogue({ tracks: 500, seed: 3 })).not.toEqual(
      generateCatalogue({ tracks: 500, seed: 4 }),
    );
  });

  it('has the requested number of tracks on albums of up to twenty', () => {
    const { albums } = generateCatalogue({ tracks: 1234, seed: 5 });
    const sizes = albums.map(({ tracks }) => tracks.length);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(1234);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(20);
    expect(new Set(albums.map(({ upc }) => upc)).size).toBe(albums.length);
  });

  it('is returned by the API as generated', async () => {
    expect((await list('/tracks')).meta.page.total).toBe(TRACKS);
    const [album] = created.albums;
    const { data } = await list(`/tracks?filter[album]=${album?.id}&sort=order&page[size]=100`);
    const titles = data.map(({ attributes }: { attributes: { title: string } }) => attributes.title);
    expect(titles).toEqual(generated.albums[0]?.tracks.map(({ title }) => title));
  });

  it('leaves consistent rows in the table', async () => {
    expect(faultsOf(definitions, await allRows())).toEqual([]);
  });
});
