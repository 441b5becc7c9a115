import { type ReactNode, useState } from 'react';
import type { Pic } from '../../api/jobs.ts';
import { useBackCloses } from '../../components/use-back-closes.ts';
import { saveAll } from '../../flows/save-all.ts';
import { useText } from '../../i18n/use-text.ts';
import { FullPicture } from './full-picture.tsx';

/** Saving all pictures of a job. */
interface SavingAll {
  start: () => Promise<void>;
  /** How far it is, in words; empty while nothing is being saved. */
  progress: string;
  /** Where only a long press saves: one picture after the other in full. */
  byHand: ReactNode;
}

/** Saves all pictures of a job; where only a long press does that, it shows one after the other in full. */
export function useSaveAll(pics: readonly Pic[], templateId: unknown): SavingAll {
  const { text } = useText();
  const [saving, setSaving] = useState(0);
  const [byHand, setByHand] = useState<readonly Pic[]>([]);
  const [shown] = byHand;
  const total = pics.length;
  useBackCloses(shown ? true : null, () => setByHand([]));

  async function start() {
    setByHand(await saveAll(pics, templateId, setSaving));
    setSaving(0);
  }

  const number = shown ? pics.indexOf(shown) + 1 : 0;
  const hint = byHand.length > 1 ? text('save-all.guide', { number, total }) : text('pic.long-press');
  return {
    start,
    progress: saving > 0 ? text('save-all.saving', { number: saving, total }) : '',
    byHand: shown && (
      <FullPicture
        key={shown.id ?? shown.picUrl}
        src={shown.picUrl}
        alt={text('pic.place', { number, total })}
        hint={hint}
        onClose={() => setByHand(byHand.slice(1))}
      />
    ),
  };
}
