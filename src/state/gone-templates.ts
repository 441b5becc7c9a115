import { proxy, type Snapshot } from 'valtio';
import type { TemplateId } from './template-id.ts';

const state = proxy<{ ids: TemplateId[] }>({ ids: [] });

/** The templates that were found to be offered no more since they were shown. */
export const goneTemplates: Snapshot<typeof state> = state;

/** Notes that a template is offered no more. */
export function addGoneTemplate(id: TemplateId): void {
  state.ids.push(id);
}
