/** The documentation of a running stage, which builds it unless its cloud assembly has it. */
import { sourceErrorText } from '../host/error-text.ts';
import { isDocumented, siteFolder } from '../template/site-folder.ts';
import { buildSite } from './build-site.ts';

/** Until it is `ready`, the page that `unbuilt-pages.ts` makes is shown instead. */
export type SiteState =
  | { readonly is: 'being built' }
  | { readonly is: 'ready' }
  | { readonly is: 'broken'; readonly reason: string };

export interface StageSite {
  /** Where its function reads it; undefined for a stage without the function. */
  readonly folder: string | undefined;
  readonly state: () => SiteState;
  /** Resolves with the state when the build of the start has ended. */
  readonly built: Promise<SiteState>;
  /** Shows what was built from changed sources. */
  readonly replaced: () => void;
  /** Ends the build. */
  readonly end: () => Promise<void>;
}

export function startSite(assembly: string, environment: NodeJS.ProcessEnv): StageSite {
  const folder = siteFolder(assembly);
  const isComplete = folder === undefined || isDocumented(assembly);
  let state: SiteState = { is: isComplete ? 'ready' : 'being built' };
  const ending = new AbortController();
  const build = async (): Promise<SiteState> => {
    try {
      await buildSite(assembly, { environment, signal: ending.signal });
      state = { is: 'ready' };
    } catch (error) {
      if (!ending.signal.aborted) state = { is: 'broken', reason: sourceErrorText(error) };
    }
    return state;
  };
  const built = isComplete ? Promise.resolve(state) : build();
  return {
    folder,
    state: () => state,
    built,
    replaced() {
      state = { is: 'ready' };
    },
    async end() {
      ending.abort();
      await built;
    },
  };
}
