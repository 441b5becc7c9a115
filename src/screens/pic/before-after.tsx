import { type CSSProperties, useState } from 'react';
import { useBackCloses } from '../../components/use-back-closes.ts';
import { useText } from '../../i18n/use-text.ts';
import { CoveringLayer } from '../../ui/covering-layer.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { usePictureStatus } from '../../ui/use-picture-status.ts';
import styles from './before-after.module.css';

interface BeforeAfterProps {
  /** Addresses of the photo and of the picture. */
  before: string;
  after: string;
  onClose: () => void;
}

/** The photo and the picture that was made of it, one over the other; a slider moves the line between them. */
export function BeforeAfter({ before, after, onClose }: BeforeAfterProps) {
  const { text } = useText();
  const [place, setPlace] = useState(50);
  const { status, events } = usePictureStatus();
  const isOnline = useOnline();
  useBackCloses(true, onClose);

  return (
    <CoveringLayer
      label={text('pic.compare')}
      className={styles.view}
      closeLabel={text('close')}
      onClose={onClose}
    >
      {status === 'failed' ? (
        <p className={styles.words} role="alert">
          {text(isOnline ? 'pic.photo-erased' : 'pic.compare-offline')}
        </p>
      ) : (
        <div className={styles.frame} style={{ '--place': `${place}%` } as CSSProperties}>
          <img src={after} alt={text('pic.after')} />
          <img className={styles.before} src={before} alt={text('pic.before')} {...events} />
          <span className={styles.line} />
          <input
            className={styles.slider}
            type="range"
            min="0"
            max="100"
            value={place}
            aria-label={text('pic.compare-slider')}
            onChange={event => setPlace(Number(event.currentTarget.value))}
          />
          <span className={styles.name}>{text('pic.before')}</span>
          <span className={styles.name}>{text('pic.after')}</span>
          <span className={styles.loading} role="status">
            {status === 'loading' && text('loading')}
          </span>
        </div>
      )}
    </CoveringLayer>
  );
}
