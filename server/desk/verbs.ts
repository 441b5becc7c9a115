import type { Verb } from './verb.ts';
import { auditVerbs } from './verbs/audit-verbs.ts';
import { jobPicturesVerb } from './verbs/job-pictures-verb.ts';
import { jobVerbs } from './verbs/job-verbs.ts';
import { orderVerbs } from './verbs/order-verbs.ts';
import { parkedVerbs } from './verbs/parked-verbs.ts';
import { reportVerbs } from './verbs/report-verbs.ts';
import { sumsVerb } from './verbs/sums-verb.ts';
import { templateVerbs } from './verbs/template-verbs.ts';
import { userVerbs } from './verbs/user-verbs.ts';

export const verbs: Verb[] = [
  ...userVerbs,
  ...orderVerbs,
  ...parkedVerbs,
  ...jobVerbs,
  jobPicturesVerb,
  ...reportVerbs,
  ...templateVerbs,
  sumsVerb,
  ...auditVerbs,
];
