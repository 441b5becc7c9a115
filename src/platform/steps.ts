import type { ClientEvents } from '../../server/contract/client-events.ts';

type Step = NonNullable<ClientEvents['steps']>[number]['step'];

/** The user's steps that are not reported yet, oldest first, each with the chosen template if there is one. */
const taken: [step: Step, template?: unknown][] = [];

/** Records a step of the user between the first photo and the shared picture. */
export function noteStep(...step: (typeof taken)[number]): void {
  taken.push(step);
}

/** Returns the steps that are not reported yet, and clears them. */
export function takeSteps(): typeof taken {
  return taken.splice(0);
}
