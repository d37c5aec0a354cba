/** npm run soak: mixed traffic on the local stage, which is killed at random, and then every invariant. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { helpWith } from '../../bin/help.ts';
import { brokenInvariants } from './check.ts';
import { Figures } from './figures.ts';
import { killAtRandom } from './kills.ts';
import { loggedErrors } from './logs.ts';
import { Operator } from './operator.ts';
import { pairFaults } from './pairs/pair-faults.ts';
import { deadLetters, quiescence } from './quiescence.ts';
import { Receivers } from './receivers.ts';
import { randomOf, type Soak } from './soak.ts';
import { StageProcess } from './stage-process.ts';
import { openLanes, runLanes } from './traffic/lanes.ts';

helpWith(`npm run -s soak: 30 minutes of mixed traffic on the local stage, which is killed at random, and then every invariant.

  --minutes N  of traffic (30)
  --seed N     repeats the choices of an earlier run
  --pairs      only sends pairs of requests at the same time, without other traffic
  --rounds N   of each pair (20)
  --only TEXT  the pairs whose names have it
  --keep       keeps the data of the stage`);

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    pairs: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    keep: { type: 'boolean', default: false },
  },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed);
/** Longer than a message of an event stays in flight after its function has crashed. */
const QUIET_SECONDS = 480;
const MAX_SHOWN = 20;

process.exitCode = (await main()) ? 0 : 1;

/** @returns whether everything holds. */
async function main(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'soak-'));
  console.log(
    `${minutes} minutes of traffic. To repeat its choices: npm run soak -- --minutes ${minutes} --seed ${seed}`,
  );
  console.log(`The data of the stage is in ${folder}.`);
  const figures = new Figures();
  const faults: string[] = [];
  const stage = await StageProcess.start(folder, {
    environment: environmentOf(seed),
    onDeath: (said) => void faults.push(`The stage ended although nobody killed it: ${said.slice(-2000)}`),
  });
  const receivers = await Receivers.start(stage.dataDirectory, figures);
  const traffic = new AbortController();
  const soak: Soak = {
    ...{ seed, stage, figures, receivers, folder, faults },
    model: { users: [], released: [], imports: new Map(), suspects: [] },
    operator: new Operator(stage.awsUrl, figures),
    signal: traffic.signal,
  };
  const watching = watch(soak);
  try {
    return await runPhases(soak, traffic);
  } finally {
    watching.end();
    await stage.end();
    receivers.end();
    if (!values.keep) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function runPhases(soak: Soak, traffic: AbortController): Promise<boolean> {
  const { figures, stage } = soak;
  if (values.pairs) return report(soak, new Map([await endingsOfPairs(soak)]));
  const lanes = await openLanes(soak);
  setTimeout(() => traffic.abort(), minutes * 60_000);
  // Longer runs end with a time without kills, in which a leak would show.
  const untilSeconds = minutes * 60 * (minutes >= 10 ? 2 / 3 : 1);
  const killing = killAtRandom(soak, randomOf(soak, 0), {
    meanSeconds: minutes >= 10 ? 75 : 20,
    untilSeconds,
  });
  await runLanes(soak, lanes);
  await killing;
  console.log('The traffic has ended. Waiting for the work that remains.');
  const busy = await settled(soak, lanes);
  figures.count('functions crashed', stage.crashes - figures.of('functions crashed'));
  const broken = await brokenInvariants(soak);
  const quiet = ['The stage becomes quiet', busy === undefined ? [] : [busy]] as const;
  return report(soak, new Map([...broken, quiet, await endingsOfPairs(soak)]));
}

/** On a stage whose functions do not crash and that leaves decisions to operators. */
async function endingsOfPairs(soak: Soak) {
  await soak.stage.kill();
  await soak.stage.start({ CRASH_SECONDS: '', QA_MODE: 'manual' });
  return [
    'Requests at the same time end as one after the other',
    await pairFaults(soak, { rounds: Number(values.rounds), only: values.only }),
  ] as const;
}

/** All receivers succeed from now on. Dead letters are redriven, as the runbook says. */
async function settled(
  soak: Soak,
  lanes: Awaited<ReturnType<typeof openLanes>>,
): Promise<string | undefined> {
  soak.receivers.becomeGood();
  // From now on, no function crashes.
  await soak.stage.kill();
  await soak.stage.start({ CRASH_SECONDS: '' });
  for (const lane of lanes.webhooks) await lane.enableAll();
  const busy = await quiescence(soak, QUIET_SECONDS);
  const letters = await deadLetters(soak);
  if (letters.size === 0) return busy;
  for (const [queue, count] of letters) soak.figures.count(`dead letters of ${queue}`, count);
  for (const command of ['redrive-changes', 'redrive-webhooks'])
    soak.faults.push(...rejected(command, await soak.operator.run([command])));
  return quiescence(soak, QUIET_SECONDS);
}

const rejected = (command: string, outcome: object): string[] =>
  'codes' in outcome ? [`${command} was rejected: ${outcome.codes}`] : [];

/** Samples the memory, and prints a line each ten seconds. */
function watch(soak: Soak) {
  const { figures, stage } = soak;
  const sampling = setInterval(() => {
    const kills = figures.of('stage killed') + figures.of('engine killed');
    figures.sample(stage.memory(), kills);
    figures.count('functions crashed', stage.crashes - figures.of('functions crashed'));
  }, 2000);
  const printing = setInterval(() => console.log(figures.progress()), 10_000);
  return {
    end: () => {
      clearInterval(sampling);
      clearInterval(printing);
    },
  };
}

function report({ figures, stage }: Soak, invariants: ReadonlyMap<string, readonly string[]>): boolean {
  console.log('');
  for (const [name, figure] of Object.entries(figures.report())) console.log(`${name}: ${figure}`);
  const errors = loggedErrors(stage.dataDirectory);
  console.log(
    `\nErrors that functions logged, apart from those of crashes: ${errors.length === 0 ? 'none' : ''}`,
  );
  for (const [text, count] of errors.slice(0, MAX_SHOWN)) console.log(`${String(count).padStart(6)} ${text}`);
  console.log('');
  for (const [invariant, broken] of invariants) {
    console.log(
      `${broken.length === 0 ? 'holds ' : 'BROKEN'} ${invariant}${broken.length > 0 ? `: ${broken.length}` : ''}`,
    );
    for (const each of broken.slice(0, MAX_SHOWN)) console.log(`       ${each}`);
  }
  return [...invariants.values()].every((broken) => broken.length === 0);
}

/** Real settings, with short waits. */
function environmentOf(seed: number): NodeJS.ProcessEnv {
  const random = randomOf({ seed }, 1);
  return {
    ...{ RATE_LIMIT_READS: '1000000', RATE_LIMIT_WRITES: '1000000', RATE_LIMIT_LOGINS: '100000' },
    ...{ WEBHOOK_RETRY_GAPS: '1,1,2,2,3', DELIVERY_RETRY_GAPS: '1,2', VALIDATION_RETRY_GAPS: '1,2' },
    ...{ REPORT_RETRY_GAPS: '1,2', WEBHOOK_DISABLE_FAILURES: '15', WEBHOOK_DISABLE_AGE_SECONDS: '20' },
    ...{ TOKEN_LIFETIME_SECONDS: '45', SWEEP_SECONDS: '5', SANDBOX_REPORT_SECONDS: '1' },
    ...{ DELIVERY_COMPLETE_SECONDS: '15', MAX_ENVIRONMENTS: '20' },
    CRASH_SECONDS: String(random.between(2, 6)),
    ...(random.happens(0.5) && { QA_MODE: 'auto', QA_WAIT_SECONDS: '1' }),
  };
}
