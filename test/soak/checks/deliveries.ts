/** Recorded deliveries of events against what the receivers got. */
import * as v from 'valibot';
import { isGenuine } from '../../../docs/webhooks/verify.ts';
import type { Endpoint, Model, User } from '../model.ts';
import type { Inbox } from '../receivers.ts';
import type { Rows, StoredRecord } from './records.ts';

const deliveriesSchema = v.record(v.string(), v.looseObject({ status: v.string(), attempts: v.number() }));

type Deliveries = ReadonlyMap<string, v.InferOutput<typeof deliveriesSchema>>;

/** @returns a sentence for each delivery that is not as recorded. */
export function webhookFaults({ users }: Model, rows: Rows): string[] {
  const events = Map.groupBy(rows.of('webhook-events'), ({ ownerId }) => ownerId);
  return users.flatMap((user) => {
    const own = events.get(user.id) ?? [];
    const deliveries: Deliveries = new Map(
      own.map(({ id, fields }) => [id, v.parse(deliveriesSchema, fields['deliveries'])]),
    );
    return [
      ...recorderFaults(user, own, deliveries),
      ...user.endpoints.flatMap((endpoint) => endpointFaults(endpoint, deliveries)),
      ...user.endpoints.flatMap(({ id, inbox }) => signatureFaults(id, inbox)),
      ...[...user.tests].flatMap(([event, endpoint]) =>
        user.formerEndpoints.has(endpoint) || deliveries.get(event)?.[endpoint]
          ? []
          : [`the test event ${event} was not addressed to endpoint ${endpoint}`],
      ),
    ].map((fault) => `${user.name}: ${fault}`);
  });
}

/** The recorder always succeeds, and gets all events that its owner sees in the list of events. */
function recorderFaults(user: User, events: readonly StoredRecord[], deliveries: Deliveries): string[] {
  const [recorder] = user.endpoints;
  if (!recorder) return ['has no recorder'];
  const { id, inbox } = recorder;
  return events.flatMap((event) => {
    const type = String(event.fields['type']);
    const delivery = deliveries.get(event.id)?.[id];
    const isForOthers = type === 'webhook.test' && user.tests.get(event.id) !== id;
    if (isForOthers) return [];
    if (delivery?.status !== 'succeeded')
      return [`the event ${event.id} (${type}) is ${delivery?.status ?? 'not addressed'} at the recorder`];
    const body = inbox.bodies?.get(event.id);
    if (body === undefined) return [`the event ${event.id} (${type}) succeeded, and has not arrived`];
    const { created_at: at, data } = JSON.parse(body);
    const isSame = at === event.fields['created-at'] && JSON.stringify(data) === event.fields['data'];
    return isSame ? [] : [`the event ${event.id} arrived with other contents than are listed`];
  });
}

function endpointFaults({ id, inbox }: Endpoint, deliveries: Deliveries): string[] {
  const phantoms = [...inbox.events.keys()].flatMap((event) =>
    deliveries.get(event)?.[id] ? [] : [`endpoint ${id} got the event ${event}, of which there is no record`],
  );
  const wrong = [...deliveries].flatMap(([event, { [id]: delivery }]) => {
    if (!delivery) return [];
    const { count, acknowledged } = inbox.events.get(event) ?? { count: 0, acknowledged: 0 };
    const { status, attempts } = delivery;
    return [
      ...(status === 'pending' ? [`the event ${event} is pending at endpoint ${id}`] : []),
      ...(status === 'succeeded' && acknowledged === 0
        ? [`the event ${event} succeeded at endpoint ${id}, which has not acknowledged it`]
        : []),
      // A request that fails because an idle connection was closed is repeated within its attempt.
      ...(count > 2 * attempts
        ? [`endpoint ${id} got the event ${event} ${count} times in ${attempts} attempts`]
        : []),
    ];
  });
  return [...phantoms, ...wrong];
}

/** Attempts that were signed while the response with a new secret was under way, or lost. */
function signatureFaults(id: string, inbox: Inbox): string[] {
  const wrong = inbox.unverified.filter(
    ({ body, header, at }) => !inbox.secrets.some((secret) => isGenuine(body, header, secret, at)),
  );
  return wrong.length === 0 || inbox.hasLostSecret
    ? []
    : [`endpoint ${id} got ${wrong.length} wrong signatures`];
}
