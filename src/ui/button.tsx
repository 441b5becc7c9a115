import type { ComponentProps } from 'react';
import styles from './button.module.css';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'type'> {
  kind?: 'primary' | 'secondary' | 'danger' | 'quiet';
  /** True while its action runs; ignores taps. */
  busy?: boolean;
}

/** Use one 'primary' per screen. */
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
