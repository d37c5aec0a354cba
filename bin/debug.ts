/** `npm run debug`: runs the service with a debugger port, which also reaches the functions' threads. */
import { open, url } from 'node:inspector';
import { helpWith } from './help.ts';

helpWith(`npm run debug: npm start with a debugger port. Functions wait at breakpoints and do not time out.

Environment, in addition to that of npm start:

  INSPECT_PORT=9229  the port for the debugger`);

const port = process.env['INSPECT_PORT'] || '9229';
if (!listens(Number(port))) {
  console.error(`INSPECT_PORT must be a free port from 0 to 65535, not "${port}".`);
  process.exit(1);
}
await import('./local.ts');

/** Node reports a port that is in use on standard error. */
function listens(port: number): boolean {
  try {
    open(port, '127.0.0.1');
  } catch {
    // Not a port.
  }
  return url() !== undefined;
}
