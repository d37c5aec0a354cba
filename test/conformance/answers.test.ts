import { withTable } from '../support/table.ts';
import { service } from './service.ts';
import { describeAnswers } from './suite/answers.ts';

withTable();
describeAnswers(service);
