import { proxy, type Snapshot } from 'valtio';
import type { TemplateId } from './is-same-id.ts';

interface GoneTemplates {
  ids: TemplateId[];
  /** Category to show after a template was found to be gone; null if there is none. */
  kin: string | null;
}

const state = proxy<GoneTemplates>({ ids: [], kin: null });

/** Templates that were shown, but have turned out to be no longer offered. */
export const goneTemplates: Snapshot<GoneTemplates> = state;

export function addGoneTemplate(id: TemplateId): void {
  state.ids.push(id);
}

export function showKin(category: string | null): void {
  state.kin = category;
}
