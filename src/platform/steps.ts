import type { ClientEvents } from '../../server/contract/client-events.ts';

type Step = NonNullable<ClientEvents['steps']>[number]['step'];

/** The user's steps that have not been reported yet, oldest first, each with its template if there is one. */
const taken: [step: Step, template?: unknown][] = [];

/** Records a user step on the way from the first photo to the shared picture. */
export function noteStep(...step: (typeof taken)[number]): void {
  taken.push(step);
}

/** Returns and clears the steps that have not been reported yet. */
export const takeSteps = (): typeof taken => taken.splice(0);
