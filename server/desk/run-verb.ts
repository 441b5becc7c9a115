import { noteAudit } from '../db/note-audit.ts';
import { ApiError } from '../http/api-error.ts';
import { type DeskOutput, type DeskParts, DeskRefusal, type DeskRequest, type Verb } from './verb.ts';
import { auditVerbs, phonesVerb, sumsVerb } from './verbs/audit-verbs.ts';
import { jobPicturesVerb, jobVerbs } from './verbs/job-verbs.ts';
import { orderVerbs } from './verbs/order-verbs.ts';
import { parkedVerbs } from './verbs/parked-verbs.ts';
import { reportVerbs } from './verbs/report-verbs.ts';
import { templateVerbs } from './verbs/template-verbs.ts';
import { userVerbs } from './verbs/user-verbs.ts';

/** A report, a plan that the operator must confirm, or the reason for a refusal. */
export type DeskResponse = { report: DeskOutput } | { plan: string } | { refusal: string };

/** Runs a verb. If the verb changes data and the operator has not confirmed, only returns its plan. */
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

export const verbs: Verb[] = [
  ...userVerbs,
  ...orderVerbs,
  ...parkedVerbs,
  ...jobVerbs,
  jobPicturesVerb,
  ...reportVerbs,
  ...templateVerbs,
  sumsVerb,
  phonesVerb,
  ...auditVerbs,
];
