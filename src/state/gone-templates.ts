import { proxy, type Snapshot } from 'valtio';
import type { TemplateId } from './template-id.ts';

interface GoneTemplates {
  ids: TemplateId[];
  /** The category of one that was sought, whose others are to be shown; null for none. */
  kin: string | null;
}

const state = proxy<GoneTemplates>({ ids: [], kin: null });

/** The templates that were found to be offered no more since they were shown. */
export const goneTemplates: Snapshot<GoneTemplates> = state;

/** Notes that a template is offered no more. */
export function addGoneTemplate(id: TemplateId): void {
  state.ids.push(id);
}

/** Has the templates of a category shown; null once they are. */
export function showKin(category: string | null): void {
  state.kin = category;
}
