import type { ComponentProps } from 'react';
import styles from './divider.module.css';

interface DividerProps extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'value' | 'onChange'> {
  /** The line's distance from the left edge, in percent. The parent also sets it as `--place`. */
  place: number;
  onMove: (place: number) => void;
}

/** A line between two pictures that lie on top of each other, which the user moves. */
export function Divider({ place, onMove, ...rest }: DividerProps) {
  return (
    <>
      <input
        {...rest}
        className={styles.slider}
        type="range"
        min="0"
        max="100"
        value={place}
        onChange={event => onMove(Number(event.currentTarget.value))}
      />
      <span className={styles.line} />
    </>
  );
}
