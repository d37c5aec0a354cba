/** Runs operator commands. Has no route: the deployer invokes it directly with AWS credentials. */
import { loggedSubjects } from '../../shared/accounts/commands/logged-subjects.ts';
import { commandHandler } from '../../shared/kit/commands/command-handler.ts';
import { api } from '../../shared/service/api.ts';
import { commands } from '../../shared/service/commands/list.ts';
import { requireNotErased } from '../../shared/service/erasure/organization/require-not-erased.ts';

export const handler = commandHandler({
  api,
  commands,
  furtherFields: loggedSubjects,
  admit: requireNotErased,
});
