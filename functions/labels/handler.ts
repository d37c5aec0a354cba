/** Labels, declared in shared/catalogue/api/labels.ts. */
import { serveGroup } from '../../shared/service/serve-group.ts';

export const handler = serveGroup('labels', {});
