/** Finds the executable of the embedded DynamoDB engine. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { RejectedSetting } from '../../stages/rejected-setting.ts';

/** @returns the executable installed with this project, or else the one on the PATH. @throws RejectedSetting that says what to install. */
export function engineBinary(): string {
  const packaged = packagedBinary();
  if (packaged) return packaged;
  if (!spawnSync('dynoxide', ['--version'], { stdio: 'ignore' }).error) return 'dynoxide';
  throw new RejectedSetting(
    [
      `No DynamoDB engine for ${process.platform}-${process.arch} is installed here. Either`,
      '  - install dynoxide so that it is on the PATH (brew install nubo-db/tap/dynoxide, cargo install dynoxide-rs, or',
      '    a binary of https://github.com/nubo-db/dynoxide/releases), or',
      '  - set DYNAMODB_ENDPOINT to a running engine, such as http://127.0.0.1:8000.',
    ].join('\n'),
  );
}

/** Undefined on platforms that the optional dependency has no binary for. */
function packagedBinary(): string | undefined {
  try {
    const { resolve } = createRequire(import.meta.url);
    const manifest = resolve(`@dynoxide/${process.platform}-${process.arch}/package.json`);
    const binary = join(dirname(manifest), 'dynoxide');
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}
