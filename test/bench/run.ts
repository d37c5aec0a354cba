/** npm run bench [-- name ...]: counts and ratios, all of one run on one machine. */
import { releases } from './releases.ts';
import { service } from './service.ts';
import { webhookConnections } from './webhook-connections.ts';

/** Each gets what follows its name. Without a name, the service itself is measured. */
const benchmarks: Readonly<Record<string, (...rest: string[]) => Promise<void>>> = {
  service,
  releases: (count = '1000') => releases(Number(count)),
  'webhook-connections': async () => console.table(await webhookConnections()),
};

const [name = 'service', ...rest] = process.argv.slice(2);
const benchmark = benchmarks[name];
if (!benchmark) throw new Error(`There is no benchmark ${name}: ${Object.keys(benchmarks).join(', ')}.`);
await benchmark(...rest);
process.exit(0);
