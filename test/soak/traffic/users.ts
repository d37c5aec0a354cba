/**
 * The organizations of the soak, made by the operators' command line, and a lane of an administrator who
 * manages users.
 */
import type { SeededRandom } from '../../support/catalogue/random.ts';
import { Client } from '../client.ts';
import { User } from '../model.ts';
import type { Soak } from '../soak.ts';

const PASSWORD = 'Correct-Horse-1';

/** @returns the administrator of a new organization. */
export async function newOrganization(soak: Soak, number: number): Promise<User> {
  const email = `admin-${number}@soak.example`;
  const result = await soak.operator.must(
    [
      ...['create-organization', '--name', `Organization ${number}`, '--admin-name', 'Ada'],
      ...['--admin-email', email, '--preapproval'],
    ],
    { OPERATE_ADMIN_PASSWORD: PASSWORD },
  );
  const client = new Client(soak.stage.url, { email, password: PASSWORD }, soak.figures);
  await client.signIn();
  return new User({ client, id: String(result['admin-id']), name: `user-${number}` });
}

export class UsersLane {
  readonly #soak: Soak;
  readonly #user: User;
  readonly #random: SeededRandom;
  #count = 0;

  constructor(soak: Soak, { user, random }: { user: User; random: SeededRandom }) {
    this.#soak = soak;
    this.#user = user;
    this.#random = random;
  }

  async step(): Promise<void> {
    const known = this.#user.of('users');
    if (known.length === 0 || (known.length < 30 && this.#random.happens(0.3))) return this.#add();
    const one = this.#random.pick(known);
    if (this.#random.happens(0.3)) return this.#visit(String(one.values.get('email')?.[0]));
    this.#count += 1;
    const values = this.#random.happens(0.2)
      ? { 'is-disabled': this.#random.happens(0.5) }
      : { name: `Name ${this.#count}` };
    const body = { data: { type: 'users', id: one.id, attributes: values } };
    const outcome = await this.#user.client.ask({ method: 'PATCH', path: `/users/${one.id}`, body });
    this.#user.changed(one, outcome, values);
  }

  async #add(): Promise<void> {
    this.#count += 1;
    const email = `${this.#user.name}-${this.#count}@soak.example`;
    const attributes = { name: 'Grace', email, role: 'label' };
    const { status, body } = await this.#user.client.ask({
      method: 'POST',
      path: '/users',
      body: { data: { type: 'users', attributes: { ...attributes, password: PASSWORD } } },
    });
    if (status === 201)
      this.#user.keep('users', String(body.data.id), { ...attributes, 'is-disabled': false });
    else this.#soak.figures.count('rejected users');
  }

  /** Signs in unless the user is disabled, reads something, and signs out. */
  async #visit(email: string): Promise<void> {
    const known = this.#user.of('users').find((each) => each.values.get('email')?.[0] === email);
    if (known?.values.get('is-disabled')?.join() !== 'false') return;
    const client = new Client(this.#soak.stage.url, { email, password: PASSWORD }, this.#soak.figures);
    await client.signIn();
    const { status } = await client.get('/auth/me');
    if (status !== 200) this.#soak.faults.push(`${email} could not look around: ${status}`);
    await client.ask({ method: 'POST', path: '/auth/logout' });
  }
}
