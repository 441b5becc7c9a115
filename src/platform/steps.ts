import type { ClientReport } from '../../server/contract/client-reports.ts';

type Step = NonNullable<ClientReport['steps']>[number]['step'];

/** The steps of the user on this page that were not told yet, oldest first, and the template where one was chosen. */
const taken: [step: Step, template?: unknown][] = [];

/** Notes that the user took a step on the way to a pic that others see. */
export function noteStep(...step: (typeof taken)[number]): void {
  taken.push(step);
}

/** Empties the list. */
export function takeSteps(): typeof taken {
  return taken.splice(0);
}
