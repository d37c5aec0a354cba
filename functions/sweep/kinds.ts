/** Every kind of work whose rows are in the due index. */

import type { WorkKind } from '../../shared/kit/work/kind.ts';
import { startedKinds } from '../../shared/started-kinds.ts';
import { eventWork } from '../../shared/webhooks/deliveries/event-round.ts';

export const kinds: readonly WorkKind[] = [eventWork, ...startedKinds];
