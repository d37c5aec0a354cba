/** What is special about webhook endpoints: their URL is looked at, their secret is sealed, and they can be switched. */
import type { Draft, Hooks } from '../../shared/crud/hooks.ts';
import type { Problem } from '../../shared/domain/problems.ts';
import { stageSettings } from '../../shared/settings.ts';
import {
  parseWebhookUrl,
  type Refusal,
  resolvePublicAddresses,
} from '../../shared/webhooks/address-guard.ts';
import { fieldsOf, switched } from '../../shared/webhooks/endpoint.ts';
import { newSealedSecret, resealedSecret, secretOf } from '../../shared/webhooks/endpoint-secret.ts';

export const endpointHooks: Hooks = {
  async prepare(draft, { now }) {
    const refusal = await refusalOf(draft);
    if (refusal) draft.problems.push({ code: 'invalid_value', detail: refusal.detail, pointer: URL_POINTER });
    draft.fields['signing-secret'] = await (draft.before
      ? resealedSecret(draft.before, now)
      : newSealedSecret(draft.id, now));
    if (draft.before && isSwitched(draft)) {
      Object.assign(
        draft.fields,
        switched(fieldsOf(draft.before), draft.fields['is-active'] === true, now.toISOString()),
      );
    }
  },

  /** The row keeps the secret sealed; only the answer that shows it opens it. */
  async present(records, { now }, revealing) {
    if (!revealing) return records;
    return Promise.all(
      records.map(async (record) => ({
        ...record,
        fields: { ...record.fields, 'signing-secret': await secretOf(record, now) },
      })),
    );
  },
};

const URL_POINTER = '/data/attributes/url';

/** Looked at whenever it is sent, changed or not; one that is no text of the right length was refused already. */
async function refusalOf({ sent, fields, problems }: Draft): Promise<Refusal | undefined> {
  const isRefused = problems.some(({ pointer }: Problem) => pointer === URL_POINTER);
  if (!sent.has('url') || isRefused) return undefined;
  const parsed = parseWebhookUrl(String(fields['url']));
  if ('refusal' in parsed) return parsed.refusal;
  const resolved = await resolvePublicAddresses(parsed.url, {
    allowedCidrs: stageSettings().webhookAllowedCidrs,
  });
  return 'refusal' in resolved ? resolved.refusal : undefined;
}

const isSwitched = ({ before, fields }: Draft): boolean =>
  fields['is-active'] !== before?.fields['is-active'];
