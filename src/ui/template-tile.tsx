import { Icon } from './icon.tsx';
import { LazyImage } from './lazy-image.tsx';
import styles from './template-tile.module.css';

interface TemplateTileProps {
  /** The template, as the attribute `data-template` names it. */
  id: number | string;
  /** Name of the radio group it belongs to. */
  group: string;
  title: string;
  picUrl: string;
  /** What a mouse that points at it sees in its place. */
  pointed?: string | undefined;
  /** The picture that stands in where that one does not come. */
  sample: string;
  /** The same picture in several widths, and how wide it is drawn, as `srcset` and `sizes` say it. */
  sources: { srcSet: string | undefined; sizes: string };
  colour: string | null;
  /** Where it stands in the group; the size is -1 while it is unknown. */
  place: { position: number; size: number };
  chosen: boolean;
  onChoose: () => void;
  retryLabel: string;
}

/** As many as a phone shows at first: their pictures come before all others. */
const onFirstScreen = 9;

/** One template of a grid to choose from: picture, title, and a tick when it is chosen. */
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
      {/* Hidden, it is not downloaded; broken, it leaves what lies below it in sight. */}
      {pointed && <img className={styles.pointed} src={pointed} alt="" loading="lazy" decoding="async" />}
      {chosen && (
        <span className={styles.tick}>
          <Icon name="check" size={18} />
        </span>
      )}
      <span className={styles.title}>{title}</span>
    </label>
  );
}

/** The place of a tile whose template has not come; frame.html may show its picture already. */
export function TemplateTileSkeleton({ sizes }: { sizes: string }) {
  return (
    <span className={styles.tile}>
      <LazyImage src={undefined} sizes={sizes} alt="" aspectRatio={3 / 4} urgent instant />
      <span className={styles.title} />
    </span>
  );
}
