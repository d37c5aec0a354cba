/** The demo data of a new stage, created with operators' commands and through the API. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { required } from '../../../shared/kit/values/required.ts';
import { type Clock, systemClock } from '../host/clock.ts';
import type { LocalStage } from '../start.ts';
import { type DemoAlbum, demoAlbums, demoArtists } from './catalogue.ts';
import { DemoApi, type DemoRecord, demoLogin, type Operate, requireDone, SeedingError } from './demo-api.ts';
import { demoRelease } from './demo-release.ts';
import { seedUsage } from './seed-usage.ts';

const demoOrganization = {
  command: 'create-organization',
  arguments: {
    name: 'Demo',
    'admin-name': 'Demo Admin',
    'admin-email': demoLogin.email,
    'admin-password': demoLogin.password,
    preapproval: true,
    video: true,
    'music-videos': true,
  },
  actor: 'local',
} as const;

type SeededStage = Pick<LocalStage, 'url' | 'awsUrl' | 'dataDirectory' | 'invoke'>;

interface SeedOptions {
  readonly clock?: Clock;
  /** Receives a title before each slow step. */
  readonly onPhase?: (title: string) => void;
}

/**
 * Creates the demo data once per data directory, and completes it if an earlier start was interrupted. After
 * a temporary failure it is retried in the background, because the stage is usable without it.
 * @returns a message for the developer if the data is not complete.
 */
export async function seedDemo(
  stage: SeededStage,
  { clock = systemClock, onPhase = () => {} }: SeedOptions = {},
): Promise<string | undefined> {
  const marker = join(stage.dataDirectory, 'demo-data');
  if (existsSync(marker)) return undefined;
  onPhase('Creating the demo data');
  try {
    // If an interrupted start has created the organization, the command only reports that the e-mail address
    // is taken.
    await stage.invoke('operate', demoOrganization);
    const api = await DemoApi.signIn(stage.url);
    const { actor } = demoOrganization;
    const operate: Operate = (command, given) =>
      stage.invoke('operate', { command, arguments: given, actor });
    const albums = await createCatalogue({ api, operate }, new Date(clock.now()));
    for (const album of demoAlbums) {
      const { id } = required(albums.get(album.upc), `The album ${album.title} was not created.`);
      await distribute({ album, albumId: id }, { api, operate });
    }
    await seedUsage(stage, { api, operate, albums });
    writeFileSync(marker, new Date(clock.now()).toISOString());
    return undefined;
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
    const seconds = error instanceof SeedingError ? error.retryAfterSeconds : undefined;
    if (seconds === undefined)
      return `The demo data is incomplete, and the next start will try again: ${reason}.`;
    clock.at(clock.now() + seconds * 1000, () => void seedDemo(stage, { clock }));
    return `The demo data is incomplete, and will be retried in ${seconds} s: ${reason}.`;
  }
}

/**
 * What an interrupted start has created stays as it is, including the dates of releases.
 * @returns the albums, by UPC.
 */
async function createCatalogue(
  { api, operate }: { api: DemoApi; operate: Operate },
  now: Date,
): Promise<ReadonlyMap<string, DemoRecord>> {
  for (const attributes of demoArtists) await api.create('artists', { attributes });
  const user = await api.userId();
  // One by one, because lists show records in the order of their creation.
  for (const album of demoAlbums) {
    const releases = [demoRelease(album, now)];
    requireDone(await operate('import-catalogue', { user, step: 'write', releases }));
  }
  const albums = new Map<string, DemoRecord>();
  for (const { upc } of demoAlbums)
    for (const album of await api.list(`/albums?filter[upc-code]=${upc}`)) albums.set(upc, album);
  return albums;
}

/** Requests the delivery of an album, up to the state that it has in the demo. */
async function distribute(
  { album, albumId }: { album: DemoAlbum; albumId: string },
  { api, operate }: { api: DemoApi; operate: Operate },
): Promise<void> {
  if (album.distribution === 'draft') return;
  const { id, attributes } = await ensureRequest(api, albumId);
  // The demo account decides on its requests before operators do.
  if (attributes['status'] === 'preapproved') await api.post(`/distribution-requests/${id}/preapprove`);
  // If an interrupted start has approved the request, the command reports only that it is not pending.
  if (album.distribution === 'delivered') await operate('approve-request', { id });
}

async function ensureRequest(api: DemoApi, albumId: string): Promise<DemoRecord> {
  const [existing] = await api.list(`/distribution-requests?filter[album]=${albumId}`);
  const album = { data: { type: 'albums', id: albumId } };
  return (
    existing ??
    api.create('distribution-requests', {
      attributes: { 'request-type': 'delivery' },
      relationships: { album },
    })
  );
}
