/** Hooks of webhook endpoints, which check the URL, seal the secret, and enable or disable the endpoint. */
import { requireEnabled } from '../../accounts/sign-in/enabled-user.ts';
import { hooksOf, type Rule, type Sent } from '../../kit/crud/write/hooks.ts';
import { outgoingTarget, type UrlRejection } from '../../platform/egress/address-guard.ts';
import { readSettings } from '../../platform/settings.ts';
import { webhookEndpoints } from '../api/webhook-endpoints.ts';
import { activationChanges } from '../endpoints/endpoint.ts';
import { newSecret, resealedSecret } from '../endpoints/endpoint-secret.ts';

interface Loaded {
  /** Why the sent URL is rejected. */
  readonly rejection: UrlRejection | undefined;
  /** The secret of a new endpoint, which only the response to its creation shows. */
  readonly secret: string | undefined;
  readonly sealed: string;
}

type EndpointRule = Rule<typeof webhookEndpoints, Loaded>;

const url: EndpointRule = (_, { rejection }) =>
  rejection
    ? { problems: [{ code: 'invalid_value', detail: rejection.detail, pointer: '/data/attributes/url' }] }
    : {};

const signingSecret: EndpointRule = (_, { secret, sealed }) => ({
  fields: { 'signing-secret': sealed },
  ...(secret !== undefined && { revealed: { 'signing-secret': secret } }),
});

const activation: EndpointRule = ({ before, now, valid }) => {
  const isActive = valid('is-active');
  if (!before || isActive === undefined || isActive === before.fields['is-active']) return undefined;
  return { fields: activationChanges(before.fields, isActive, now.toISOString()) };
};

export const endpointHooks = hooksOf(webhookEndpoints, {
  async load(sent, context): Promise<Loaded> {
    const [rejection, secrets] = await Promise.all([
      rejectionOf(sent),
      secretsOf(sent, context.now),
      // Otherwise, an endpoint could become active while its user is being disabled.
      sent.isNew || sent.isSent('is-active') ? requireEnabled(context, context.caller.userId) : undefined,
    ]);
    return { rejection, ...secrets };
  },
  decide: [url, signingSecret, activation],
});

async function secretsOf(
  { id, before: current }: Sent<typeof webhookEndpoints>,
  now: Date,
): Promise<Pick<Loaded, 'secret' | 'sealed'>> {
  const before = await current;
  return before ? { secret: undefined, sealed: await resealedSecret(before, now) } : newSecret(id, now);
}

/** Checks the URL whenever it is sent, even if unchanged. */
async function rejectionOf(sent: Sent<typeof webhookEndpoints>): Promise<UrlRejection | undefined> {
  const sentUrl = sent.isSent('url') ? await sent.valid('url') : undefined;
  if (sentUrl === undefined) return undefined;
  const target = await outgoingTarget(sentUrl, { allowedCidrs: readSettings().webhookAllowedCidrs });
  return 'rejection' in target ? target.rejection : undefined;
}
