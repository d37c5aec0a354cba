/** The resources and endpoints that a function knows, with what is special about them. */
import { joinedHooks } from '../kit/crud/write/hooks.ts';
import { api } from './api.ts';
import { merged } from './feature-members.ts';
import { hooks, reference, sources, views } from './features.ts';
import { problems } from './problems.ts';

export const definitions = {
  ...api,
  reference: merged(reference),
  views: merged(views),
  sources: merged(sources),
  problems,
};

export const hooksByType = joinedHooks(Object.values(hooks));
