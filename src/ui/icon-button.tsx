import type { ComponentProps } from 'react';
import styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'type' | 'aria-label'> {
  /** Describes the action, for screen readers. */
  label: string;
}

/** A round button that has only an icon, its child. */
export function IconButton({ label, ...rest }: IconButtonProps) {
  return <button {...rest} type="button" className={styles.button} aria-label={label} />;
}
