/** The folder of cloud assemblies, and of the bundles of reloads: `BUILD_DIR`, by default in the project. */
import { accessSync, constants, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { RejectedSetting } from '../../../infra/stages/rejected-setting.ts';
import { makeFolder } from '../host/make-folder.ts';

const DEFAULT = join(import.meta.dirname, '../../../.build/local');
const KEPT_DAYS = 3;
/** Names of build output. Other files in the folder are kept. */
const OURS = /^([0-9a-f]{16}(-[0-9a-f]{8})?(\.\d+)?|reload\.\d+)$/;

export const buildFolder = ({ BUILD_DIR: chosen }: NodeJS.ProcessEnv): string =>
  chosen ? resolve(chosen) : DEFAULT;

/** Creates the folder, and removes old builds from it. @throws RejectedSetting when it cannot be written. */
export function openBuildFolder(environment: NodeJS.ProcessEnv): void {
  const folder = buildFolder(environment);
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RejectedSetting(
      `The service cannot be built in ${folder}: ${reason}. Choose another folder: BUILD_DIR=<folder> npm start`,
    );
  }
  removeOldBuilds(folder);
}

/** Keeps recent builds, because a running stage may still start functions from them. */
function removeOldBuilds(folder: string): void {
  for (const name of readdirSync(folder)) {
    const build = join(folder, name);
    const modified = OURS.test(name) ? statSync(build, { throwIfNoEntry: false })?.mtimeMs : undefined;
    const isOld = modified !== undefined && Date.now() - modified > KEPT_DAYS * 86_400_000;
    if (isOld) rmSync(build, { recursive: true, force: true });
  }
}
