/** The caller of a request, as the access row describes it. */
import type { Role } from '../rules/roles.ts';

export const capabilities = ['preapproval', 'video', 'music-videos'] as const;
export type Capability = (typeof capabilities)[number];

declare module '../../kit/http/caller.ts' {
  interface Caller {
    readonly role: Role;
    /** Permissions beyond the role, granted by an operator. */
    readonly capabilities: ReadonlySet<Capability>;
    readonly sessionId: string;
    /** Whether an operator has stopped all changes of the organization. */
    readonly isReadOnly: boolean;
  }
}
