/** A route that accepts documents, and a valid document for it. */
import { isWritable, type Writable } from '../../../../shared/kit/declare/attribute.ts';
import type { Resource } from '../../../../shared/kit/declare/resource.ts';
import type { Route } from '../../../../shared/kit/declare/routes.ts';
import { type CallResponse, newAdmin, type Person } from '../../../support/calls.ts';
import { pathOf, type World } from '../world.ts';

export interface Writing {
  readonly route: Route;
  readonly does: 'create' | 'update';
  readonly resource: Resource;
}

/** Sends documents to one route, starting from a valid one. */
export class Sending {
  readonly #world: World;
  readonly #writing: Writing;
  #person: Person | undefined;
  /** Id of the record to update. */
  id = '';
  /** `data` of a valid document. */
  data: Readonly<Record<string, unknown>> = {};

  constructor(world: World, writing: Writing) {
    this.#world = world;
    this.#writing = writing;
  }

  async begin(): Promise<void> {
    const { does, resource } = this.#writing;
    const { type } = resource;
    const person = await newAdmin();
    this.#person = person;
    this.id = does === 'update' ? await this.#world.recordOf(type, person) : '';
    const { attributes, relationships = {} } = await this.freshDocument();
    // A valid change omits fields that are set only at creation.
    const writable = (
      members: Readonly<Record<string, unknown>>,
      declared: Readonly<Record<string, { writable: Writable }>>,
    ) =>
      Object.fromEntries(
        Object.entries(members).filter(([name]) => isWritable(declared[name]?.writable ?? 'never', does)),
      );
    this.data = {
      type,
      ...(does === 'update' && { id: this.id }),
      attributes: writable(attributes, resource.attributes),
      relationships: writable(relationships, resource.relationships),
    };
  }

  freshDocument = () => this.#world.documentOf(this.#writing.resource.type, this.person);

  get person(): Person {
    if (!this.#person) throw new Error('Call begin first.');
    return this.#person;
  }

  send = (status: number, body: unknown): Promise<CallResponse> => {
    const { route } = this.#writing;
    const path = pathOf(route, this.id);
    return this.#world.ask(route, status, { method: route.method, path, token: this.person.token, body });
  };

  /** Everything the list shows, to check that nothing was saved. */
  saved = async (): Promise<unknown> => {
    const { type, operations, group } = this.#writing.resource;
    if (!operations.includes('list')) return undefined;
    const list = await this.#world.ask({ group }, 200, { path: `/${type}`, token: this.person.token });
    return list.body.data;
  };
}
