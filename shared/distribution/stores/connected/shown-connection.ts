/** A connection as operators see it: without the private key or the password. */
import type { StoreConnection } from './connection.ts';

export function shownConnection(connection: StoreConnection) {
  const {
    sealed: _,
    hostKeys,
    signIn,
    partyId,
    messageVersion,
    reportLayout,
    connectedAt,
    ...shown
  } = connection;
  return {
    ...shown,
    ...(reportLayout !== null && { 'report-layout': String(JSON.parse(reportLayout).name) }),
    'host-keys': hostKeys,
    'sign-in': signIn,
    'party-id': partyId,
    'message-version': messageVersion,
    'connected-at': connectedAt,
  };
}
