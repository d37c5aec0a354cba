/** Entry point of the CDK command line (cdk.json): one stack, for the stage named by `-c stage=NAME`. */
import { buildApp } from '../infra/app.ts';

try {
  buildApp({ environment: process.env }).synth();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
