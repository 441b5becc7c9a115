import type { Body } from '../../server/contract/calls.ts';
import { object } from '../platform/parse.ts';
import type { WireId } from '../state/is-same-id.ts';
import { post } from './client.ts';
import { words } from './data.ts';

export type ReportReason = Body<'reportPic'>['reason'];

/** Reports one of the user's own pictures; returns the number of the report. */
export async function reportPic(
  { generateId, picId }: { generateId: WireId; picId: string },
  reason: ReportReason,
  sentence: string,
): Promise<string> {
  const body = { generate_id: generateId, pic_id: picId, reason, words: sentence };
  const parse = object({ receipt: words });
  return (await post('reportPic', body, parse, { feature: 'report', toast: true })).receipt;
}
