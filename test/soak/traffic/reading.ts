/** A lane of one user who reads lists and records, and requests analytics reports. */
import type { SeededRandom } from '../../support/catalogue/random.ts';
import type { User } from '../model.ts';
import type { Soak } from '../soak.ts';
import { REPORTED_DSPS } from './usage.ts';

const LISTS = [
  '/labels?sort=name',
  '/labels?filter[name]=Label',
  '/albums?filter[last-status]=draft&sort=-created-at&include=label',
  '/albums?filter[title]=Renamed',
  '/albums?page[size]=100&include=album-artists',
  '/tracks?sort=title&page[size]=50',
  '/tracks?filter[title]=Track&include=albums',
  '/artists?filter[name]=Soak',
  '/deliveries?filter[status]=sent&sort=-date',
  '/distribution-requests?filter[status]=pending',
  '/webhook-events?page[size]=20',
  '/webhook-endpoints',
  '/royalties/summary',
  '/royalties/payments?filter[period-to]=2099-12',
  '/auth/me',
];

export class ReadingLane {
  readonly #soak: Soak;
  readonly #user: User;
  readonly #random: SeededRandom;

  constructor(soak: Soak, { user, random }: { user: User; random: SeededRandom }) {
    this.#soak = soak;
    this.#user = user;
    this.#random = random;
  }

  async step(): Promise<void> {
    const random = this.#random;
    if (random.happens(0.1)) return this.#report();
    if (random.happens(0.4)) return this.#known();
    const path = random.pick(LISTS);
    const { status, body } = await this.#user.client.get(path);
    if (status !== 200)
      this.#soak.faults.push(`GET ${path}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
  }

  /** What was acknowledged is there immediately. */
  async #known(): Promise<void> {
    const all = [...this.#user.records.values()];
    if (all.length === 0) return;
    const known = this.#random.pick(all);
    const { status } = await this.#user.client.get(`/${known.type}/${known.id}`);
    // Another lane may have deleted it since.
    const isStillKnown = this.#user.records.get(`${known.type}/${known.id}`) === known;
    if (status !== 200 && isStillKnown && !this.#user.deleted.has(`${known.type}/${known.id}`))
      this.#soak.model.suspects.push({ user: this.#user, known, status });
  }

  async #report(): Promise<void> {
    const random = this.#random;
    const date = `2026-0${random.between(1, 6)}-${String(random.between(1, 28)).padStart(2, '0')}`;
    const attributes = { 'dsp-id': Number(random.pick(REPORTED_DSPS)), date };
    const body = { data: { type: 'analytics-reports', attributes } };
    const { status, body: shown } = await this.#user.client.ask({
      method: 'POST',
      path: '/analytics-reports',
      body,
    });
    if (status === 202) this.#user.reports.add(String(shown.data.id));
    else this.#soak.faults.push(`POST /analytics-reports: ${status}`);
  }
}
