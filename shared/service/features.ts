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

const having = <M extends keyof Feature>(member: M): ByFeature<Features, M> => {
  const all = Object.entries<Feature>(features satisfies Fitting<Features>);
  const having = all.flatMap(([name, { [member]: own }]) => (own ? [[name, own]] : []));
  return Object.fromEntries(having);
};

export const types = having('types');
export const endpoints = having('endpoints');
export const keys = having('keys');
const referenceRecords = having('reference');
export const views = having('views');
export const sources = having('sources');
export const hooks = having('hooks');
export const work = having('work');
export const events = having('events');
export const moves = having('moves');
export const problems = having('problems');
export { referenceRecords as reference };
