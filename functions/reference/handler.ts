/** Reference data (shared/reference). */
import { serveGroup } from '../../shared/service/serve-group.ts';

export const handler = serveGroup('reference', {});
