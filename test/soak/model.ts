/** What the stage has acknowledged, as its users remember it. */
import type { Client, Outcome } from './client.ts';
import type { Inbox } from './receivers.ts';

/** A record that must exist. */
export interface KnownRecord {
  readonly type: string;
  readonly id: string;
  /** By attribute or relationship: the values it may have. There are several after a response was lost. */
  readonly values: Map<string, readonly unknown[]>;
}

export interface Endpoint {
  readonly id: string;
  /** Its name among the receivers. */
  readonly name: string;
  readonly inbox: Inbox;
  isActive: boolean;
}

export interface Payment {
  readonly reference: string;
  readonly currency: string;
  readonly amount: bigint;
  isVoid: boolean;
}

/** A user of the service, with a separate catalogue. */
export class User {
  readonly client: Client;
  readonly id: string;
  readonly name: string;
  readonly records = new Map<string, KnownRecord>();
  /** Deleted, as acknowledged: type/id. */
  readonly deleted = new Set<string>();
  /** Titles of records that were sent without a key and got no response: there is one at most. */
  readonly perhaps: { readonly type: string; readonly title: string }[] = [];
  readonly endpoints: Endpoint[] = [];
  /** Ids of endpoints that were deleted. */
  readonly formerEndpoints = new Set<string>();
  /** Ids of test events and the endpoint each was sent to. */
  readonly tests = new Map<string, string>();
  readonly payments: Payment[] = [];
  /** Requests, and the states that they were acknowledged to have entered. */
  readonly transitions = new Map<string, string[]>();
  readonly reports = new Set<string>();

  constructor({ client, id, name }: { client: Client; id: string; name: string }) {
    this.client = client;
    this.id = id;
    this.name = name;
  }

  /** @returns the record that a response has acknowledged. */
  keep(type: string, id: string, values: Readonly<Record<string, unknown>>): KnownRecord {
    const before = this.records.get(`${type}/${id}`);
    const known = before ?? { type, id, values: new Map() };
    for (const [name, value] of Object.entries(values)) known.values.set(name, [value]);
    this.records.set(`${type}/${id}`, known);
    return known;
  }

  /** Applies the response to a PATCH to the model. */
  changed(
    known: KnownRecord,
    { status, isRepeated }: Outcome,
    values: Readonly<Record<string, unknown>>,
  ): void {
    for (const [name, value] of Object.entries(values)) {
      if (status === 200) known.values.set(name, [value]);
      // An attempt without a response may have been applied before the reason for the rejection existed.
      else if (isRepeated) known.values.set(name, [...(known.values.get(name) ?? []), value]);
    }
  }

  /** Applies the response to a DELETE to the model. @returns whether the record is deleted. */
  removed({ type, id }: KnownRecord, { status, isRepeated }: Outcome): boolean {
    const isGone = status === 204 || (status === 404 && isRepeated);
    if (isGone) {
      this.records.delete(`${type}/${id}`);
      this.deleted.add(`${type}/${id}`);
    }
    return isGone;
  }

  of(type: string): KnownRecord[] {
    return [...this.records.values()].filter((each) => each.type === type);
  }
}

/** A track that a store has, with a code that reports name. */
interface Released {
  readonly user: User;
  readonly track: string;
  readonly isrc: string;
}

export interface Line {
  readonly date: string;
  readonly dsp: string;
  readonly country: string;
  readonly isrc: string;
  readonly plays: number;
  readonly revenue: bigint;
  readonly currency: string;
}

/** Everything. */
export interface Model {
  readonly users: User[];
  readonly released: Released[];
  /** By the name of the import: the lines of the file that was imported last. */
  readonly imports: Map<string, readonly Line[]>;
  /** Records that were acknowledged and not found soon after. */
  readonly suspects: { readonly user: User; readonly known: KnownRecord; readonly status: number }[];
}
