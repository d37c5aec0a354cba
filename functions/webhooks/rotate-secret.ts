/** POST /webhook-endpoints/{id}/rotate-secret: the old secret stops at once, the new one is shown this once. */
import { webhookEndpoints } from '../../shared/api/webhook-endpoints.ts';
import { singleAnswer } from '../../shared/crud/answer.ts';
import { loadOwned } from '../../shared/crud/load.ts';
import { save } from '../../shared/crud/save.ts';
import { problem } from '../../shared/domain/problems.ts';
import type { ActionHandler } from '../../shared/handler.ts';
import { readQuery } from '../../shared/jsonapi/query.ts';
import { newSealedSecret } from '../../shared/webhooks/endpoint-secret.ts';

/** Deliveries count their failures on the same record. */
const TRIES = 10;

export const rotateSecret: ActionHandler = async (context, id) => {
  const shape = readQuery(context.request.query, webhookEndpoints, 'single');
  const made = { type: webhookEndpoints.type, id, status: 200 };
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const before = await loadOwned(context, webhookEndpoints, id);
    const fields = { ...before.fields, 'signing-secret': await newSealedSecret(id, context.now) };
    const record = await save(context, webhookEndpoints, { before, fields, made });
    if (record) return singleAnswer(context, { record, shape }, { revealing: true });
  }
  throw problem('table_throttled', 'Too many writers met at this endpoint.');
};
