/** Track matches and their parts. */
import { serveGroup } from '../../shared/service/serve-group.ts';

export const handler = serveGroup('track-matches', {});
