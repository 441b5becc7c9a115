import type { CSSProperties } from 'react';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** CSS lengths; the width is the full one by default. */
  width?: string;
  height?: string;
  aspectRatio?: number;
  round?: boolean;
}

/** A quiet block in the shape of what is on its way. */
export function Skeleton({ width = '100%', height, aspectRatio, round = false }: SkeletonProps) {
  const style = { width, height, '--ratio': aspectRatio } as CSSProperties;
  return <span className={styles.block} style={style} data-round={round || undefined} aria-hidden="true" />;
}
