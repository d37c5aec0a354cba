/** Invokes the function for one step of a move. */
import * as v from 'valibot';
import { type CommandInvocation, operate } from '../invoke.ts';
import { Rejection } from '../rejection.ts';

export interface MoveIo {
  readonly environment: NodeJS.ProcessEnv;
  readonly errors: NodeJS.WritableStream;
  readonly isJson?: boolean;
}

/** @throws Rejection */
export async function askStage<S extends v.GenericSchema>(
  stage: string,
  { invocation, schema }: { invocation: CommandInvocation; schema: S },
  io: MoveIo,
): Promise<v.InferOutput<S>> {
  const outcome = await operate(stage, invocation, io);
  if ('problems' in outcome) throw new Rejection(outcome.problems);
  return v.parse(schema, outcome.result);
}
