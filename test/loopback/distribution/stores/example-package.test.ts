/** docs/package contains the delivered album of the demo as it is currently written. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { demoAlbums } from '../../../../bin/local/demo/catalogue.ts';
import { packageStore } from '../../../../shared/distribution/stores/package/package-store.ts';
import { wantedFiles } from '../../../../shared/ern/write/package-files.ts';
import { Bucket } from '../../../../shared/platform/bucket/bucket.ts';
import { genreData } from '../../../../shared/reference/data/genres.ts';
import { withBucket } from '../../../support/stores/local-bucket.ts';
import { artist, parcel, release, track } from '../../../support/stores/parcel.ts';
import { testSettings } from '../../../support/table.ts';

const bucket = withBucket();
const STORE_DELIVERY = '0b6f6a52-6c1e-4c3b-9d6c-3f0f2d1f7a55';

function demoParcel() {
  const album = demoAlbums.find(({ distribution }) => distribution === 'delivered');
  if (!album) throw new Error('No album of the demo is delivered.');
  const shared = {
    language: 'pt',
    genres: genreData.rows().flatMap(({ id, name }) => (id === album.genreId ? [name] : [])),
    rightsOwnerYear: 2026,
    rightsOwnerName: album.label,
  };
  const main = artist(album.artist, { order: 1 });
  const tracks = album.tracks.map(({ title, isrc, length, composer, credits }, index) =>
    track({
      ...shared,
      id: String(115008263467008 + index),
      order: index + 1,
      title,
      duration: length,
      isrc,
      artists: [main, artist(composer, { role: 'composer', order: 2 })],
      credits: [...credits],
      audio: `https://files.example/audio/${album.upc}-${index + 1}.wav`,
    }),
  );
  return parcel({
    storeDeliveryId: STORE_DELIVERY,
    dsp: { id: '4', name: 'Beta' },
    createdAt: '2026-11-22T09:30:00.000Z',
    release: release({
      ...shared,
      id: '115008263176192',
      title: album.title,
      upc: album.upc,
      releaseDate: '2027-01-15',
      format: album.format,
      label: album.label,
      artists: [main],
      artwork: `https://files.example/artwork/${album.upc}.jpg`,
      territories: ['BR', 'JP', 'PT'],
      tracks,
    }),
  });
}

it('the package of the demo equals the example in the documentation', async () => {
  const packages = new Bucket(bucket.name);
  const demo = demoParcel();
  // Files that are already in the package are not read from a server. The demo has no file server.
  const wanted = wantedFiles(demo);
  if ('missing' in wanted) throw new Error(wanted.missing);
  for (const { name, title } of wanted.files)
    await packages.create(`${STORE_DELIVERY}/${name}`, [`${title}.`]);
  const store = packageStore({
    bucket: packages,
    settings: testSettings.packages,
    source: { allowedCidrs: ['127.0.0.0/8'], idleTimeoutMs: 60_000, until: new AbortController().signal },
  });
  expect(await store.hand(demo, 1)).toEqual({ is: 'accepted' });
  const written = [...(await bucket.files(STORE_DELIVERY))].filter(
    ([name]) => !name.startsWith('resources/'),
  );
  expect(written.map(([name]) => name)).toEqual(['manifest.json', 'message.xml']);
  const shown = (name: string) => join(import.meta.dirname, '../../../../docs/package', name);
  for (const [name, content] of written) await expect(String(content)).toMatchFileSnapshot(shown(name));
});
