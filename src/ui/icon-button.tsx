import type { ComponentProps } from 'react';
import styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'type' | 'aria-label'> {
  /** Describes the action. */
  label: string;
}

/** A round button with only an icon, its child. */
export function IconButton({ label, ...rest }: IconButtonProps) {
  return <button {...rest} type="button" className={styles.button} aria-label={label} />;
}
