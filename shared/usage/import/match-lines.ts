/** Second step: sums the lines of each key, finds their tracks, and groups what they contribute by row. */
import type { Lease } from '../../kit/work/lease.ts';
import { EarningSums } from '../earnings/earning-sums.ts';
import { reportLine } from '../reading/report-format.ts';
import type { UsageLine } from '../rules/usage-line.ts';
import { CountedBefore, withLost } from './counted-before.ts';
import type { FoundTrack } from './find-tracks.ts';
import {
  type Contribution,
  contributionLine,
  lineContribution,
  playsContribution,
  revenueGroup,
} from './groups.ts';
import type { Importing } from './importing.ts';
import { readSpilled } from './read-report.ts';
import type { Spill } from './spill.ts';
import { findingsOf, type Tracks } from './stored-findings.ts';
import type { Lost, UsageImport } from './usage-import.ts';
import type { WorkFiles } from './work-files.ts';

/** Larger files are split again, because one ISRC can have most lines of a report. */
const MAX_FILE_BYTES = 8_000_000;

interface Matching {
  readonly started: UsageImport;
  /** The lines from the first step. */
  readonly lines: Spill;
  /** Receives the contributions. */
  readonly groups: Spill;
  readonly files: WorkFiles;
  readonly importing: Importing;
  readonly keep: Lease['keep'];
}

interface Unmatched {
  /** The number of lines without a track. */
  readonly unmatched: number;
  readonly lost: Lost | null;
}

export async function matchLines(matching: Matching): Promise<Unmatched> {
  const { lines, started, importing } = matching;
  const before = new CountedBefore(matching);
  let unmatched = 0;
  let lost: Lost | null = null;
  for (let shard = 0; shard < lines.count; shard++) {
    await matching.keep();
    const codes = await codesIn(lines, shard);
    const found = await findingsOf({ run: started.run, shard, codes, before }, importing);
    lost = withLost(lost, found.lost);
    const divided = await divideFurther(matching, shard);
    for (let file = divided.from; file < divided.until; file++)
      unmatched += await matchFile(matching, { spill: divided.spill, file, findings: found.tracks });
    lines.remove(shard);
  }
  return { unmatched, lost };
}

async function codesIn(lines: Spill, shard: number): Promise<string[]> {
  const codes = new Set<string>();
  for await (const some of lines.lines(shard))
    for (const line of some) codes.add(line.slice(0, line.indexOf('\t')));
  return [...codes];
}

/** @returns files that fit in memory. All lines of a key are in the same file. */
async function divideFurther(
  { lines, files }: Matching,
  shard: number,
): Promise<{ spill: Spill; from: number; until: number }> {
  const bytes = lines.bytes(shard);
  if (bytes <= MAX_FILE_BYTES) return { spill: lines, from: shard, until: shard + 1 };
  const spill = files.spill(Math.ceil(bytes / MAX_FILE_BYTES) * 2);
  for await (const some of lines.lines(shard)) for (const line of some) spill.add(keyOf(line), line);
  return { spill, from: 0, until: spill.count };
}

/** Everything but plays and revenue. */
const keyOf = (line: string): string => line.split('\t', 5).join('\t');

async function matchFile(
  { groups, files }: Matching,
  { spill, file, findings }: { spill: Spill; file: number; findings: Tracks },
): Promise<number> {
  const { matched, unmatched } = await addUp(spill, { file, findings, files });
  const revenues = new Map<string, EarningSums>();
  for (const { line, track } of matched.values()) contribute(groups, { line, track, revenues });
  for (const [group, sums] of revenues)
    for (const item of sums.items()) groups.add(group, contributionLine({ group, item }));
  spill.remove(file);
  return unmatched;
}

interface Matched {
  readonly line: UsageLine;
  readonly track: FoundTrack;
}

/** Unmatched lines are kept as they are, so that a rematch counts as many. */
async function addUp(
  spill: Spill,
  { file, findings, files }: { file: number; findings: Tracks; files: WorkFiles },
): Promise<{ matched: ReadonlyMap<string, Matched>; unmatched: number }> {
  const matched = new Map<string, Matched>();
  let unmatched = 0;
  for await (const some of spill.lines(file)) {
    for (const text of some) {
      const line = readSpilled(text);
      const track = findings.get(line.isrc);
      if (!track) {
        files.unmatched.addTo(0, reportLine(line));
        unmatched += 1;
        continue;
      }
      const key = keyOf(text);
      const { plays = 0, revenue = 0n } = matched.get(key)?.line ?? {};
      matched.set(key, {
        line: { ...line, plays: plays + line.plays, revenue: revenue + line.revenue },
        track,
      });
    }
  }
  return { matched, unmatched };
}

function contribute(
  groups: Spill,
  { line, track, revenues }: { line: UsageLine; track: FoundTrack; revenues: Map<string, EarningSums> },
): void {
  const add = (each: Contribution) => groups.add(each.group, contributionLine(each));
  add(lineContribution(line, track));
  const { id, album, artists } = track;
  add(playsContribution(line, { subject: { type: 'tracks', id }, album: null }));
  if (album !== null) add(playsContribution(line, { subject: { type: 'albums', id: album }, album: null }));
  for (const artist of artists)
    add(playsContribution(line, { subject: { type: 'artists', id: artist }, album }));
  const group = revenueGroup(line, track);
  const sums = revenues.get(group) ?? new EarningSums();
  revenues.set(group, sums);
  sums.addLine(line, track);
}
