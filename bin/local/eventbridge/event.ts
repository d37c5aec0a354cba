/** Events as rules match them and targets receive them. */
import { randomUUID } from 'node:crypto';
import type { BusEvent } from '../observed/bus-event.ts';
import { account, region } from '../template/addresses.ts';

interface EventContent {
  readonly source: string;
  readonly type: string;
  readonly detail: object;
  readonly resources: readonly string[];
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** @returns the event in EventBridge's envelope, with a new id. */
export const busEvent = ({ source, type, detail, resources, time }: EventContent): BusEvent => ({
  version: '0',
  id: randomUUID(),
  'detail-type': type,
  source,
  account,
  // EventBridge sends whole seconds.
  time: `${new Date(time).toISOString().slice(0, 19)}Z`,
  region,
  resources,
  detail,
});
