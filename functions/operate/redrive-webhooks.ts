/** redrive-webhooks: what the sender could not process goes back to its queue. */
import { moveAll } from '../../shared/queue/queue.ts';
import { environment } from '../../shared/settings.ts';
import { argumentsOf, defineCommand } from './command.ts';

export const redriveWebhooks = defineCommand({
  arguments: argumentsOf({}),
  async run() {
    const moved = await moveAll(environment('WEBHOOK_DEAD_LETTER_URL'), environment('WEBHOOK_QUEUE_URL'));
    return { moved };
  },
});
