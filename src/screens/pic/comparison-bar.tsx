import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Pic } from '../../api/jobs.ts';
import { useBackCloses } from '../../components/use-back-closes.ts';
import type { Comparison } from '../../flows/pics/open-comparison.ts';
import { makeComparison, saveComparison, sendComparison } from '../../flows/pics/save-comparison.ts';
import type { Message } from '../../i18n/text-key.ts';
import { useText } from '../../i18n/use-text.ts';
import { dataAddress } from '../../platform/pictures/prepare-photo.ts';
import { canShareFiles, savesByHand, savesEnd } from '../../platform/pictures/save-files.ts';
import { overlay } from '../../state/overlay.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './comparison-bar.module.css';
import { FullPicture } from './full-picture.tsx';

interface ComparisonBarProps {
  comparison: Comparison;
  pic: Pic;
  templateId: unknown;
  /** Called if the picture fails to load, because it may have been deleted. */
  onFail: () => void;
}

/** Saves or shares photo and picture side by side as one image. */
export default function ComparisonBar({ comparison, pic, templateId, onFail }: ComparisonBarProps) {
  const { text, say } = useText();
  // Toasts are shown here too, because this layer covers the screen's toasts.
  const { toasts } = useSnapshot(overlay);
  const [way, setWay] = useState<'save' | 'send' | null>(null);
  const [message, setMessage] = useState<Message | null>(null);
  const [byHand, setByHand] = useState('');
  // Drawn once, for any number of saves and shares.
  const drawing = useRef<Promise<File> | null>(null);
  const isBusy = useRef(false);
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  useBackCloses(byHand || null, () => setByHand(''));

  async function start(way: 'save' | 'send') {
    if (isBusy.current) return;
    isBusy.current = true;
    setWay(way);
    setMessage(null);
    setMessage(await handOver(way));
    setWay(null);
    isBusy.current = false;
  }

  async function handOver(way: 'save' | 'send'): Promise<Message | null> {
    try {
      drawing.current ??= makeComparison(comparison, pic);
      const file = await drawing.current;
      if (!isOpen.current) return null;
      if (savesByHand) setByHand(await dataAddress(file));
      else if (way === 'save') return await saveComparison(file, pic, templateId);
      else return await sendComparison(file, templateId);
    } catch {
      drawing.current = null;
      onFail();
      return navigator.onLine ? 'compare.failed' : 'offline';
    }
    return null;
  }

  const shown = toasts[toasts.length - 1]?.message ?? message;
  const canSend = !savesByHand && (!savesEnd || canShareFiles());
  return (
    <div className={styles.bar}>
      <p className={styles.message} role="status">
        {shown && say(shown)}
      </p>
      <div className={styles.buttons}>
        <Button kind="secondary" busy={way !== null} onClick={() => start('save')}>
          <Icon name="download" size={20} />
          {text(way === 'save' ? 'pic.saving' : savesByHand ? 'compare.by-hand' : 'compare.save')}
        </Button>
        {canSend && (
          <Button kind="secondary" busy={way !== null} onClick={() => start('send')}>
            <Icon name="share" size={20} />
            {text(way === 'send' ? 'pic.share.loading' : 'compare.send')}
          </Button>
        )}
      </div>
      {byHand && (
        <FullPicture
          src={byHand}
          alt={text('pic.compare')}
          hint={text('pic.share.long-press')}
          onClose={() => setByHand('')}
        />
      )}
    </div>
  );
}
