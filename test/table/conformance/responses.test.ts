import { withTable } from '../../support/table.ts';
import { service } from './service.ts';
import { describeResponses } from './suite/responses.ts';

withTable();
describeResponses(service);
