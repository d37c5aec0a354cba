/** npm run operate -- <command> [arguments] [--stage NAME] [--json]: an operator's command, on any stage. */
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { operate } from '../infra/operate.ts';

const USAGE = `npm run operate -- <command> [arguments] [--stage NAME] [--json]

  create-organization --name --admin-name --admin-email --admin-password [--preapproval] [--video] [--music-videos]
                      [--dsps 1,4]
  set-capabilities <user-id> [--preapproval on|off] [--video on|off] [--music-videos on|off]
  set-availability <id> --external-id --external-url
  redrive-webhooks

The stage is local unless --stage names another; other stages need the deployer's AWS credentials.`;

const { tokens } = parseArgs({ strict: false, allowPositionals: true, tokens: true });
const named: Record<string, string | boolean> = {};
const unnamed: string[] = [];
for (const [index, token] of tokens.entries()) {
  const next = tokens[index + 1];
  if (token.kind === 'option') {
    // `--video off` and `--name Demo` take the word that follows; `--video` alone is a switch.
    named[token.name] = token.value ?? (next?.kind === 'positional' ? next.value : true);
  } else if (token.kind === 'positional') {
    const before = tokens[index - 1];
    if (before?.kind !== 'option' || before.value !== undefined) unnamed.push(token.value);
  }
}
const { stage = 'local', json = false, ...given } = named;
const [command, ...positionals] = unnamed;

if (!command || command === 'help' || typeof stage !== 'string') {
  console.log(USAGE);
  process.exit(command === 'help' ? 0 : 2);
}

try {
  const outcome = await operate(stage, {
    command,
    arguments: given,
    positionals,
    actor: userInfo().username,
  });
  if ('problems' in outcome) {
    for (const { detail } of outcome.problems) console.error(detail);
    process.exit(1);
  }
  if (json) console.log(JSON.stringify(outcome.result));
  else for (const [name, value] of Object.entries(outcome.result)) console.log(`${name}: ${value}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
