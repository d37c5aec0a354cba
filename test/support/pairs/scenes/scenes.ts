/** Prepared catalogues: one for each state of distribution in which operations mean something else. */
import { formerIsrcRow } from '../../../../shared/catalogue/former-isrcs.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { required } from '../../../../shared/kit/values/required.ts';
import { newAdmin, type Person, setCapabilities } from '../../calls.ts';
import { ask, request } from '../../distribution/release.ts';
import { approve, command, runStores } from '../../distribution/stores.ts';
import { connecting } from '../../stores/connecting.ts';
import type { Cast } from '../cast.ts';
import { codesLeftScene } from './codes-left-scene.ts';
import { largeScene } from './large-scene.ts';
import { organizationScene } from './organization-scene.ts';
import { placesScene, videosScene } from './places-scenes.ts';
import { catalogue, idsOf } from './small-catalogue.ts';

const person = () => newAdmin({ video: true, 'music-videos': true });
const accepting = { storeFor: () => ({ hand: async () => ({ is: 'accepted' as const }) }) };

const requested = async (): Promise<Requested> => requestedBy(await person());

interface Requested extends Cast {
  readonly id: string;
  /** The request for an album without codes. */
  readonly other: string;
}

async function requestedBy(ada: Person): Promise<Requested> {
  const records = await catalogue(ada);
  const id = await request(ada, records['albums']?.[0] ?? '');
  const other = await request(ada, records['albums']?.[2] ?? '');
  return { ada, records: { ...records, 'distribution-requests': [id, other] }, id, other };
}

/** The first request waits for its owner, and the second, which its owner has preapproved, for a review. */
async function preapproved(): Promise<Cast> {
  const ada = await newAdmin({ video: true, 'music-videos': true, preapproval: true });
  const { records, other } = await requestedBy(ada);
  await ask(ada, 200, 'POST', `/distribution-requests/${other}/preapprove`);
  return { ada, records };
}

const deliveriesOf = (ada: Person, id: string) => idsOf(ada, `/distribution-requests/${id}/deliveries`);

async function approved(): Promise<Cast> {
  const { ada, records, id } = await requested();
  await approve(id);
  return { ada, records: { ...records, deliveries: await deliveriesOf(ada, id) } };
}

async function sent(): Promise<Cast> {
  const cast = await approved();
  await runStores(accepting);
  return cast;
}

/** Packages wait for stores, which are not connected any more, and another store is tested. */
async function transferring(): Promise<Cast> {
  const cast = await approved();
  await runStores({ storeFor: () => ({ hand: async () => ({ is: 'packed' }) }) });
  await command('connect-store', { ...connecting('2'), port: 1 });
  await command('test-store', { 'dsp-id': '2' });
  return cast;
}

async function live(): Promise<Cast> {
  const cast = await sent();
  for (const id of cast.records['deliveries'] ?? [])
    await command('report-store', { 'delivery-id': id, outcome: 'completed' });
  await keepFormer(cast);
  return cast;
}

/** An ISRC with which a store got a track that has another one now. */
export const FORMER_ISRC = 'DEAB12699990';

async function keepFormer({ ada, records }: Cast): Promise<void> {
  const track = required(records['tracks']?.[0], 'The catalogue has a track.');
  const former = { code: FORMER_ISRC, owner: ada.userId, track, album: null, artists: [] };
  await new Table().commit([{ put: formerIsrcRow(former) }]);
}

/** Stores have got an album and an update of it, and have reported on neither. The two deliveries are to the same store. */
async function updated(): Promise<Cast> {
  const { ada, records } = await sent();
  const [first = ''] = records['deliveries'] ?? [];
  const id = await request(ada, records['albums']?.[0] ?? '', 'update');
  await approve(id);
  await runStores(accepting);
  const [update = ''] = await deliveriesOf(ada, id);
  return { ada, records: { ...records, deliveries: [update, first] } };
}

/** @param type of the open request of the first album. */
async function requestedFor({ ada, records }: Cast, type: string): Promise<Cast> {
  const id = await request(ada, records['albums']?.[0] ?? '', type);
  return { ada, records: { ...records, 'distribution-requests': [id] } };
}

export const scenes = {
  draft: async () => {
    const ada = await person();
    return { ada, records: await catalogue(ada) };
  },
  'read-only': async () => {
    const ada = await person();
    const records = await catalogue(ada);
    await command('set-read-only', { 'organization-id': ada.organizationId });
    return { ada, records };
  },
  places: () => placesScene(person()),
  videos: () => videosScene(person()),
  'in review': async () => {
    const { ada, records, id } = await requested();
    await command('look-at-request', { id });
    // Given later, so that the request was not preapproved.
    await setCapabilities(ada, { preapproval: true });
    return { ada, records };
  },
  preapproved,
  rejected: async () => {
    const { ada, records, id } = await requested();
    await command('reject-request', { id, reason: 'No artwork.' });
    return { ada, records };
  },
  approved,
  transferring,
  sent,
  live,
  'update in review': async () => requestedFor(await updated(), 'update'),
  'takedown in review': async () => requestedFor(await live(), 'takedown'),
  organization: organizationScene,
  large: largeScene,
  'codes left': codesLeftScene,
} satisfies Readonly<Record<string, () => Promise<Cast>>>;

export type SceneName = keyof typeof scenes;
