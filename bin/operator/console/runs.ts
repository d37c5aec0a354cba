/** Runs commands for the page, and sends it their progress and outcome as lines of JSON. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import * as v from 'valibot';
import { commands } from '../../../shared/service/commands/list.ts';
import { checkArguments } from '../check-arguments.ts';
import type { CommandOutcome, OperatorIo, StageCall } from '../invoke.ts';
import { Rejection, rejection } from '../rejection.ts';
import { protection } from './admission.ts';

/** The stage that a console is for. */
export interface Reached extends Pick<StageCall, 'stage' | 'environment'> {
  readonly run: (call: StageCall, io: OperatorIo) => Promise<CommandOutcome>;
  /** Whether commands may read and write files of this machine. */
  readonly runsOnMachine: boolean;
}

const sentSchema = v.object({ command: v.string(), arguments: v.record(v.string(), v.unknown()) });

const sentJson = v.pipe(v.string(), v.parseJson(), sentSchema);

const MAX_BYTES = 1_000_000;

/** The last line has the outcome. Lines before it have the progress. */
export async function runForPage(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  reached: Reached,
): Promise<void> {
  const sent = await sentBy(request);
  response.writeHead(200, { ...protection, 'content-type': 'application/x-ndjson' });
  const errors = new Writable({
    write(chunk, _encoding, done) {
      response.write(chunk);
      done();
    },
  });
  const outcome = await outcomeOf(sent, reached, errors);
  response.end(`${JSON.stringify({ outcome })}\n`);
}

async function sentBy(request: IncomingMessage): Promise<v.InferOutput<typeof sentSchema>> {
  const { success, output } = v.safeParse(sentJson, await bodyOf(request));
  if (!success)
    throw rejection('invalid_value', 'The request must be JSON with a command and its arguments.');
  return output;
}

/** Reads it to its end, so that the connection can be used for the response. */
async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size <= MAX_BYTES) pieces.push(piece);
  }
  if (size > MAX_BYTES) throw rejection('invalid_value', 'The arguments of the command are too large.');
  return Buffer.concat(pieces).toString();
}

/** @param errors gets the progress. */
async function outcomeOf(
  { command: name, arguments: args }: v.InferOutput<typeof sentSchema>,
  { stage, environment, run }: Reached,
  errors: Writable,
): Promise<CommandOutcome | { problems: Rejection['problems']; notes: Rejection['notes'] }> {
  const call = { stage, environment, command: name, args };
  const command = commands.find((each) => each.name === name);
  try {
    // The stage rejects a command that neither knows. It can also have one that this console does not.
    if (command) checkArguments(command, args);
    return await run(call, { errors, isJson: true });
  } catch (error) {
    if (error instanceof Rejection) return { problems: error.problems, notes: error.notes };
    return { problems: [{ code: 'console_failed', detail: `The console failed. ${error}` }], notes: [] };
  }
}
