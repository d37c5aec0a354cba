/** How endpoints and events move to another stage. Nothing is sent from there unless it takes them over. */
import { recordFile } from '../kit/moves/record-file.ts';
import { recordOf } from '../kit/records/rows.ts';
import { tableShape } from '../kit/table/keys.ts';
import type { Table } from '../kit/table/table.ts';
import { dueChanges } from '../kit/work/due.ts';
import { SecretBoxError } from '../platform/secret-box.ts';
import { webhookEndpoints } from './api/webhook-endpoints.ts';
import { webhookEvents } from './api/webhook-events.ts';
import { type EventRecord, eventKey, historyEnds } from './deliveries/event-record.ts';
import { saveEvent, toStoredEvent, withDeliveries, withStatuses } from './deliveries/event-work.ts';
import { failureWrites } from './deliveries/failures.ts';
import { activationChanges, endpointKey } from './endpoints/endpoint.ts';
import { newSecret, sealedSecret, secretOf } from './endpoints/endpoint-secret.ts';
import { pendingOf } from './rules/webhook-delivery.ts';

const SECRET = 'signing-secret';

export const movedWebhooks = [
  recordFile(webhookEndpoints, {
    // What operators see of a failure is not for the owner, who may get the files.
    omitted: [SECRET, 'last-failure'],

    async readBeside({ now }, endpoints) {
      const secrets = endpoints.map(async (endpoint) => {
        const secret = await secretOf(endpoint, now).catch(undefinedIfDamaged);
        return [endpoint.id, { secret }] as const;
      });
      return new Map(await Promise.all(secrets));
    },

    /** An endpoint with another secret is disabled, because its receiver would reject all requests. */
    async restore({ now }, record, { secret }) {
      const { fields, id } = record;
      const [sealed, activation] =
        secret === undefined
          ? [(await newSecret(id, now)).sealed, activationChanges(fields, false, now.toISOString())]
          : [await sealedSecret(secret, id, now), {}];
      return { record: { ...record, fields: { ...fields, ...activation, [SECRET]: sealed } }, writes: [] };
    },
  }),

  recordFile(webhookEvents, {
    isUnfinished: ({ fields }) => pendingOf(fields.deliveries).length > 0,

    async restore({ table }, moved) {
      const record = withStatuses(await withoutForeign(table, moved));
      const pending = pendingOf(record.fields.deliveries).map(([, { nextAttemptAt }]) => nextAttemptAt);
      const createdAt = record.fields['created-at'];
      const [nextAttemptAt = createdAt] = pending.toSorted();
      const due = dueChanges({ position: 0, nextAttemptAt, claimedUntil: null });
      const expiry = { set: tableShape.timeToLive, to: historyEnds(createdAt) } as const;
      const isFinished = pending.length === 0;
      const beside = { update: eventKey(record.id), with: isFinished ? [...due, expiry] : due };
      return { record, writes: [beside, ...failureWrites(undefined, record)] };
    },

    /** The sweep finds the event within a minute. */
    async finish({ table, now }, { id, fields }, { takesOver }) {
      if (!takesOver || pendingOf(fields.deliveries).length === 0) return;
      const row = await table.get(eventKey(id));
      const stored = row && toStoredEvent(row);
      if (stored && !stored.isInDueIndex && stored.claimedUntil === null)
        await saveEvent({ table, now }, stored, stored);
    },
  }),
];

/** Removes deliveries to endpoints of other owners. No service writes any, but each would be noted there. */
async function withoutForeign(table: Table, event: EventRecord): Promise<EventRecord> {
  const { deliveries } = event.fields;
  const rows = await table.getMany(Object.keys(deliveries).map(endpointKey), true);
  const endpoints = rows.map((row) => recordOf(webhookEndpoints, row));
  const foreign = new Set(endpoints.filter(({ ownerId }) => ownerId !== event.ownerId).map(({ id }) => id));
  const own = Object.entries(deliveries).filter(([id]) => !foreign.has(id));
  return withDeliveries(event, Object.fromEntries(own));
}

/** A damaged secret is omitted. The endpoint then gets another one, as without a passphrase. */
function undefinedIfDamaged(error: unknown): undefined {
  if (!(error instanceof SecretBoxError)) throw error;
}
