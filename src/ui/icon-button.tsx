import type { ComponentProps } from 'react';
import styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'type' | 'aria-label'> {
  /** Label for screen readers. */
  label: string;
}

/** A round button that contains only an icon, passed as its child. */
export function IconButton({ label, ...rest }: IconButtonProps) {
  return <button {...rest} type="button" className={styles.button} aria-label={label} />;
}
