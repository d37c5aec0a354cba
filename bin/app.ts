/** Entry point of the CDK command line (cdk.json): the stack of the stage given with `-c stage=NAME`. */
import { buildApp } from '../infra/app.ts';
import { RejectedSetting } from '../infra/stages/rejected-setting.ts';
import { writeSite } from './site/site.ts';

try {
  const app = await buildApp({ environment: process.env, writeSite, onWarning: console.error });
  app.synth();
} catch (error) {
  if (!(error instanceof RejectedSetting)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
