/** Gives a cloud assembly the documentation of another one of the same sources, with the values of its settings. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stageConfig } from '../../../infra/stages/stage-config.ts';
import { limitsOf } from '../../site/generated/limits.ts';
import { INDEX } from '../../site/site.ts';
import { isDocumented, markDocumented, siteFolder } from './site-folder.ts';

/** Does nothing if the other one has none yet. */
export function copySite(from: string, to: string, environment: NodeJS.ProcessEnv): void {
  const [built, folder] = [siteFolder(from), siteFolder(to)];
  if (built === undefined || folder === undefined || !isDocumented(from)) return;
  cpSync(built, folder, { recursive: true });
  const file = join(folder, INDEX);
  const values = limitsOf(stageConfig('local', environment).functionSettings);
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), values }));
  markDocumented(to);
}
