/** Events as rules match them and targets receive them. */
import { randomUUID } from 'node:crypto';
import { account, region } from '../template/addresses.ts';

export interface BusEvent {
  readonly id: string;
  readonly [member: string]: unknown;
}

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
