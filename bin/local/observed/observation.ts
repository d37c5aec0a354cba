/** What the parts of the stage report about their work, for the page at /_local. */

import type { BusEvent } from './bus-event.ts';
import type { InvocationOutcome } from './invocation-outcome.ts';
import type { Message } from './message.ts';
import type { StreamRecord } from './stream-record.ts';

interface Invoked {
  readonly functionArn: string;
  readonly outcome: InvocationOutcome;
  readonly startedAt: number;
}

export type Observation =
  /** Changes were read from a stream, before its filter. */
  | { readonly is: 'read'; readonly records: readonly StreamRecord[] }
  /** A batch of changes was processed up to its first failed one. */
  | ({ readonly is: 'delivered'; readonly records: readonly StreamRecord[]; readonly done: number } & Invoked)
  | { readonly is: 'given-up'; readonly records: readonly StreamRecord[]; readonly queue: string | undefined }
  | { readonly is: 'put'; readonly event: BusEvent; readonly bus: string; readonly targets: number }
  | { readonly is: 'sent'; readonly queue: string; readonly message: Message }
  | {
      readonly is: 'received';
      readonly queue: string;
      readonly messages: readonly Message[];
      readonly functionArn: string;
    }
  /** @param failed ids of the messages that stay in the queue. */
  | ({
      readonly is: 'processed';
      readonly messages: readonly Pick<Message, 'id'>[];
      readonly failed: ReadonlySet<string>;
    } & Invoked)
  /** A message was received too often. */
  | { readonly is: 'moved'; readonly message: Message; readonly queue: string }
  | {
      readonly is: 'responded';
      readonly method: string;
      /** Without its query. */
      readonly path: string;
      /** Undefined if the client disconnected. */
      readonly status: number | undefined;
      readonly startedAt: number;
      readonly milliseconds: number;
    };

/** Never throws. It keeps neither bodies nor images. */
export type Observe = (observation: Observation) => void;
