import type { CSSProperties } from 'react';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** `width` and `height` are CSS lengths; the default width is 100 %. */
  width?: string;
  height?: string;
  aspectRatio?: number;
  round?: boolean;
}

/** A placeholder for content that is loading. */
export function Skeleton({ width = '100%', height, aspectRatio, round = false }: SkeletonProps) {
  const style = { width, height, '--ratio': aspectRatio } as CSSProperties;
  return <span className={styles.block} style={style} data-round={round || undefined} aria-hidden="true" />;
}

/** Several placeholders, one below the other. */
export function Skeletons({ count, height }: { count: number; height: string }) {
  return (
    <div className={styles.blocks}>
      {Array.from({ length: count }, (_, place) => place).map(place => (
        <Skeleton key={place} height={height} />
      ))}
    </div>
  );
}
