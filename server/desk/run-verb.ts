import { noteAudit } from '../db/note-audit.ts';
import { ApiError } from '../http/api-error.ts';
import { type DeskOutput, DeskRefusal } from './desk-output.ts';
import type { DeskParts, DeskRequest } from './verb.ts';
import { verbs } from './verbs.ts';

/** A report; or the plan of a change that waits for confirmation; or a refusal. */
export type DeskResponse = { report: DeskOutput } | { plan: string } | { refusal: string };

/** Runs a verb; a change that is not `confirmed` only returns its plan. */
export async function runVerb(
  parts: DeskParts,
  request: DeskRequest,
  confirmed: boolean,
): Promise<DeskResponse> {
  const verb = verbs.find(({ name }) => name === request.verb);
  try {
    if (!verb) throw new DeskRefusal(`There is no "${request.verb}".`);
    if (verb.plan && !request.reason.trim()) throw new DeskRefusal('A change needs --reason.');
    if (verb.plan && !confirmed) return { plan: await verb.plan(parts, request) };
    const report = await verb.run(parts, request, (tx, change) =>
      noteAudit(tx, {
        ...change,
        time: new Date(parts.clock()),
        source: 'desk',
        doneBy: request.doneBy,
        action: request.verb,
        reason: request.reason,
      }),
    );
    return { report };
  } catch (error) {
    if (error instanceof DeskRefusal || error instanceof ApiError) return { refusal: error.message };
    throw error;
  }
}
