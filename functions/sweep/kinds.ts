/** Every kind of work whose rows are in the due index. */
import { startedKinds } from '../../shared/started-kinds.ts';
import { eventWork } from '../../shared/webhooks/deliveries/event-round.ts';
import type { WorkKind } from '../../shared/work/kind.ts';

export const kinds: readonly WorkKind[] = [eventWork, ...startedKinds];
