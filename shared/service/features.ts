/**
 * What the features have, by member and feature. In the bundle of a function,
 * infra/bundle/function-features.ts replaces this file by one with the members that the function needs.
 */
import * as accounts from '../accounts/feature.ts';
import * as catalogue from '../catalogue/feature.ts';
import * as distribution from '../distribution/feature.ts';
import * as matching from '../matching/feature.ts';
import * as reference from '../reference/feature.ts';
import * as royalties from '../royalties/feature.ts';
import * as usage from '../usage/feature.ts';
import * as webhooks from '../webhooks/feature.ts';
import type { ByFeature, Feature, Fitting } from './feature-members.ts';

const features = { accounts, catalogue, matching, distribution, usage, royalties, webhooks, reference };

type Features = typeof features;

/** @returns the member of all features that have it. */
const collected = <M extends keyof Feature>(member: M): ByFeature<Features, M> => {
  const all = Object.entries<Feature>(features satisfies Fitting<Features>);
  const entries = all.flatMap(([name, { [member]: own }]) => (own ? [[name, own]] : []));
  return Object.fromEntries(entries);
};

export const types = collected('types');
export const endpoints = collected('endpoints');
export const keys = collected('keys');
const referenceRecords = collected('reference');
export const views = collected('views');
export const sources = collected('sources');
export const hooks = collected('hooks');
export const work = collected('work');
export const events = collected('events');
export const moves = collected('moves');
export const problems = collected('problems');
export { referenceRecords as reference };
