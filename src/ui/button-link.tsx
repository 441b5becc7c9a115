import type { ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './button.module.css';

interface ButtonLinkProps {
  href: string;
  onOpen: (href: string) => void;
  children: ReactNode;
}

/** A screen's primary action that leads to another screen: a link, so that it works before any script has come. */
export function ButtonLink({ href, onOpen, children }: ButtonLinkProps) {
  return (
    <Link
      href={href}
      className={styles.button}
      data-kind="primary"
      onClick={event => {
        event.preventDefault();
        onOpen(href);
      }}
    >
      {children}
    </Link>
  );
}
