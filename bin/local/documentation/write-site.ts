/**
 * `node write-site.ts FOLDER ENVIRONMENT`: writes the documentation. The environment has overrides of settings, as
 * JSON. Its process loads the current sources.
 */

import { stageConfig } from '../../../infra/stages/stage-config.ts';
import { writeSite } from '../../site/site.ts';

// Ctrl-C on a terminal also reaches this process. The stage, which it reaches too, ends it.
process.on('SIGINT', () => {});
const [folder, environment] = process.argv.slice(2);
if (!folder || !environment) throw new Error('Usage: node write-site.ts FOLDER ENVIRONMENT');
await writeSite(folder, stageConfig('local', JSON.parse(environment)).functionSettings);
