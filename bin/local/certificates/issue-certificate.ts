/** Issues X.509 certificates (RFC 5280) with P-256 keys. */
import 'reflect-metadata';
import type { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

export interface Issued {
  readonly name: string;
  readonly keys: webcrypto.CryptoKeyPair;
  /** In PEM, as is the key. */
  readonly certificate: string;
  readonly key: string;
}

interface CertificateOptions {
  /** Common name. */
  readonly name: string;
  readonly from: Date;
  readonly until: Date;
  /** Host names and addresses of a server. Without them, the certificate is an authority's. */
  readonly hosts?: readonly string[];
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** @param authority signs the certificate. Without one it is self-signed. */
export async function issueCertificate(
  { name, from, until, hosts }: CertificateOptions,
  authority?: Issued,
): Promise<Issued> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const signer = authority ?? { name, keys };
  const certificate = await X509CertificateGenerator.create({
    subject: [{ CN: [name] }],
    issuer: [{ CN: [signer.name] }],
    notBefore: from,
    notAfter: until,
    publicKey: keys.publicKey,
    signingKey: signer.keys.privateKey,
    signingAlgorithm: algorithm,
    extensions: [
      ...(hosts ? serverExtensions(hosts) : authorityExtensions),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(signer.keys.publicKey),
    ],
  });
  const key = PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return { name, keys, certificate: `${certificate}\n`, key: `${key}\n` };
}

/** May sign server certificates, but not those of other authorities. */
const authorityExtensions = [
  new BasicConstraintsExtension(true, 0, true),
  new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
];

const serverExtensions = (hosts: readonly string[]) => [
  new BasicConstraintsExtension(false, undefined, true),
  new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
  new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
  new SubjectAlternativeNameExtension(
    hosts.map((value) => ({ type: isIP(value) ? 'ip' : 'dns', value }) as const),
  ),
];
