/** Prints a distribution request with its decisions and deliveries. */
import { namesOf } from '../../accounts/names-of.ts';
import { albums } from '../../catalogue/api/albums.ts';
import type { Run } from '../../kit/commands/listed.ts';
import { requireRecord } from '../../kit/commands/operation.ts';
import { linkedRecords } from '../../kit/records/linked-records.ts';
import { findRecord, type Store } from '../../kit/records/store.ts';
import { readSettings } from '../../platform/settings.ts';
import { dspById } from '../../reference/data/dsps.ts';
import { deliveries } from '../api/deliveries.ts';
import { type DistributionRequest, distributionRequests } from '../api/distribution-requests.ts';
import type { showRequest } from '../commands.ts';
import { countryChangesOf } from '../review/country-changes.ts';
import { differencesFromStores } from '../review/differences.ts';
import { reviewedRequest } from '../review/reviewed-request.ts';
import { codesOf, shownCountries } from '../review/shown-countries.ts';
import { approvalWarnings } from '../rules/approval-warnings.ts';
import { decisionWords } from '../rules/decision-words.ts';
import { isOpen } from '../rules/distribution.ts';
import { changesSince } from '../seen/changes-since.ts';
import { releaseVersion } from '../seen/release-version.ts';
import { shownDeliveries } from './shown-delivery.ts';

export const run = (async ({ id, 'without-files': isWithoutFiles }, operation) => {
  const request = await requireRecord(operation, distributionRequests, id);
  const { fields } = request;
  const seen = await seenOf(operation, request);
  const { records } = await linkedRecords(operation, request, {
    resource: deliveries,
    by: 'distribution-request',
  });
  const [shown, names] = await Promise.all([
    shownDeliveries(operation.table, records),
    namesOf(
      operation,
      fields.decisions.map(({ actor }) => actor),
    ),
  ]);
  const { webhookAllowedCidrs: allowedCidrs } = readSettings();
  return {
    id,
    type: fields['request-type'],
    status: fields.status,
    album: fields.album,
    date: fields.date,
    stores: fields.dsps.map((dsp) => dspById(dsp)?.name ?? dsp),
    countries: shownCountries(fields.countries),
    ...(await countriesAgainstStores(operation, request)),
    differences: await differencesFromStores(operation, request),
    ...seen,
    decisions: fields.decisions.map((each) => ({
      at: each.at,
      decision: decisionWords(each.decision),
      actor: each.actor,
      'actor-name': names.get(each.actor) ?? null,
      reason: each.reason,
      warnings: approvalWarnings(each),
    })),
    deliveries: shown.map(({ id: delivery, dsp, status, report, reason, failure, ...more }) => ({
      id: delivery,
      dsp,
      status,
      report,
      errors: status === 'pending' ? null : reason,
      'last-error': status === 'pending' ? reason : null,
      failure,
      attempts: more.attempts,
      'next-attempt-at': more['next-attempt-at'],
      resolve: more.resolve,
    })),
    ...(await reviewedRequest(operation, request, { allowedCidrs, isReading: !isWithoutFiles })),
  };
}) satisfies Run<typeof showRequest>;

/** Changes by the owner that are shown. */
const MAX_CHANGES = 100;

/**
 * The version of the release of an undecided request, and what its owner has changed since the request. Read before
 * what is shown of the release, which can only be newer.
 */
async function seenOf(store: Store, { fields }: DistributionRequest) {
  const album = isOpen(fields.status) ? await findRecord(store, albums, fields.album) : undefined;
  if (!album) return { seen: null, changes: [] };
  const [seen, changes] = await Promise.all([
    releaseVersion(store.table, album),
    changesSince(store, album, { since: fields['created-at'], limit: MAX_CHANGES }),
  ]);
  return { seen, changes };
}

/** What an undecided request changes in the countries of stores that have the album. Null if there is nothing to compare. */
async function countriesAgainstStores(store: Store, { ownerId, fields }: DistributionRequest) {
  const { album: id, 'request-type': type, dsps, countries } = fields;
  const compared =
    id !== null && isOpen(fields.status) ? [{ album: { id, ownerId }, type, dsps, countries }] : [];
  const [changes] = await countryChangesOf(store, compared);
  return {
    'countries-added': changes ? codesOf(changes.added) : null,
    'countries-removed': changes ? codesOf(changes.removed) : null,
  };
}
