/** What is wrong with the certificate of a server, from the error of a handshake. */

export type CertificateError = 'certificate_expired' | 'certificate_untrusted' | 'certificate_name';

/** Codes of Node.js, which are mostly those of OpenSSL (X509_V_ERR_*). */
const byCode: ReadonlyMap<unknown, CertificateError> = new Map(
  Object.entries({
    CERT_HAS_EXPIRED: 'certificate_expired',
    CERT_NOT_YET_VALID: 'certificate_expired',
    ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_name',
    HOSTNAME_MISMATCH: 'certificate_name',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_untrusted',
    SELF_SIGNED_CERT_IN_CHAIN: 'certificate_untrusted',
    UNABLE_TO_GET_ISSUER_CERT: 'certificate_untrusted',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_untrusted',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_untrusted',
    CERT_CHAIN_TOO_LONG: 'certificate_untrusted',
    CERT_SIGNATURE_FAILURE: 'certificate_untrusted',
    CERT_UNTRUSTED: 'certificate_untrusted',
    CERT_REJECTED: 'certificate_untrusted',
    CERT_REVOKED: 'certificate_untrusted',
    INVALID_CA: 'certificate_untrusted',
    INVALID_PURPOSE: 'certificate_untrusted',
    PATH_LENGTH_EXCEEDED: 'certificate_untrusted',
  } as const),
);

/** @returns undefined if the handshake failed for another reason. */
export const certificateErrorOf = ({ code }: NodeJS.ErrnoException): CertificateError | undefined =>
  byCode.get(code);
