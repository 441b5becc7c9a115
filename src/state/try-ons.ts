import { proxy, type Snapshot } from 'valtio';
import type { TemplateId } from './is-same-id.ts';

interface TryOns {
  /** Address of the front photo without its signature; null while no try-on can be made. */
  photo: string | null;
  /** True if the user wants to see themselves in the templates instead of sample people. */
  isOn: boolean;
  /** True while templates on the screen still wait for their try-ons. */
  isWaiting: boolean;
  /** Addresses of try-ons, by template. */
  pictures: Record<TemplateId, string>;
  /**
   * By template: reasons why an authority would refuse the ID photo, or 'own_clothes' if the costume cannot be drawn.
   */
  problems: Record<TemplateId, readonly string[]>;
}

const state = proxy<TryOns>({ photo: null, isOn: false, isWaiting: false, pictures: {}, problems: {} });

/** Finished try-ons. They are kept only in memory, because their addresses soon expire. */
export const tryOns: Snapshot<TryOns> = state;

/** If the photo is a new one, removes all try-ons and sets the photo and the switch. Otherwise does nothing. */
export function openTryOns(photo: string, isOn: boolean): void {
  if (state.photo !== photo) Object.assign(state, { photo, isOn, pictures: {}, problems: {} });
}

export function turnTryOns(isOn: boolean): void {
  state.isOn = isOn;
}

export function markWaiting(isWaiting: boolean): void {
  state.isWaiting = isWaiting;
}

export function addTryOn(templateId: number, picUrl: string, problems: readonly string[]): void {
  state.pictures[templateId] = picUrl;
  if (problems.length > 0) state.problems[templateId] = problems;
}
