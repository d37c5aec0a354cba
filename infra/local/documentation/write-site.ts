/** `node write-site.ts <folder>`: writes the documentation. Its process loads the changed sources. */
import { writeSite } from '../../documentation/site.ts';
import { stageConfig } from '../../stages/stage-config.ts';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node write-site.ts <folder>');
await writeSite(folder, stageConfig('local', process.env).functionSettings);
