/** connect-store on the command line: reads the layout of the sales reports of the store. */
import { type CommandOutcome, operate, type StageCall } from './invoke.ts';
import { layoutIn } from './usage/layouts.ts';

/** @throws Rejection when there is no such layout. */
export async function connectStore(call: StageCall): Promise<CommandOutcome> {
  const reading = await layoutIn(call.args);
  return operate(reading ? { ...call, args: { ...call.args, reading } } : call);
}
