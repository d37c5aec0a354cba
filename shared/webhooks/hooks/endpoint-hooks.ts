/** Hooks of webhook endpoints, which check the URL, seal the secret, and enable or disable the endpoint. */
import { type Draft, hooksOf } from '../../kit/crud/write/hooks.ts';
import { outgoingTarget, type UrlRejection } from '../../platform/egress/address-guard.ts';
import { readSettings } from '../../platform/settings.ts';
import { webhookEndpoints } from '../api/webhook-endpoints.ts';
import { activationChanges } from '../endpoints/endpoint.ts';
import { newSecret, resealedSecret } from '../endpoints/endpoint-secret.ts';

export const endpointHooks = hooksOf(webhookEndpoints, {
  async prepare(draft, { now }) {
    const rejection = await rejectionOf(draft);
    if (rejection)
      draft.reject({ code: 'invalid_value', detail: rejection.detail, pointer: '/data/attributes/url' });
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

/** Checks the URL whenever it is sent, even if unchanged. */
async function rejectionOf(draft: Draft<typeof webhookEndpoints>): Promise<UrlRejection | undefined> {
  const url = draft.valid('url');
  if (!draft.isSent('url') || url === undefined) return undefined;
  const target = await outgoingTarget(url, { allowedCidrs: readSettings().webhookAllowedCidrs });
  return 'rejection' in target ? target.rejection : undefined;
}
