/**
 * A lane of one user who makes, changes, tests and deletes webhook endpoints, whose receivers change their
 * behaviour.
 */
import { subscribableEvents } from '../../../shared/webhooks/events.ts';
import type { SeededRandom } from '../../support/catalogue/random.ts';
import type { Endpoint, User } from '../model.ts';
import { type Behaviour, behaviours } from '../receivers.ts';
import type { Soak } from '../soak.ts';

/** One is the recorder, which gets all events from the beginning to the end. */
const MAX_ENDPOINTS = 5;
const UNKNOWN_SECRET_ATTEMPTS = 20;

export class WebhookLane {
  readonly #soak: Soak;
  readonly #user: User;
  readonly #random: SeededRandom;
  #count = 0;

  constructor(soak: Soak, { user, random }: { user: User; random: SeededRandom }) {
    this.#soak = soak;
    this.#user = user;
    this.#random = random;
  }

  /** Before all other traffic of the user. */
  async openRecorder(): Promise<void> {
    await this.#open('ok', true);
  }

  async step(): Promise<void> {
    const { endpoints } = this.#user;
    const random = this.#random;
    const [, ...others] = endpoints;
    const one = others.length > 0 ? random.pick(others) : undefined;
    if (!one || (endpoints.length < MAX_ENDPOINTS && random.happens(0.3)))
      return void (await this.#open(random.pick(behaviours), false));
    const actions = [
      () => this.#turn(one),
      () => this.#turn(one),
      () => this.#activate(one, !one.isActive),
      () => this.#activate(one, true),
      () => this.#rotate(random.pick(endpoints)),
      () => this.#test(one),
      () => this.#test(random.pick(endpoints)),
      () => this.#delete(one),
    ];
    await random.pick(actions)();
  }

  /** Lets all pending deliveries end. */
  async enableAll(): Promise<void> {
    for (const endpoint of this.#user.endpoints) await this.#activate(endpoint, true);
  }

  async #open(behaviour: Behaviour, isRecorder: boolean): Promise<void> {
    this.#count += 1;
    const name = `${this.#user.name}/${this.#count}`;
    const inbox = this.#soak.receivers.open(name, behaviour, isRecorder);
    const events = isRecorder
      ? subscribableEvents
      : subscribableEvents.filter((_, index) => index === 0 || this.#random.happens(0.6));
    const attributes = { url: this.#soak.receivers.url(name), events };
    const { status, body } = await this.#user.client.ask({
      method: 'POST',
      path: '/webhook-endpoints',
      body: { data: { type: 'webhook-endpoints', attributes } },
    });
    if (status !== 201) return this.#soak.figures.count('rejected webhook-endpoints');
    const endpoint = { id: String(body.data.id), name, inbox, isActive: true };
    this.#user.endpoints.push(endpoint);
    const secret = body.data.attributes['signing-secret'];
    if (typeof secret === 'string') inbox.secrets.push(secret);
    else await this.#rotate(endpoint);
  }

  /** A repeated request does not show the secret, and the next one makes another. */
  async #rotate({ id, inbox }: Endpoint): Promise<void> {
    for (let attempt = 0; attempt < UNKNOWN_SECRET_ATTEMPTS; attempt++) {
      const path = `/webhook-endpoints/${id}/rotate-secret`;
      const { status, body } = await this.#user.client.ask({ method: 'POST', path });
      const secret = body?.data?.attributes?.['signing-secret'];
      if (status === 200 && typeof secret === 'string') return void inbox.secrets.push(secret);
      inbox.hasLostSecret = true;
    }
    this.#soak.faults.push(`Endpoint ${id} got no new secret.`);
  }

  async #turn({ inbox }: Endpoint): Promise<void> {
    inbox.behaviour = this.#random.pick(behaviours);
  }

  async #activate(endpoint: Endpoint, isActive: boolean): Promise<void> {
    const { id } = endpoint;
    const body = { data: { type: 'webhook-endpoints', id, attributes: { 'is-active': isActive } } };
    const { status } = await this.#user.client.ask({
      method: 'PATCH',
      path: `/webhook-endpoints/${id}`,
      body,
    });
    if (status === 200) endpoint.isActive = isActive;
    else this.#soak.faults.push(`Endpoint ${id} was not ${isActive ? 'enabled' : 'disabled'}: ${status}`);
  }

  async #test({ id }: Endpoint): Promise<void> {
    const path = `/webhook-endpoints/${id}/test`;
    const { status, body } = await this.#user.client.ask({ method: 'POST', path });
    if (status === 202) this.#user.tests.set(String(body.data.id), id);
  }

  async #delete({ id }: Endpoint): Promise<void> {
    const path = `/webhook-endpoints/${id}`;
    const { status } = await this.#user.client.ask({ method: 'DELETE', path });
    if (status !== 204 && status !== 404) return;
    const index = this.#user.endpoints.findIndex((each) => each.id === id);
    this.#user.endpoints.splice(index, 1);
    this.#user.formerEndpoints.add(id);
  }
}
