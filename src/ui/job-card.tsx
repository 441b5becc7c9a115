import { Icon } from './icon.tsx';
import styles from './job-card.module.css';
import { LazyImage } from './lazy-image.tsx';

interface JobCardProps {
  title: string;
  state: string;
  /** Determines the card's colour. */
  tone: 'running' | 'good' | 'bad';
  /** Address of the cover picture; empty if there is none. */
  coverUrl: string;
  /** Addresses of finished pictures. Two or more replace the cover if there is room. */
  pics?: readonly string[];
  /** The formatted start time. */
  time?: string;
  /** Percentage from 0 to 100 while the job is running; null if unknown. */
  progress?: number | null;
  onOpen: () => void;
}

export function JobCard(props: JobCardProps) {
  const { title, state, tone, coverUrl, pics = [], time, progress, onOpen } = props;
  return (
    <button type="button" className={styles.card} onClick={onOpen}>
      {pics.length > 1 ? (
        <span className={styles.pics}>
          {pics.map(pic => (
            <span key={pic} className={styles.pic}>
              <LazyImage src={pic} alt="" aspectRatio={3 / 4} />
            </span>
          ))}
        </span>
      ) : (
        <span className={styles.cover}>
          {coverUrl && <LazyImage src={pics[0] ?? coverUrl} alt="" aspectRatio={3 / 4} />}
        </span>
      )}
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span className={styles.state} data-tone={tone}>
          {tone !== 'running' && <Icon name={tone === 'good' ? 'check' : 'warning'} size={16} />}
          {state}
        </span>
        {time && <span className={styles.time}>{time}</span>}
        {tone === 'running' && (
          <span className={styles.track} aria-hidden="true">
            <span className={styles.done} style={{ transform: `scaleX(${(progress ?? 0) / 100})` }} />
          </span>
        )}
      </span>
      <Icon name="chevron-right" size={20} />
    </button>
  );
}
