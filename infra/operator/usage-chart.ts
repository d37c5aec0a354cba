/** usage-chart on the command line: fetches the plays and draws them. */
import { writeFile } from 'node:fs/promises';
import * as v from 'valibot';
import { type CommandInvocation, type CommandOutcome, operate } from './invoke.ts';
import { playSeries, type Sums } from './play-series.ts';
import { Rejection, rejection } from './rejection.ts';

const counts = v.record(v.string(), v.number());
const partSchema = v.object({
  name: v.string(),
  from: v.string(),
  to: v.string(),
  days: counts,
  countries: counts,
  next: v.optional(v.string()),
});

type Part = v.InferOutput<typeof partSchema>;
type Io = Parameters<typeof operate>[2];

/** @throws Rejection when there are no plays, the file cannot be written, or the command is rejected. */
export async function usageChart(
  stage: string,
  { command, arguments: given }: CommandInvocation,
  io: Io,
): Promise<CommandOutcome> {
  const { output, ...asked } = given;
  const file = String(output ?? `usage-${given['user-id']}.svg`);
  const { name, ...sums } = await sumsOf(stage, { command, arguments: asked }, io);
  const { total, days, countries } = playSeries(sums, { isOpenEnded: given['to'] === undefined });
  if (total === 0)
    throw rejection('no_plays', `The tracks of ${name} have no plays from ${sums.from} to ${sums.to}.`);
  // Imported lazily, because the library takes half a second to load.
  const { usagePicture } = await import('./usage-picture.ts');
  await write(file, usagePicture(name, { total, days, countries }));
  const from = days[0]?.label;
  const to = days.at(-1)?.label;
  return { result: { picture: file, from, to, plays: total } };
}

/** For very many tracks, each call counts as many as fit its time limit; the loop fetches the rest. */
async function sumsOf(stage: string, { command, arguments: given }: CommandInvocation, io: Io) {
  const parts: Part[] = [];
  let next: Readonly<Record<string, string>> | undefined = {};
  while (next) {
    const outcome = await operate(stage, { command, arguments: { ...given, ...next } }, io);
    if ('problems' in outcome) throw new Rejection(outcome.problems);
    const part = v.parse(partSchema, outcome.result);
    parts.push(part);
    next = part.next === undefined ? undefined : { from: part.from, to: part.to, after: part.next };
  }
  return added(parts);
}

function added(parts: readonly Part[]): Sums & { readonly name: string } {
  const [{ name, from, to } = { name: '', from: '', to: '' }] = parts;
  const sum = (all: readonly Readonly<Record<string, number>>[]) => {
    const sums: Record<string, number> = {};
    for (const [key, plays] of all.flatMap(Object.entries<number>)) sums[key] = (sums[key] ?? 0) + plays;
    return sums;
  };
  return {
    name,
    from,
    to,
    days: sum(parts.map(({ days }) => days)),
    countries: sum(parts.map(({ countries }) => countries)),
  };
}

async function write(file: string, picture: string): Promise<void> {
  try {
    await writeFile(file, picture);
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw rejection('file_unwritable', `${file} cannot be written: ${reason}`);
  }
}
