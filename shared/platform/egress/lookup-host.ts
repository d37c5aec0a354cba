/** Looks up the addresses of a host in the hosts file, then by DNS. */
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';

export type LookupHost = (hostname: string, timeoutMs: number) => Promise<readonly string[]>;

const HOSTS_FILE = '/etc/hosts';
const TRIES = 2;
/** Time to wait for the other address family after one was found. Some name servers never respond to AAAA. */
const OTHER_FAMILY_MS = 1_000;

// dns.lookup blocks threads of a small pool, so a few stalled name servers would delay all other requests.
export const lookupHost: LookupHost = async (hostname, timeoutMs) => {
  const listed = hostsEntries(await readFile(HOSTS_FILE, 'utf8').catch(() => ''), hostname);
  return listed.length > 0 ? listed : queryNameServers(hostname, timeoutMs);
};

/** @returns the addresses of a name in a hosts file. @internal Tests pass their own hosts files. */
export function hostsEntries(file: string, hostname: string): string[] {
  const lower = hostname.toLowerCase();
  return file.split('\n').flatMap((line) => {
    const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return address && names.some((name) => name.toLowerCase() === lower) ? [address] : [];
  });
}

/**
 * Queries IPv4 and IPv6 addresses concurrently.
 * @param servers name servers to use instead of the system's.
 * @internal Tests pass their own name servers.
 */
export async function queryNameServers(
  hostname: string,
  timeoutMs: number,
  servers: readonly string[] = [],
): Promise<string[]> {
  const resolver = new Resolver({ timeout: timeoutMs / TRIES, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  const timers = [setTimeout(cancel, timeoutMs)];
  const addressesOf = async (response: Promise<string[]>): Promise<string[]> => {
    const addresses = await response.catch(() => []);
    if (addresses.length > 0) timers.push(setTimeout(cancel, OTHER_FAMILY_MS));
    return addresses;
  };
  // One family is enough, because connections use only the addresses returned here.
  const families = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
  const addresses = await Promise.all(families.map(addressesOf));
  for (const timer of timers) clearTimeout(timer);
  return addresses.flat();
}
