import { useState } from 'react';
import type { Pic } from '../../api/jobs.ts';
import { useBackCloses } from '../../components/use-back-closes.ts';
import { saveAll } from '../../flows/save-all.ts';
import { useText } from '../../i18n/use-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { FullPicture } from './full-picture.tsx';
import styles from './pic-actions.module.css';

/** Saves all pictures of a job; where only a long press does that, it shows one after the other in full. */
export function SaveAll({ pics }: { pics: readonly Pic[] }) {
  const { text } = useText();
  const [saving, setSaving] = useState(0);
  const [byHand, setByHand] = useState<readonly Pic[]>([]);
  const [shown] = byHand;
  const total = pics.length;
  useBackCloses(shown ? true : null, () => setByHand([]));

  async function save() {
    setByHand(await saveAll(pics, setSaving));
    setSaving(0);
  }

  const progress = saving > 0 && text('save-all.saving', { number: saving, total });
  const number = shown ? pics.indexOf(shown) + 1 : 0;
  const hint = byHand.length > 1 ? text('save-all.guide', { number, total }) : text('pic.long-press');
  return (
    <>
      <button
        type="button"
        className={styles.action}
        aria-busy={saving > 0 || undefined}
        onClick={saving > 0 ? undefined : save}
      >
        <Icon name="download" />
        {progress || text('save-all.offer', { total })}
      </button>
      <span className="visually-hidden" role="status">
        {progress}
      </span>
      {shown && (
        <FullPicture
          key={shown.id ?? shown.picUrl}
          src={shown.picUrl}
          alt={text('pic.place', { number, total })}
          hint={hint}
          onClose={() => setByHand(byHand.slice(1))}
        />
      )}
    </>
  );
}
