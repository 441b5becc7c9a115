import { proxy, type Snapshot } from 'valtio';
import type { TemplateId } from './template-id.ts';

interface TryOns {
  /** The front photo that they show, without its signature; null while none can be made. */
  photo: string | null;
  /** Whether the user wants to see themselves rather than the samples. */
  isOn: boolean;
  /** Whether some that are looked at are still to come. */
  isWaiting: boolean;
  /** Addresses by template. */
  pictures: Record<TemplateId, string>;
  /** Why an office would refuse them, of ID photos. */
  problems: Record<TemplateId, readonly string[]>;
}

const state = proxy<TryOns>({ photo: null, isOn: false, isWaiting: false, pictures: {}, problems: {} });

/** The user in the templates, as far as they have come; only in memory, since the addresses soon expire. */
export const tryOns: Snapshot<TryOns> = state;

/** Starts anew for another photo. */
export function openTryOns(photo: string, isOn: boolean): void {
  if (state.photo !== photo) Object.assign(state, { photo, isOn, pictures: {}, problems: {} });
}

/** Shows the user, or the samples again. */
export function turnTryOns(isOn: boolean): void {
  state.isOn = isOn;
}

/** Notes whether some that are looked at are still to come. */
export function markWaiting(isWaiting: boolean): void {
  state.isWaiting = isWaiting;
}

/** Adds the user in one template. */
export function addTryOn(templateId: number, picUrl: string, problems: readonly string[]): void {
  state.pictures[templateId] = picUrl;
  if (problems.length > 0) state.problems[templateId] = problems;
}
