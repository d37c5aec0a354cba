/** Keeps what the page at /_local shows of recent work: a limited number of entries, without contents. */
import * as v from 'valibot';
import { startedKinds } from '../../../shared/service/kinds-of-work.ts';
import type { Clock } from '../host/clock.ts';
import type { InvocationOutcome } from '../observed/invocation-outcome.ts';
import type { Message } from '../observed/message.ts';
import type { Observation, Observe } from '../observed/observation.ts';
import type { StreamRecord } from '../observed/stream-record.ts';
import { followChange, keyText } from './row-changes.ts';
import { addHop, type Hop, type Trail, Trails } from './trails.ts';

type Responded = Extract<Observation, { is: 'responded' }>;
type Of<Is extends Observation['is']> = Extract<Observation, { is: Is }>;

const MAX_REQUESTS = 200;
const MAX_MESSAGES = 2000;
const MAX_PATH = 150;
/** Messages of work are short, and events name their id first. */
const MAX_SUBJECT = 1000;

export type SeenRequest = Omit<Responded, 'is'> & { readonly id: number };

/** A message that has not been processed. */
interface SeenMessage {
  readonly trail: Trail;
  receive?: Hop;
}

interface RecorderOptions {
  readonly clock: Clock;
  readonly shortName: (name: string) => string;
  /** Called after each observation. */
  readonly onChange: () => void;
}

export class Recorder {
  readonly requests: SeenRequest[] = [];
  readonly trails = new Trails();
  readonly #options: RecorderOptions;
  readonly #messages = new Map<string, SeenMessage>();
  readonly #caused = new WeakMap<StreamRecord, readonly Trail[]>();
  #lastRequest = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  readonly observe: Observe = (observation) => {
    try {
      // Safe: each is recorded by the member of its name.
      (this.#record[observation.is] as (seen: Observation) => void)(observation);
    } catch {
      // A row or message of an unexpected form, which the functions report.
    }
    this.#options.onChange();
  };

  readonly #record: { readonly [Is in Observation['is']]: (seen: Of<Is>) => void } = {
    responded: (seen) => this.#responded(seen),
    read: (seen) => this.#read(seen),
    delivered: (seen) => this.#delivered(seen),
    'given-up': (seen) => this.#givenUp(seen),
    put: (seen) => this.#put(seen),
    sent: (seen) => this.#sent(seen),
    received: (seen) => this.#received(seen),
    processed: (seen) => this.#processed(seen),
    moved: (seen) => this.#moved(seen),
  };

  #responded({ is: _, ...request }: Responded): void {
    this.#lastRequest += 1;
    this.requests.push({ ...request, path: request.path.slice(0, MAX_PATH), id: this.#lastRequest });
    if (this.requests.length > MAX_REQUESTS) this.requests.shift();
  }

  #read({ records }: Of<'read'>): void {
    for (const record of records) {
      try {
        this.#caused.set(record, followChange(this.trails, record, this.#options.clock.now()));
      } catch {
        // As above. The other records are still of interest.
      }
    }
  }

  #delivered({ records, done, functionArn, outcome, startedAt }: Of<'delivered'>): void {
    const milliseconds = this.#options.clock.now() - startedAt;
    const name = this.#options.shortName(functionArn);
    records.forEach((record, index) => {
      const isOk = index < done;
      for (const trail of this.#caused.get(record) ?? [])
        addHop(trail, {
          what: 'change',
          at: startedAt,
          text: isOk ? `seen by ${name}` : `${name} ${failureText(outcome)}`,
          isOk,
          milliseconds,
        });
    });
  }

  #givenUp({ records, queue }: Of<'given-up'>): void {
    const text = queue ? `given up, its position is in ${this.#options.shortName(queue)}` : 'given up';
    for (const trail of records.flatMap((record) => this.#caused.get(record) ?? [])) this.#bury(trail, text);
  }

  #put({ event, bus, targets }: Of<'put'>): void {
    const { success, output } = v.safeParse(domainEvent, event['detail']);
    if (!success) return;
    const text = `on ${bus}, for ${targets} ${targets === 1 ? 'target' : 'targets'}`;
    const trail = this.trails.event(output.id, output.type);
    addHop(trail, { what: 'bus', at: this.#options.clock.now(), text });
  }

  #sent({ queue, message }: Of<'sent'>): void {
    const trail = this.#trailOf(message);
    if (!trail) return;
    this.#messages.set(message.id, { trail });
    const [oldest = ''] = this.#messages.keys();
    if (this.#messages.size > MAX_MESSAGES) this.#messages.delete(oldest);
    const delay = Math.round((message.visibleAt - message.sentAt) / 1000);
    const later = delay > 0 ? `, visible after ${delay} s` : '';
    const text = `in ${this.#options.shortName(queue)}${later}`;
    if (trail.status === 'dead letter') trail.status = 'under way';
    addHop(trail, { what: 'message', at: message.sentAt, text });
  }

  #received({ messages, functionArn }: Of<'received'>): void {
    for (const message of messages) {
      const trail = this.#trailOf(message);
      if (!trail) continue;
      const text = `${this.#options.shortName(functionArn)}, receive ${message.receiveCount}`;
      const receive = addHop(trail, { what: 'receive', at: this.#options.clock.now(), text });
      this.#messages.set(message.id, { trail, receive });
    }
  }

  #processed({ messages, failed, outcome, startedAt }: Of<'processed'>): void {
    for (const { id } of messages) {
      const { trail, receive } = this.#messages.get(id) ?? {};
      if (!trail || !receive) continue;
      receive.isOk = !failed.has(id);
      receive.milliseconds = this.#options.clock.now() - startedAt;
      if (!receive.isOk) receive.text += `: ${failureText(outcome)}`;
      else {
        this.#messages.delete(id);
        const wasAttempted = trail.hops.some(({ what }) => what === 'attempt' || what === 'end');
        if (trail.id.startsWith('evt_') && !wasAttempted) trail.status = 'no receiver';
      }
    }
  }

  #moved({ message, queue }: Of<'moved'>): void {
    const trail = this.#trailOf(message);
    if (trail)
      this.#bury(trail, `in ${this.#options.shortName(queue)}, received ${message.receiveCount} times`);
  }

  #bury(trail: Trail, text: string): void {
    trail.status = 'dead letter';
    addHop(trail, { what: 'dead letter', at: this.#options.clock.now(), text, isOk: false });
  }

  #trailOf({ id, body }: Message): Trail | undefined {
    const subject = subjectOf(body);
    return this.#messages.get(id)?.trail ?? (subject === undefined ? undefined : this.trails.find(subject));
  }
}

const domainEvent = v.object({ id: v.pipe(v.string(), v.startsWith('evt_')), type: v.string() });

/** @returns the id of the event, or the key of the work, that a message is about. */
export function subjectOf(body: string): string | undefined {
  const text = body.slice(0, MAX_SUBJECT);
  const [event] = /evt_[0-9a-f-]{36}/.exec(text) ?? [];
  if (event || body.length > MAX_SUBJECT) return event;
  for (const kind of startedKinds) {
    const { success, output } = v.safeParse(kind.messageSchema, body);
    if (success) return keyText(kind.key(output.id));
  }
  return undefined;
}

/** Without the message of an error, which may quote what was processed. */
function failureText({ isError, payload }: InvocationOutcome): string {
  if (!isError) return 'reported a failure, see its log';
  return `failed with ${String(Object(JSON.parse(payload)).errorType)}`;
}
