/** Command-line switches for the capabilities of an account. */
import { type Argument, onOff } from '../kit/commands/arguments.ts';
import { type Capability, capabilities } from './sign-in/caller.ts';

export const capabilitySwitches = {
  preapproval: onOff("the account's distribution requests wait for its own pre-approval before QA"),
  video: onOff('the account may read and change video albums'),
  'music-videos': onOff('the account may distribute music videos'),
} satisfies Record<Capability, Argument>;

/** @returns the capabilities after a command. Capabilities without a switch do not change. */
export const withSwitches = (
  current: readonly string[],
  switches: { readonly [C in Capability]?: boolean | undefined },
): Capability[] => capabilities.filter((each) => switches[each] ?? current.includes(each));
