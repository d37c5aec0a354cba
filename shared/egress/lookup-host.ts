/** Finds the addresses of a host: the hosts file first, then DNS. */
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';

/** Answers within the time limit, with no addresses when there are none. */
export type LookupHost = (hostname: string, timeoutMs: number) => Promise<readonly string[]>;

const HOSTS_FILE = '/etc/hosts';
const TRIES = 2;
/** How long the other family of addresses is waited for once one is known: some name servers never answer AAAA. */
const OTHER_FAMILY_MS = 1_000;

// Not dns.lookup: it waits in a pool of threads, two lookups at a time, so two stalling name servers would hold
// up the messages to everyone else.
export const lookupHost: LookupHost = async (hostname, timeoutMs) => {
  const listed = hostsEntries(await readFile(HOSTS_FILE, 'utf8').catch(() => ''), hostname);
  return listed.length > 0 ? listed : askNameServers(hostname, timeoutMs);
};

/** The addresses a hosts file gives a name. */
export function hostsEntries(file: string, hostname: string): string[] {
  const wanted = hostname.toLowerCase();
  return file.split('\n').flatMap((line) => {
    const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return address && names.some((name) => name.toLowerCase() === wanted) ? [address] : [];
  });
}

/** @param servers name servers instead of the system's. */
export async function askNameServers(
  hostname: string,
  timeoutMs: number,
  servers: readonly string[] = [],
): Promise<string[]> {
  const resolver = new Resolver({ timeout: timeoutMs / TRIES, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  const timers = [setTimeout(cancel, timeoutMs)];
  const addressesOf = async (answer: Promise<string[]>): Promise<string[]> => {
    const addresses = await answer.catch(() => []);
    if (addresses.length > 0) timers.push(setTimeout(cancel, OTHER_FAMILY_MS));
    return addresses;
  };
  // One family is enough: the socket connects to checked addresses only.
  const families = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
  const found = await Promise.all(families.map(addressesOf));
  for (const timer of timers) clearTimeout(timer);
  return found.flat();
}
