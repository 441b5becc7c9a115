import type { ReactNode } from 'react';
import styles from './button.module.css';
import { Link, type LinkTarget } from './link.tsx';

/** A primary action that opens another screen. A link, so that it works before scripts have loaded. */
export function ButtonLink(props: LinkTarget & { children: ReactNode }) {
  return <Link {...props} className={styles.button} data-kind="primary" />;
}
