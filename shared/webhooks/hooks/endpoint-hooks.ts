/** Hooks of webhook endpoints: checks the URL, seals the secret, enables and disables. */
import { type Draft, hooksOf } from '../../kit/crud/write/hooks.ts';
import {
  parseOutgoingUrl,
  resolvePublicAddresses,
  type UrlRefusal,
} from '../../platform/egress/address-guard.ts';
import { readSettings } from '../../platform/settings.ts';
import { webhookEndpoints } from '../api/webhook-endpoints.ts';
import { activationChanges } from '../endpoints/endpoint.ts';
import { newSecret, resealedSecret } from '../endpoints/endpoint-secret.ts';

export const endpointHooks = hooksOf(webhookEndpoints, {
  async prepare(draft, { now }) {
    const refusal = await refusalOf(draft);
    if (refusal)
      draft.refuse({ code: 'invalid_value', detail: refusal.detail, pointer: '/data/attributes/url' });
    const { before } = draft;
    if (!before) {
      const { secret, sealed } = await newSecret(draft.id, now);
      draft.set({ 'signing-secret': sealed });
      draft.reveal({ 'signing-secret': secret });
      return;
    }
    draft.set({ 'signing-secret': await resealedSecret(before, now) });
    const isActive = draft.valid('is-active');
    if (isActive !== undefined && isActive !== before.fields['is-active'])
      draft.set(activationChanges(before.fields, isActive, now.toISOString()));
  },
});

/** The URL is checked whenever it is sent, even if it has not changed. */
async function refusalOf(draft: Draft<typeof webhookEndpoints>): Promise<UrlRefusal | undefined> {
  const url = draft.valid('url');
  if (!draft.isSent('url') || url === undefined) return undefined;
  const parsed = parseOutgoingUrl(url);
  if ('refusal' in parsed) return parsed.refusal;
  const resolved = await resolvePublicAddresses(parsed.url, {
    allowedCidrs: readSettings().webhookAllowedCidrs,
  });
  return 'refusal' in resolved ? resolved.refusal : undefined;
}
