/** `npm run walk`: runs the walks of README and of the guide on a separate stage and shows the output. */
import { styleText } from 'node:util';
import { helpWith } from '../../../bin/help.ts';
import { PhaseLines } from '../../../bin/local/command-line/phase-lines.ts';
import { seedDemo } from '../../../bin/local/demo/seed.ts';
import { errorText } from '../../../bin/local/host/error-text.ts';
import { startLocalStage } from '../../../bin/local/start.ts';
import { walks } from './expectations.ts';
import { type Shell, startShell } from './shell.ts';
import { playSteps, type WalkStep, walkSteps } from './walk.ts';

const LONGEST_LINE = 400;

helpWith(
  'npm run -s walk: runs the walks of README, docs/guides/walk.md and docs/guides/connect-a-store.md on a separate stage, and shows what each step prints.',
);

// As on Lambda.
process.env['TZ'] = 'UTC';
process.umask(0o077);

const lines = new PhaseLines({
  isTerminal: process.stdout.isTTY,
  write: (text) => process.stdout.write(text),
});
const onPhase = (title: string) => lines.begin(title);

try {
  await walk(walks.map(walkSteps));
} catch (error) {
  console.error(errorText(error));
  process.exitCode = 1;
}

async function walk(documents: readonly (readonly WalkStep[])[]): Promise<void> {
  const stage = await startLocalStage({ environment: process.env, onPhase });
  const shells: Shell[] = [];
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => end(1));
  const end = async (code: number) => {
    for (const shell of shells) shell.end();
    await stage.end();
    process.exit(code);
  };
  try {
    const problem = await seedDemo(stage, { onPhase });
    if (problem) throw new Error(problem);
    lines.end();
    console.log(`The stage is ready after ${seconds(0)}.`);
    const start = performance.now();
    for (const steps of documents) {
      const shell = await startShell(stage);
      shells.push(shell);
      for (const step of steps) await show(step, () => playSteps(shell, [step]));
    }
    const { length } = documents.flat();
    console.log(`\n${styleText('bold', `All ${length} steps work.`)} They took ${seconds(start)}.`);
    await end(0);
  } catch (error) {
    console.error(
      `\n${styleText('red', 'This step failed.')} ${error instanceof Error ? error.message : error}`,
    );
    await end(1);
  }
}

async function show({ title, commands }: WalkStep, play: () => Promise<string>): Promise<void> {
  console.log(`\n${styleText('bold', title)}\n`);
  console.log(styleText('dim', commands.replaceAll(/^/gm, '  ')));
  const start = performance.now();
  const printed = await play();
  console.log(`\n${printed.trimEnd().split('\n').map(shortened).join('\n')}`);
  console.log(styleText('dim', `(${seconds(start)})`));
}

function shortened(line: string): string {
  const rest = line.length - LONGEST_LINE;
  return rest > 0 ? `${line.slice(0, LONGEST_LINE)}… (${rest} more characters)` : line;
}

/** @param start in milliseconds since the start of the process. */
function seconds(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
