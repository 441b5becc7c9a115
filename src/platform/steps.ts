import type { ClientEvents } from '../../server/contract/client-events.ts';

type Step = NonNullable<ClientEvents['steps']>[number]['step'];

/** The user's steps that are not yet reported, oldest first, with a chosen template if any. */
const taken: [step: Step, template?: unknown][] = [];

/** Notes a step of the user on the way from a photo to a shared pic. */
export function noteStep(...step: (typeof taken)[number]): void {
  taken.push(step);
}

/** Returns the unreported steps and forgets them. */
export function takeSteps(): typeof taken {
  return taken.splice(0);
}
