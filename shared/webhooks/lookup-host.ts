/** Finds the addresses of a host: the hosts file first, then DNS. */
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';

/** Answers within the time limit, with no addresses when there are none. */
export type LookupHost = (hostname: string, timeoutMs: number) => Promise<readonly string[]>;

const HOSTS_FILE = '/etc/hosts';
const TRIES = 2;

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
  const timer = setTimeout(() => resolver.cancel(), timeoutMs);
  // One family answered is enough: the socket connects to checked addresses only.
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  clearTimeout(timer);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}
