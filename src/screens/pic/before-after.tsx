import { type CSSProperties, useEffect, useState } from 'react';
import type { Pic } from '../../api/jobs.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { useBackCloses } from '../../components/use-back-closes.ts';
import type { Comparison } from '../../flows/pics/open-comparison.ts';
import { useText } from '../../i18n/use-text.ts';
import { Divider } from '../../ui/divider.tsx';
import { CoveringLayer } from '../../ui/layer/covering-layer.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { usePictureStatus } from '../../ui/use-picture-status.ts';
import styles from './before-after.module.css';

interface ShownPhoto {
  /** The photo's address. Empty until its placement is known, so that the photo does not jump. */
  src: string;
  /** Null if the photo's bytes cannot be loaded; even then, the photo may be visible. */
  comparison: Comparison | null;
}

const ComparisonBar = lazyPart(() => import('./comparison-bar.tsx'));

interface BeforeAfterProps {
  /** The front photo from which the picture was made. */
  photoUrl: string;
  pic: Pic;
  templateId: unknown;
  /** Called if the picture fails to load, because it may have been deleted. */
  onFail: () => void;
  onClose: () => void;
}

/** Shows photo and picture on top of each other, with aligned eyes if found. A slider moves the dividing line. */
export function BeforeAfter(props: BeforeAfterProps) {
  const { text } = useText();
  const { status, events } = usePictureStatus();
  const isOnline = useOnline();
  useBackCloses(true, props.onClose);

  return (
    <CoveringLayer
      label={text('pic.compare')}
      className={styles.view}
      closeLabel={text('close')}
      onClose={props.onClose}
    >
      {status === 'failed' ? (
        <p className={styles.words} role="alert">
          {text(isOnline ? 'pic.photo-erased' : 'pic.compare-offline')}
        </p>
      ) : (
        <Slider {...props} isLoading={status === 'loading'} events={events} />
      )}
    </CoveringLayer>
  );
}

type SliderProps = Omit<BeforeAfterProps, 'onClose'> & {
  isLoading: boolean;
  events: ReturnType<typeof usePictureStatus>['events'];
};

function Slider({ photoUrl, pic, templateId, onFail, isLoading, events }: SliderProps) {
  const { text } = useText();
  const [place, setPlace] = useState(50);
  const { src, comparison } = useComparison(photoUrl, pic);
  const ratio = pic.width / pic.height;
  const { placement } = comparison ?? {};

  return (
    <>
      <div className={styles.frame} style={{ '--place': `${place}%`, '--ratio': ratio } as CSSProperties}>
        <img src={pic.screenUrl} alt={text('pic.after')} />
        {src && (
          <div className={styles.before} data-ready={!isLoading || undefined}>
            <img
              src={src}
              alt={text('pic.before')}
              {...events}
              {...(placement && {
                style: {
                  inset: `${placement.y * ratio * 100}% auto auto ${placement.x * 100}%`,
                  width: `${placement.width * 100}%`,
                  height: 'auto',
                  transform: `rotate(${placement.turn}rad)`,
                },
              })}
            />
          </div>
        )}
        <Divider place={place} aria-label={text('pic.compare-slider')} onMove={setPlace} />
        <div className={styles.names}>
          <span>{text('pic.before')}</span>
          <span>{text('pic.after')}</span>
        </div>
        <span className={styles.loading} role="status">
          {isLoading && text('loading')}
        </span>
      </div>
      <div className={styles.foot}>
        {comparison && !isLoading && (
          <ComparisonBar comparison={comparison} pic={pic} templateId={templateId} onFail={onFail} />
        )}
      </div>
    </>
  );
}

/** Loads the photo and computes its placement over the picture. */
function useComparison(photoUrl: string, pic: Pic): ShownPhoto {
  const [shown, setShown] = useState<ShownPhoto>({ src: '', comparison: null });

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again only for another photo.
  useEffect(() => {
    let address = '';
    let isOpen = true;
    open(photoUrl, pic).then(comparison => {
      if (!isOpen) return;
      if (comparison) address = URL.createObjectURL(comparison.photo);
      setShown({ src: address || photoUrl, comparison });
    });
    return () => {
      isOpen = false;
      URL.revokeObjectURL(address);
    };
  }, [photoUrl]);

  return shown;
}

async function open(photoUrl: string, pic: Pic): Promise<Comparison | null> {
  try {
    const { openComparison } = await import('../../flows/pics/open-comparison.ts');
    return await openComparison(photoUrl, pic);
  } catch {
    return null;
  }
}
