/** `npm run -s operate`: runs an operator command on any stage. */
import { runCommandLine } from './operator/run.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
});
