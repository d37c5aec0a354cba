/**
 * All commands of operators, in the order of the help: what an operator looks at first, those of each feature, then those about
 * several.
 */
import type * as v from 'valibot';
import { accountsCommands } from '../../accounts/commands/list.ts';
import { catalogueCommands } from '../../catalogue/commands/list.ts';
import { distributionCommands } from '../../distribution/commands/list.ts';
import { type ListedCommand, listed } from '../../kit/commands/listed.ts';
import { matchingCommands } from '../../matching/commands/list.ts';
import { royaltiesCommands } from '../../royalties/commands/list.ts';
import { usageCommands } from '../../usage/commands/list.ts';
import { webhooksCommands } from '../../webhooks/commands/list.ts';
import {
  continueWork,
  describeStage,
  disableUser,
  exportCatalogue,
  exportOrganization,
  history,
  importCatalogue,
  importOrganization,
  listCommands,
  listWaiting,
  reindex,
  showOrganization,
  status,
} from '../commands.ts';
import { eraseOrganization, eraseUser } from '../erasure-commands.ts';
import { redriveChanges, redriveWork } from '../redrive-commands.ts';

const list = [
  listed(status, () => import('./status.ts')),
  ...accountsCommands,
  ...catalogueCommands,
  ...distributionCommands,
  ...matchingCommands,
  ...usageCommands,
  ...royaltiesCommands,
  ...webhooksCommands,
  listed(listWaiting, () => import('./list-waiting.ts')),
  listed(continueWork, () => import('./continue-work.ts')),
  listed(showOrganization, () => import('./show-organization.ts')),
  listed(disableUser, () => import('./disable-user.ts')),
  listed(eraseUser, () => import('./erase-user.ts')),
  listed(eraseOrganization, () => import('./erase-organization.ts')),
  listed(describeStage, () => import('./describe-stage.ts')),
  listed(history, () => import('./history.ts')),
  listed(exportOrganization, () => import('./export-organization.ts')),
  listed(importOrganization, () => import('./import-organization.ts')),
  listed(exportCatalogue, () => import('./export-catalogue.ts')),
  listed(importCatalogue, () => import('./import-catalogue.ts')),
  listed(listCommands, () => import('./list-commands.ts')),
  listed(redriveChanges, () => import('./redrive-changes.ts')),
  listed(redriveWork, () => import('./redrive-work.ts')),
  listed(reindex, () => import('./reindex.ts')),
] as const;

type Listed = (typeof list)[number];

export type CommandName = Listed['name'];

type Named<N extends CommandName> = Extract<Listed, { readonly name: N }>;

type Prepared<N extends CommandName> = Awaited<ReturnType<Named<N>['prepare']>>;

/** What a command returns. */
export type ResultOf<N extends CommandName> = Awaited<
  ReturnType<Extract<Prepared<N>, { readonly start: unknown }>['start']>
>;

/** The arguments of a command before they are parsed. */
export type SentTo<N extends CommandName> = v.InferInput<Named<N>['schema']>;

export const commands: readonly (ListedCommand & { readonly name: CommandName })[] = list;
