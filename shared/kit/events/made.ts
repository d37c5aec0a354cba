/** An event of a record, as its change makes it. */

import type { PayloadOf } from '../../webhooks/rules/event-payloads.ts';
import type { EventType } from '../../webhooks/rules/event-types.ts';
import type { StoredRecord } from '../declare/fields.ts';
import type { EventOf } from './event.ts';
import { eventIdOf } from './event-id.ts';

type Timed = StoredRecord & { readonly fields: { readonly 'updated-at': string } };

/** @param after the record as the change left it. */
export const made = <T extends EventType>(after: Timed, type: T, data: PayloadOf<T>): EventOf<T> => ({
  id: eventIdOf(after, type),
  type,
  createdAt: after.fields['updated-at'],
  ownerId: after.ownerId,
  data,
});
