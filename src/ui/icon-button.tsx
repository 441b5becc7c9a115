import type { ComponentProps } from 'react';
import styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'type' | 'aria-label'> {
  /** What it does, in words. */
  label: string;
}

/** A round button that shows an icon only, its child. */
export function IconButton({ label, ...rest }: IconButtonProps) {
  return <button {...rest} type="button" className={styles.button} aria-label={label} />;
}
