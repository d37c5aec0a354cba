/** Who asks: what the access row of a user says, once a live session of theirs is proven. */
import type { Role } from '../domain/roles.ts';

export const capabilities = ['preapproval', 'video', 'music-videos'] as const;
export type Capability = (typeof capabilities)[number];

export interface Caller {
  readonly userId: string;
  readonly organizationId: string;
  readonly role: Role;
  /** What an operator has granted the account beyond its role. */
  readonly capabilities: ReadonlySet<Capability>;
  readonly sessionId: string;
}
