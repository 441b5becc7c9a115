import { type ReportReason, reportPic } from '../../api/report-pic.ts';
import type { WireId } from '../../state/is-same-id.ts';
import { ask, note, withLoading } from '../../state/overlay.ts';

const reasons: ReportReason[] = ['not-allowed', 'sexual', 'child', 'hateful', 'other'];

/** Asks for a reason, reports the picture, and shows the number of the report. */
export async function reportOwnPic(generateId: WireId, picId: string): Promise<void> {
  let words = '';
  const reason = await ask({
    title: 'report.title',
    text: 'report.text',
    input: {
      label: 'report.words',
      most: 500,
      onInput: text => {
        words = text;
      },
    },
    options: {
      list: reasons.map(value => ({ value, label: `report.${value}` as const })),
      submit: 'report.send',
    },
    choices: [],
  });
  if (reason === null) return;
  try {
    const receipt = await withLoading('reject.running', () =>
      reportPic({ generateId, picId }, reason, words.trim()),
    );
    note({ key: 'report.done', values: { receipt } });
  } catch {
    // The API client has shown the error.
  }
}
