import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { Link, type LinkTarget } from './link.tsx';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'type'> {
  kind?: 'primary' | 'secondary' | 'danger' | 'quiet';
  /** True while the button's action is running. A busy button ignores taps. */
  busy?: boolean;
}

/** A button. Each screen has at most one of the kind 'primary'. */
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

/** A primary action that opens another screen. Rendered as a link, which works even before scripts have loaded. */
export function ButtonLink(props: LinkTarget & { children: ReactNode }) {
  return <Link {...props} className={styles.button} data-kind="primary" />;
}
