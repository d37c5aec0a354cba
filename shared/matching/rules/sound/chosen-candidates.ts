/** Which candidates are compared exactly. Pure. */
import type { Candidate } from './votes.ts';

export const MAX_CANDIDATES = 24;
/** Fewer, so that an owner's own releases neither displace those of others nor double what a comparison costs. */
const MAX_OWN = 8;

export interface OwnedCandidate extends Candidate {
  readonly ownerId: string;
}

/**
 * @param candidates likeliest first.
 * @returns at most 24 of other owners, and those of the owner that are among the first 24, at most 8.
 */
export function chosenFor(ownerId: string, candidates: readonly OwnedCandidate[]): OwnedCandidate[] {
  const others = othersFor(ownerId, candidates).slice(0, MAX_CANDIDATES);
  const own = candidates.slice(0, MAX_CANDIDATES).filter((each) => each.ownerId === ownerId);
  return [...others, ...own.slice(0, MAX_OWN)];
}

const othersFor = (ownerId: string, candidates: readonly OwnedCandidate[]): OwnedCandidate[] =>
  candidates.filter((each) => each.ownerId !== ownerId);

/** Whether further candidates would not be chosen. */
export const isComplete = (ownerId: string, candidates: readonly OwnedCandidate[]): boolean =>
  othersFor(ownerId, candidates).length >= MAX_CANDIDATES;
