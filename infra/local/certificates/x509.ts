/** Issues X.509 certificates (RFC 5280) with P-256 keys. Node can parse certificates, but not create them. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import * as der from './der.ts';

export interface Issued {
  readonly name: string;
  readonly certificate: string;
  readonly key: KeyObject;
}

interface CertificateOptions {
  /** Common name. */
  readonly name: string;
  readonly from: Date;
  readonly until: Date;
  /** Host names and addresses of a server. Without them, the certificate is an authority's. */
  readonly hosts?: readonly string[];
}

/** @param authority signs the certificate. Without one it is self-signed. */
export function issueCertificate(
  { name, from, until, hosts }: CertificateOptions,
  authority?: Issued,
): Issued {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signer = authority ?? { name, key: privateKey };
  const extensions = [
    ...(hosts ? serverExtensions(hosts) : authorityExtensions),
    extension('2.5.29.14', der.octets(keyIdentifier(publicKey))),
    ...(authority
      ? [extension('2.5.29.35', der.sequence(der.implicit(0, keyIdentifier(authority.key))))]
      : []),
  ];
  const content = der.sequence(
    der.explicit(0, der.integer(Buffer.from([2]))),
    // The serial number: positive, without a leading zero byte.
    der.integer(Buffer.concat([Buffer.from([0x40]), randomBytes(15)])),
    ecdsaWithSha256,
    commonName(signer.name),
    der.sequence(der.time(from), der.time(until)),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der.explicit(3, der.sequence(...extensions)),
  );
  const signature = sign('sha256', content, signer.key);
  const certificate = der.sequence(content, ecdsaWithSha256, der.bits(signature));
  return { name, certificate: pem(certificate), key: privateKey };
}

const ecdsaWithSha256 = der.sequence(der.objectIdentifier('1.2.840.10045.4.3.2'));

const commonName = (name: string) =>
  der.sequence(der.set(der.sequence(der.objectIdentifier('2.5.4.3'), der.utf8(name))));

function extension(identifier: string, value: Uint8Array, isCritical = false): Buffer {
  return der.sequence(
    der.objectIdentifier(identifier),
    ...(isCritical ? [der.boolean(true)] : []),
    der.octets(value),
  );
}

const basicConstraints = (...content: Uint8Array[]) => extension('2.5.29.19', der.sequence(...content), true);
const keyUsage = (byte: number, unusedBits: number) =>
  extension('2.5.29.15', der.bits(Buffer.from([byte]), unusedBits), true);

/** May sign server certificates, but not those of other authorities. */
const authorityExtensions = [
  basicConstraints(der.boolean(true), der.integer(Buffer.from([0]))),
  keyUsage(0b0000_0100, 2),
];

const serverExtensions = (hosts: readonly string[]) => [
  basicConstraints(),
  keyUsage(0b1000_0000, 7),
  extension('2.5.29.37', der.sequence(der.objectIdentifier('1.3.6.1.5.5.7.3.1'))),
  extension('2.5.29.17', der.sequence(...hosts.map(alternativeName))),
];

function alternativeName(host: string): Buffer {
  switch (isIP(host)) {
    case 4:
      return der.implicit(7, Buffer.from(host.split('.').map(Number)));
    case 6:
      if (host === '::1') return der.implicit(7, Buffer.concat([Buffer.alloc(15), Buffer.from([1])]));
      throw new Error(`The only IPv6 address supported here is ::1, not ${host}.`);
    default:
      return der.implicit(2, Buffer.from(host));
  }
}

function keyIdentifier(key: KeyObject): Buffer {
  const publicKey = key.export({ format: 'jwk' });
  return createHash('sha1').update(`${publicKey.x}.${publicKey.y}`).digest();
}

function pem(certificate: Buffer): string {
  const lines = certificate.toString('base64').replace(/.{1,64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`;
}
