/** A lane of one user who distributes albums, with the operators who decide on the requests. */
import { setTimeout as wait } from 'node:timers/promises';
import type { SeededRandom } from '../../support/catalogue/random.ts';
import type { User } from '../model.ts';
import { linked, type Soak } from '../soak.ts';
import type { CatalogueLane, Release } from './catalogue.ts';

const DSPS = ['1', '2', '3', '4', '6', '9'];
export const behaviors = [
  'confirm',
  'confirm',
  'accept',
  'reject',
  'fail',
  'flaky',
  'skip',
  'package',
] as const;
const MAX_RELEASES = 30;

export class DistributionLane {
  readonly #soak: Soak;
  readonly #user: User;
  readonly #random: SeededRandom;
  readonly #catalogue: CatalogueLane;
  readonly #releases: Release[] = [];

  constructor(
    soak: Soak,
    { user, random, catalogue }: { user: User; random: SeededRandom; catalogue: CatalogueLane },
  ) {
    this.#soak = soak;
    this.#user = user;
    this.#random = random;
    this.#catalogue = catalogue;
  }

  async step(): Promise<void> {
    const random = this.#random;
    const isNew =
      this.#releases.length === 0 || (random.happens(0.4) && this.#releases.length < MAX_RELEASES);
    const release = isNew ? await this.#newRelease() : random.pick(this.#releases);
    if (!release) return;
    if (random.happens(0.1)) return this.#takeDown(release);
    const type = isNew ? 'delivery' : random.pick(['delivery', 'update', 'redelivery', 'takedown']);
    const request = await this.#request(release, type);
    if (request !== undefined) await this.#decide(release, request);
  }

  async #newRelease(): Promise<Release | undefined> {
    const dsps = DSPS.filter(() => this.#random.happens(0.5));
    const tracks = this.#random.between(1, 3);
    const release = await this.#catalogue.newRelease({ tracks, dsps: dsps.length > 0 ? dsps : ['1'] });
    if (release) this.#releases.push(release);
    return release;
  }

  async #request({ album }: Release, type: string): Promise<string | undefined> {
    const { status, body } = await this.#user.client.ask({
      method: 'POST',
      path: '/distribution-requests',
      body: {
        data: {
          type: 'distribution-requests',
          attributes: { 'request-type': type },
          relationships: { album: linked('albums', album.id) },
        },
      },
    });
    if (status !== 201) {
      this.#soak.figures.count('rejected distribution-requests');
      return undefined;
    }
    const id = String(body.data.id);
    this.#user.keep('distribution-requests', id, { album: album.id });
    this.#user.transitions.set(id, []);
    return id;
  }

  async #decide(release: Release, request: string): Promise<void> {
    const { client } = this.#user;
    const random = this.#random;
    const path = `/distribution-requests/${request}`;
    if (random.happens(0.08)) {
      const { status } = await client.ask({ method: 'POST', path: `${path}/reject` });
      this.#entered(request, status, 'rejected');
      return this.#requeue(release, request);
    }
    const preapproved = await client.ask({ method: 'POST', path: `${path}/preapprove` });
    this.#entered(request, preapproved.status, 'pending');
    if (random.happens(0.1)) {
      const rejected = await this.#soak.operator.run(['reject-request', request, '--reason', 'Soak']);
      if ('result' in rejected) this.#entered(request, 200, 'rejected');
      return this.#requeue(release, request);
    }
    await this.#approve(release, request);
  }

  async #approve(release: Release, request: string): Promise<void> {
    for (let look = 0; look < 3; look++) {
      const approved = await this.#soak.operator.run(['approve-request', request]);
      if ('result' in approved) this.#entered(request, 200, 'sent');
      // A store that gets packages needs the cover, which is being read.
      else if (approved.codes.includes('album_incomplete')) await wait(1_000);
      if ('result' in approved || !approved.codes.includes('album_incomplete')) break;
    }
    await this.#followed(release, request);
  }

  /** Sometimes, the operators look at a rejected request again. */
  async #requeue(release: Release, request: string): Promise<void> {
    if (!this.#random.happens(0.5)) return;
    const requeued = await this.#soak.operator.run(['requeue-request', request]);
    if ('codes' in requeued) return;
    this.#entered(request, 200, 'pending');
    await this.#approve(release, request);
  }

  #entered(request: string, status: number, to: string): void {
    if (status === 200) this.#user.transitions.get(request)?.push(to);
  }

  /** Waits a little for the stores. Tracks that one has are named in reports. */
  async #followed({ album, tracks }: Release, request: string): Promise<void> {
    for (let look = 0; look < 4 && !this.#soak.signal.aborted; look++) {
      await wait(700);
      const { body } = await this.#user.client.get(
        `/distribution-requests/${request}/deliveries?page[size]=50`,
      );
      const deliveries: { attributes: { status: string; type: string } }[] = body?.data ?? [];
      const isSent = deliveries.some(
        ({ attributes: { status, type } }) => status === 'sent' && type !== 'takedown',
      );
      if (isSent) return this.#release(album.id, tracks);
    }
  }

  #release(_album: string, tracks: Release['tracks']): void {
    const { released } = this.#soak.model;
    for (const { id, isrc } of tracks)
      if (!released.some(({ track }) => track === id)) released.push({ user: this.#user, track: id, isrc });
  }

  async #takeDown({ album }: Release): Promise<void> {
    await this.#soak.operator.run(['takedown-album', album.id, '--reason', 'Soak']);
  }
}
