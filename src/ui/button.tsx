import type { ComponentProps } from 'react';
import styles from './button.module.css';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'type'> {
  kind?: 'primary' | 'secondary' | 'danger' | 'quiet';
  /** True while what it started is under way; taps do nothing then. */
  busy?: boolean;
}

/** A button with words; one 'primary' a screen. */
export function Button({ kind = 'primary', busy = false, disabled, onClick, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={styles.button}
      data-kind={kind}
      disabled={disabled}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    />
  );
}
