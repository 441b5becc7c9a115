import type { ReactNode } from 'react';
import styles from './button.module.css';
import { Link, type LinkTarget } from './link.tsx';

/** A screen's primary action that leads to another screen: a link, so that it works before any script has come. */
export function ButtonLink(props: LinkTarget & { children: ReactNode }) {
  return <Link {...props} className={styles.button} data-kind="primary" />;
}
