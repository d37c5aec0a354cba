/** Addresses outside the public Internet, from the IANA special-purpose registries (October 2025). */
import { BlockList, isIP } from 'node:net';
import { once } from '../once.ts';

const specialRanges = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private use
  '100.64.0.0/10', // shared address space of carriers
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, includes the metadata address of clouds
  '172.16.0.0/12', // private use
  '192.0.0.0/24', // IETF protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relay anycast, deprecated
  '192.168.0.0/16', // private use
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, limited broadcast

  // All global unicast addresses are in 2000::/3, so everything else is rejected: loopback, ::/96 and
  // IPv4-mapped, NAT64 (64:ff9b::/96, 64:ff9b:1::/48), discard-only (100::/64), segment routing (5f00::/16),
  // unique local (fc00::/7), link-local (fe80::/10), site-local (fec0::/10), multicast (ff00::/8).
  '::/3',
  '4000::/2',
  '8000::/1',
  // Within 2000::/3:
  '2001::/23', // IETF protocol assignments: Teredo, benchmarking, AMT, AS112, ORCHID, drone identifiers
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: carries an IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
];

/**
 * @param allowedCidrs special ranges to treat as public.
 * @example isPublicAddress('127.0.0.1', []) // false
 */
export function isPublicAddress(address: string, allowedCidrs: readonly string[]): boolean {
  // A zone (fe80::1%eth0) names an interface of this host.
  if (!isIP(address) || address.includes('%')) return false;
  return contains(rangesOf(allowedCidrs), address) || !contains(special(), address);
}

/** Separate lists, because an IPv4 address is also within IPv6 ranges that contain IPv4-mapped addresses. */
type Ranges = Readonly<Record<'ipv4' | 'ipv6', BlockList>>;

const special = /* @__PURE__ */ once(() => rangesOf(specialRanges));

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const contains = (ranges: Ranges, address: string): boolean =>
  ranges[familyOf(address)].check(address, familyOf(address));

function rangesOf(cidrs: readonly string[]): Ranges {
  const ranges = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const cidr of cidrs) {
    const [start = '', bits] = cidr.split('/');
    ranges[familyOf(start)].addSubnet(start, Number(bits), familyOf(start));
  }
  return ranges;
}
