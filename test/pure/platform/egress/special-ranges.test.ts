import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, test } from 'vitest';
import { isPublicAddress } from '../../../../shared/platform/egress/special-ranges.ts';
import { checkProperty } from '../../../support/check-property.ts';

const isPublic = (address: string) => isPublicAddress(address, []);

/** First and last address of every entry of the IANA special-purpose registries, and of other ranges that are not public. */
const special: readonly (readonly [name: string, first: string, last: string])[] = [
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private use, 10', '10.0.0.0', '10.255.255.255'],
  ['shared address space', '100.64.0.0', '100.127.255.255'],
  ['loopback', '127.0.0.0', '127.255.255.255'],
  ['link-local', '169.254.0.0', '169.254.255.255'],
  ['private use, 172', '172.16.0.0', '172.31.255.255'],
  ['IETF protocol assignments', '192.0.0.0', '192.0.0.255'],
  ['IPv4 service continuity', '192.0.0.0', '192.0.0.7'],
  ['IPv4 dummy address', '192.0.0.8', '192.0.0.8'],
  ['PCP and TURN anycast', '192.0.0.9', '192.0.0.10'],
  ['NAT64/DNS64 discovery', '192.0.0.170', '192.0.0.171'],
  ['documentation 1', '192.0.2.0', '192.0.2.255'],
  ['AS112', '192.31.196.0', '192.31.196.255'],
  ['AMT', '192.52.193.0', '192.52.193.255'],
  ['6to4 relay anycast', '192.88.99.0', '192.88.99.255'],
  ['private use, 192', '192.168.0.0', '192.168.255.255'],
  ['direct delegation AS112', '192.175.48.0', '192.175.48.255'],
  ['benchmarking', '198.18.0.0', '198.19.255.255'],
  ['documentation 2', '198.51.100.0', '198.51.100.255'],
  ['documentation 3', '203.0.113.0', '203.0.113.255'],
  ['multicast', '224.0.0.0', '239.255.255.255'],
  ['reserved', '240.0.0.0', '255.255.255.254'],
  ['limited broadcast', '255.255.255.255', '255.255.255.255'],
  ['unspecified', '::', '::'],
  ['loopback 6', '::1', '::1'],
  ['IPv4-compatible', '::0.0.0.2', '::255.255.255.255'],
  ['IPv4-mapped', '::ffff:0.0.0.0', '::ffff:255.255.255.255'],
  ['IPv4-translated', '::ffff:0:0:0', '::ffff:0:ffff:ffff'],
  ['NAT64', '64:ff9b::', '64:ff9b::ffff:ffff'],
  ['local-use NAT64', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['discard-only', '100::', '100::ffff:ffff:ffff:ffff'],
  ['dummy prefix', '100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff'],
  ['IETF protocol assignments 6', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['Teredo', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['PCP, TURN and DNS-SD anycast', '2001:1::1', '2001:1::3'],
  ['benchmarking 6', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['AMT 6', '2001:3::', '2001:3:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['AS112 6', '2001:4:112::', '2001:4:112:ffff:ffff:ffff:ffff:ffff'],
  ['ORCHID', '2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ORCHID v2', '2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['drone identifiers', '2001:30::', '2001:3f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['documentation 6', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['6to4', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['direct delegation AS112 6', '2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['documentation 6, wide', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['segment routing', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['unique local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['link-local 6', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['site-local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['multicast 6', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];

test.each(special)('the range %s from %s to %s has no public address', (_, first, last) => {
  expect([first, last].filter(isPublic)).toEqual([]);
});

test.each([
  ['1.0.0.0', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'],
  ['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '191.255.255.255', '192.0.1.0'],
  ['192.0.3.0', '192.88.98.255', '192.88.100.0', '192.167.255.255', '192.169.0.0', '198.17.255.255'],
  ['198.20.0.0', '203.0.112.255', '203.0.114.0', '223.255.255.255', '8.8.8.8'],
  ['2000::', '2001:200::', '2001:db7:ffff::', '2001:db9::', '2003::', '2606:4700::1111', '2620:4f:7fff::1'],
  ['2620:4f:8001::', '3ffe:ffff::1', '3fff:1000::'],
])('addresses just outside the ranges are public: %s, ...', (...addresses) => {
  expect(addresses.filter((address) => !isPublic(address))).toEqual([]);
});

test('no address that ipaddr.js classifies as special is public', () => {
  const address = fc.oneof(fc.ipV4(), fc.ipV6());
  return checkProperty(
    fc.property(address, (text) => {
      if (ipaddr.parse(text).range() !== 'unicast') expect(isPublic(text)).toBe(false);
    }),
    { runs: 2000 },
  );
});

test('no address outside 2000::/3 is public', () => {
  return checkProperty(
    fc.property(fc.ipV6(), (text) => {
      const [firstGroup] = ipaddr.IPv6.parse(text).parts;
      if ((firstGroup ?? 0) >> 13 !== 1) expect(isPublic(text)).toBe(false);
    }),
    { runs: 2000 },
  );
});

test.each(['', 'localhost', '8.8.8', '010.8.8.8', '0x8.8.8.8', '256.1.1.1', '1::2::3', 'fe80::1%eth0'])(
  '%j is not a public address',
  (text) => {
    expect(isPublic(text)).toBe(false);
  },
);

describe('an allowed address range', () => {
  const allowed = ['127.0.0.0/8', '::1/128'];

  test('counts as public', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1'].filter((one) => !isPublicAddress(one, allowed))).toEqual([]);
  });

  test('excludes neighboring addresses and other spellings', () => {
    const others = ['10.0.0.1', '128.0.0.1', '::2', '::ffff:127.0.0.1', '::127.0.0.1', '64:ff9b::7f00:1'];
    expect(others.filter((one) => isPublicAddress(one, allowed))).toEqual(['128.0.0.1']);
  });
});
