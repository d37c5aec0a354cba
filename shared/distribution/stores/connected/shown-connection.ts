/** A connection as operators see it: without the private key or the password. */
import type { StoreConnection } from './connection.ts';

export function shownConnection(connection: StoreConnection) {
  const { folder, acknowledgements, reports, reportLayout, profile, priority } = connection;
  const { partyId, messageVersion, acknowledgedWithinHours, acknowledgesReports, connectedAt } = connection;
  return {
    ...reachedBy(connection),
    folder,
    acknowledgements,
    reports,
    profile,
    priority,
    ...(reportLayout !== null && { 'report-layout': String(JSON.parse(reportLayout).name) }),
    ...(reports !== null && { 'acknowledge-reports': acknowledgesReports }),
    'party-id': partyId,
    'message-version': messageVersion,
    'acknowledged-within': acknowledgedWithinHours,
    'connected-at': connectedAt,
  };
}

function reachedBy(connection: StoreConnection) {
  if (connection.protocol === 's3') {
    const { bucket, region, role, externalId } = connection;
    return { bucket, region, role, 'external-id': externalId };
  }
  const { host, port, user, hostKeys, signIn } = connection;
  return { host, port, user, 'host-keys': hostKeys, 'sign-in': signIn };
}
