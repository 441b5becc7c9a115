import { Outline } from './frame-icon.tsx';
import { Icon } from './icon.tsx';
import { LazyImage } from './lazy-image.tsx';
import styles from './template-tile.module.css';

interface TemplateTileProps {
  /** The template's id, also the value of `data-template`. */
  id: number | string;
  /** The radio group's name. */
  group: string;
  title: string;
  picUrl: string;
  /** Address of the picture to show on hover. */
  pointed?: string | undefined;
  /** Address of the picture to show if `picUrl` fails to load. */
  sample: string;
  sources: { srcSet: string | undefined; sizes: string };
  colour: string | null;
  /** Position in the group. `size` is -1 if unknown. */
  place: { position: number; size: number };
  chosen: boolean;
  onChoose: () => void;
  /** Label of the button that shows the chosen tile's picture large. */
  largeLabel: string;
  retryLabel: string;
}

/** Number of tiles on a phone's first screen. Their pictures load first. */
const onFirstScreen = 9;

export function TemplateTile({
  id,
  group,
  title,
  picUrl,
  pointed,
  sample,
  sources,
  colour,
  place,
  chosen,
  onChoose,
  largeLabel,
  retryLabel,
}: TemplateTileProps) {
  return (
    <label className={styles.tile} data-template={id} data-chosen={chosen || undefined}>
      <input
        type="radio"
        className={styles.radio}
        name={group}
        aria-label={title}
        aria-posinset={place.position}
        aria-setsize={place.size}
        checked={chosen}
        onChange={onChoose}
      />
      <LazyImage
        src={picUrl}
        fallback={sample}
        {...sources}
        alt=""
        aspectRatio={3 / 4}
        colour={colour}
        retryLabel={retryLabel}
        urgent={place.position <= onFirstScreen}
        near
      />
      {/* Downloaded only on hover. If it fails to load, the picture below stays visible. */}
      {pointed && <img className={styles.pointed} src={pointed} alt="" loading="lazy" decoding="async" />}
      {chosen && (
        <>
          <span className={styles.tick}>
            <Icon name="check" size={18} />
          </span>
          <button type="button" className={styles.large} aria-label={largeLabel} data-large>
            <Outline path="M3 12q9-13 18 0-9 13-18 0ZM12 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z" size={22} />
          </button>
        </>
      )}
      <span className={styles.title}>{title}</span>
    </label>
  );
}

/** A tile for a template that has not loaded yet. The script in frame.html may already show its picture. */
export function TemplateTileSkeleton({ sizes }: { sizes: string }) {
  return (
    <span className={styles.tile}>
      <LazyImage src={undefined} sizes={sizes} alt="" aspectRatio={3 / 4} urgent instant />
      <span className={styles.title} />
    </span>
  );
}
