/** For the tests of one file: a stage that delivers to a connected store, and releases with files for the store. */
import { beforeAll } from 'vitest';
import { delivererWith } from '../../functions/deliver-releases/handler.ts';
import { reviewerWith } from '../../functions/review-requests/handler.ts';
import { transfererWith } from '../../functions/transfer-releases/handler.ts';
import { storeFor } from '../../shared/distribution/stores/store-for.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import { ask, newRelease, request } from '../support/distribution/release.ts';
import { command } from '../support/distribution/stores.ts';
import { newUpc } from '../support/examples.ts';
import { stopReceivers, trustReceivers } from '../support/receivers.ts';
import { fileServer } from '../support/stores/file-server.ts';
import { type LocalBucket, withBucket } from '../support/stores/local-bucket.ts';
import { now, useWorkStage } from './work-stage.ts';

/** The DSP whose store is connected. */
export const DSP = '2';

const COVER = Buffer.from('a cover');
const clock = { now, random: () => 0.5 };

type StageOptions = Parameters<typeof useWorkStage>[0];

interface Options {
  /** Of each track. */
  readonly audio?: Buffer;
  readonly tracks?: number;
  /** In addition to those that deliver, or instead of them. */
  readonly consumers?: StageOptions['consumers'];
  readonly settings?: StageOptions['settings'];
}

interface Codes {
  readonly upc?: string;
  readonly isrc?: string | null;
}

interface Requested {
  /** Of the request. */
  readonly id: string;
  readonly album: string;
  readonly upc: string;
}

/** The fields of `list-stores` that tests read. */
interface ShownStore {
  readonly id: string;
  readonly 'last-contact': { readonly problem: string | null } | null;
  /** By a transfer or a test. */
  readonly 'last-write': { readonly problem: string | null } | null;
}

export class ConnectedStage {
  /** Of the files of a release, in the order of its tracks, with the cover at the end. */
  readonly lengths: readonly number[];
  readonly bucket: LocalBucket;
  readonly #tracks: number;
  #owner: Person | undefined;
  #urlOf = (path: string): string => path;

  constructor({ audio, tracks }: Required<Pick<Options, 'audio' | 'tracks'>>) {
    this.bucket = withBucket();
    this.#tracks = tracks;
    this.lengths = [...Array.from({ length: tracks }, () => audio.length), COVER.length];
    beforeAll(async () => {
      trustReceivers();
      const files = await fileServer();
      files.served.set('/cover.jpg', COVER).set('/song.wav', audio);
      this.#urlOf = (path) => files.url(path);
      this.#owner = await newAdmin();
      return stopReceivers;
    });
  }

  get owner(): Person {
    if (!this.#owner) throw new Error('The stage was not started.');
    return this.#owner;
  }

  /** @returns the id of a release that can be requested for the store. */
  async release({ upc = newUpc(), isrc = null }: Codes = {}): Promise<string> {
    const { album } = await newRelease(this.owner, {
      tracks: this.#tracks,
      dsps: [DSP],
      'upc-code': upc,
      artwork: this.#urlOf('/cover.jpg'),
      track: { 'full-audiofile-url': this.#urlOf('/song.wav'), 'isrc-code': isrc },
    });
    return album;
  }

  async requested({ upc = newUpc(), ...others }: Codes = {}): Promise<Requested> {
    const album = await this.release({ upc, ...others });
    return { id: await request(this.owner, album), album, upc };
  }

  readonly readDelivery = async (id: string) =>
    (await ask(this.owner, 200, 'GET', `/deliveries/${id}`)).body.data;

  /** @param id of the request. */
  readonly deliveryOf = async (id: string) => {
    const { body } = await ask(this.owner, 200, 'GET', `/distribution-requests/${id}?include=deliveries`);
    return body.included[0];
  };
}

/** @returns the store as `list-stores` shows it. */
export async function shownStore(): Promise<ShownStore | undefined> {
  const { stores } = (await command('list-stores', {})) as { stores: ShownStore[] };
  return stores.find(({ id }) => id === DSP);
}

export function useConnectedStage({
  audio = Buffer.from('a song'),
  tracks = 1,
  consumers,
  settings,
}: Options = {}): ConnectedStage {
  useWorkStage({
    consumers: {
      Review: reviewerWith({ now }),
      Store: delivererWith({ ...clock, storeFor }),
      Transfer: transfererWith(clock),
      ...consumers,
    },
    settings: { qaMode: 'auto', qaWaitSeconds: 0, ...settings },
    streams: true,
  });
  return new ConnectedStage({ audio, tracks });
}
