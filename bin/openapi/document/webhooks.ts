/** The requests to receivers, with a webhook for each type of event. */
import type { EventTable } from '../../../shared/kit/declare/event-definition.ts';
import { constant, type JsonSchema, jsonSchemaOf, strictObject } from './json-schema.ts';
import { pascal } from './names.ts';

const header = (name: string, description: string, schema: JsonSchema): JsonSchema => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
});

const eventId: JsonSchema = { type: 'string', pattern: '^evt_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' };

const headers = [
  header('Service-Event-Id', 'Id of the event, as in the body.', eventId),
  header(
    'Service-Signature',
    'Epoch second of the attempt, and the HMAC-SHA256 of `<t>.<raw body>` with the signing secret as key.',
    { type: 'string', pattern: '^t=\\d+,v1=[0-9a-f]{64}$' },
  ),
];

const responses = {
  '2XX': { description: 'Acknowledges the event. The body is ignored.' },
  default: { description: 'The attempt failed and is retried at increasing intervals.' },
};

const envelope = (type: string, data: JsonSchema): JsonSchema =>
  strictObject({
    id: eventId,
    type: constant(type),
    created_at: { type: 'string', format: 'date-time' },
    data,
  });

/** @returns the body of a request. */
export const envelopeOf = (type: string, data: unknown) => ({
  id: 'evt_8d6b3a0e-5a55-4f0c-9d53-0f3f2a3f1c11',
  type,
  created_at: '2026-11-20T12:00:00.000Z',
  data,
});

/** @returns webhooks by event type, and the components for their bodies. */
export function webhooksOf(
  events: EventTable,
  refOf: (name: string) => JsonSchema,
): {
  readonly webhooks: Readonly<Record<string, JsonSchema>>;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
} {
  const schemas = Object.entries(events).map(([type, { payload }]): [string, JsonSchema] => [
    `event.${type}`,
    envelope(type, jsonSchemaOf(payload, 'shown')),
  ]);
  const webhooks = Object.entries(events).map(([type, { cause, example }]): [string, JsonSchema] => [
    type,
    {
      post: {
        operationId: `receive${pascal(type.replaceAll('.', '-'))}`,
        summary: cause,
        tags: ['webhook-endpoints'],
        security: [],
        parameters: headers,
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: refOf(`event.${type}`), example: envelopeOf(type, example) },
          },
        },
        responses,
      },
    },
  ]);
  return { webhooks: Object.fromEntries(webhooks), schemas: Object.fromEntries(schemas) };
}
