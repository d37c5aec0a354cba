/** Command-line switches for the capabilities of an account. */
import type { Capability } from '../accounts/sign-in/caller.ts';
import { type Argument, onOff } from './declare.ts';

export const capabilitySwitches = {
  preapproval: onOff("the account's distribution requests wait for its own pre-approval before QA"),
  video: onOff('the account may read and change video albums'),
  'music-videos': onOff('the account may distribute music videos'),
} satisfies Record<Capability, Argument>;
