import type { JobExtras } from '../api/job-extras.ts';
import { ask, type Question } from '../state/overlay.ts';

type More = 'save-all' | 'publish' | 'reject' | 'report' | 'delete';

interface Possible {
  /** Pics of the job. */
  total: number;
  remedy: JobExtras['remedy'];
  canPublish: boolean;
  canReport: boolean;
  canDelete: boolean;
}

/** Offers what is seldom done with a pic; null when nothing is chosen. */
export function askForMore(possible: Possible): Promise<More | null> {
  const { total, remedy, canPublish, canReport, canDelete } = possible;
  const choices: (false | null | Question<More>['choices'][number])[] = [
    total > 1 && {
      value: 'save-all',
      label: { key: 'save-all.offer', values: { total } },
      kind: 'quiet',
    },
    canPublish && { value: 'publish', label: 'share-card.make', kind: 'quiet' },
    remedy && {
      value: 'reject',
      label: remedy === 'redo' ? 'reject.redo' : 'reject.coins',
      kind: 'quiet',
    },
    canReport && { value: 'report', label: 'report.entry', kind: 'quiet' },
    canDelete && { value: 'delete', label: 'delete', kind: 'danger' },
  ];
  return ask({ title: 'pic.more', choices: choices.flatMap(choice => choice || []) });
}
