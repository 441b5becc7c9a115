import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { Link, type LinkTarget } from './link.tsx';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'type'> {
  kind?: 'primary' | 'secondary' | 'danger' | 'quiet';
  /** True while the button's action runs. The button then ignores taps. */
  busy?: boolean;
}

/** Use one button of the kind 'primary' per screen. */
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

/** A primary action that opens another screen. It is a link, so that it works before scripts have loaded. */
export function ButtonLink(props: LinkTarget & { children: ReactNode }) {
  return <Link {...props} className={styles.button} data-kind="primary" />;
}
