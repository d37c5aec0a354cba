/** Applies the switches of a command to the capabilities of an account. */
import { type Capability, capabilities } from '../../shared/accounts/sign-in/caller.ts';

/** Capabilities without a switch do not change. */
export const withSwitches = (
  current: readonly string[],
  switches: { readonly [C in Capability]?: boolean | undefined },
): Capability[] => capabilities.filter((each) => switches[each] ?? current.includes(each));
