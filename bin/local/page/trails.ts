/** The hops of the most recent events and of other work, as the stage has observed them. */

export interface Hop {
  readonly what: 'row' | 'change' | 'bus' | 'message' | 'receive' | 'attempt' | 'dead letter' | 'end';
  /** Milliseconds since 1970. */
  readonly at: number;
  text: string;
  /** Undefined while it is under way, and for hops that cannot fail. */
  isOk?: boolean;
  milliseconds?: number;
  /** How often it happened in a row. */
  times?: number;
}

export interface Trail {
  /** The id of the event, or the key of the row of other work. */
  readonly id: string;
  /** Type of the event, or kind of work. */
  readonly kind: string;
  readonly hops: Hop[];
  /** How many hops in the middle were dropped. */
  dropped: number;
  status: 'under way' | 'done' | 'failed' | 'no receiver' | 'dead letter';
}

const MAX_EVENTS = 200;
/** The most trails of each kind of work, so that a frequent kind does not displace the others. */
const MAX_WORK = 40;
const MAX_HOPS = 60;
/** The first hops stay, because they say where it came from. */
const FIRST_HOPS = 8;

const EVENTS = 'events';

export class Trails {
  readonly #groups = new Map<string, Map<string, Trail>>();

  /** @param group `EVENTS`, or the kind of work. Its oldest trail is dropped if there are too many. */
  begin(group: string, { id, kind }: Pick<Trail, 'id' | 'kind'>): Trail {
    const trails = this.#groups.get(group) ?? new Map<string, Trail>();
    this.#groups.set(group, trails);
    const trail: Trail = { id, kind, hops: [], dropped: 0, status: 'under way' };
    trails.delete(id);
    trails.set(id, trail);
    const [oldest = ''] = trails.keys();
    if (trails.size > (group === EVENTS ? MAX_EVENTS : MAX_WORK)) trails.delete(oldest);
    return trail;
  }

  find(id: string): Trail | undefined {
    for (const trails of this.#groups.values()) {
      const trail = trails.get(id);
      if (trail) return trail;
    }
    return undefined;
  }

  event(id: string, kind: string): Trail {
    return this.find(id) ?? this.begin(EVENTS, { id, kind });
  }

  /** @returns the trails of events, or of all work, the newest first. */
  list(of: 'events' | 'work'): Trail[] {
    const groups = [...this.#groups].filter(([group]) => (group === EVENTS) === (of === 'events'));
    const begunAt = ({ hops }: Trail) => hops[0]?.at ?? 0;
    return groups
      .flatMap(([, trails]) => [...trails.values()])
      .map((trail) => ({ ...trail, hops: trail.hops.toSorted((one, other) => one.at - other.at) }))
      .toSorted((one, other) => begunAt(other) - begunAt(one));
  }
}

/** @returns the hop in the trail, which is the last one if that is the same. */
export function addHop(trail: Trail, hop: Hop): Hop {
  const last = trail.hops.at(-1);
  if (last && last.what === hop.what && last.text === hop.text && last.isOk === hop.isOk) {
    last.times = (last.times ?? 1) + 1;
    return last;
  }
  trail.hops.push(hop);
  if (trail.hops.length > MAX_HOPS) {
    trail.hops.splice(FIRST_HOPS, 1);
    trail.dropped += 1;
  }
  return hop;
}
