/** The capabilities of an account after an operator's switches. */
import { type Capability, capabilities } from '../../shared/auth/caller.ts';

/** Those not named stay as they are. */
export const withSwitches = (
  current: readonly string[],
  switches: { readonly [C in Capability]?: boolean | undefined },
): Capability[] => capabilities.filter((each) => switches[each] ?? current.includes(each));
