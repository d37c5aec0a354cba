/** A JSON:API client of others at the running service. */
import { describe, it } from 'vitest';
import { kitsuClient } from '../support/json-api-clients/kitsu-client.ts';
import { completesTheSteps } from '../support/json-api-clients/steps.ts';
import { jsonApiService } from './shared-stage.ts';

describe('kitsu', () => {
  completesTheSteps('kitsu', kitsuClient, () => jsonApiService('kitsu-steps'));
});

// In test/clients, with a list of packages that is installed on demand.
it.skip('other clients, generators and a linter are tried by npm run test:long', () => {});
