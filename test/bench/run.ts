/** `npm run bench` measures counts and ratios, all of one run on one machine; `-- NAME` measures only one thing. */
import { helpWith } from '../../bin/help.ts';
import { releases } from './releases.ts';
import { service } from './service.ts';
import { simulatePlaces } from './simulation/places.ts';
import { simulateWebhooks } from './simulation/scenarios.ts';
import { webhookConnections } from './webhook-connections.ts';
import { webhookLatency } from './webhook-latency.ts';

type Benchmark = (...rest: string[]) => Promise<void> | void;

const usual: Readonly<Record<string, Benchmark>> = {
  service,
  'webhook-connections': async () => console.table(await webhookConnections()),
  webhooks: simulateWebhooks,
  places: simulatePlaces,
};

/** Only on request. Each gets what follows its name. */
const long: Readonly<Record<string, Benchmark>> = {
  releases: (count = '1000') => releases(Number(count)),
  'webhook-latency': (seconds = '20') => webhookLatency(Number(seconds)),
};

const all = { ...usual, ...long };
helpWith(`npm run -s bench [-- NAME]: measures counts and ratios, of everything or of one thing.

NAME is one of ${Object.keys(usual).join(', ')};
and only on request: ${Object.keys(long).join(', ')} (with a number of albums, or of seconds).`);

const [name, ...rest] = process.argv.slice(2);
if (name === undefined) for (const benchmark of Object.values(usual)) await benchmark();
else if (all[name]) await all[name](...rest);
else {
  console.error(`There is no benchmark ${name}: there are ${Object.keys(all).join(', ')}.`);
  process.exit(1);
}
process.exit(0);
