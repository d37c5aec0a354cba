/** The commands about accounts, in the order of the help, with the code that runs each. */
import { listed } from '../../kit/commands/listed.ts';
import {
  addAdmin,
  changeEmail,
  createOrganization,
  findUser,
  listOrganizations,
  resetPassword,
  rotateStageSecret,
  setCapabilities,
  setReadOnly,
} from '../commands.ts';

export const accountsCommands = [
  listed(createOrganization, () => import('./create-organization.ts')),
  listed(addAdmin, () => import('./add-admin.ts')),
  listed(changeEmail, () => import('./change-email.ts')),
  listed(resetPassword, () => import('./reset-password.ts')),
  listed(setCapabilities, () => import('./set-capabilities.ts')),
  listed(setReadOnly, () => import('./set-read-only.ts')),
  listed(listOrganizations, () => import('./list-organizations.ts')),
  listed(findUser, () => import('./find-user.ts')),
  listed(rotateStageSecret, () => import('./rotate-stage-secret.ts')),
] as const;
