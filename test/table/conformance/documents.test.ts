import { withTable } from '../../support/table.ts';
import { service } from './service.ts';
import { describeDocuments } from './suite/documents.ts';

withTable();
describeDocuments(service);
