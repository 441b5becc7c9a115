import type { JSX, ReactNode } from 'react';
import heading from './heading.module.css';
import { Icon, type IconName } from './icon.tsx';
import { Link, type LinkTarget } from './link.tsx';
import styles from './row.module.css';

interface RowProps {
  icon: IconName | JSX.Element;
  label: string;
  /** Shown at the row's end, for example a size or a status. */
  value?: ReactNode;
  kind?: 'danger';
}

export function Rows({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      {title && <h2 className={heading.group}>{title}</h2>}
      <ul className={styles.rows}>{children}</ul>
    </section>
  );
}

export function RowLink({ href, onOpen, ...row }: RowProps & LinkTarget) {
  return (
    <li>
      <Link href={href} onOpen={onOpen} className={styles.row}>
        <RowContent {...row} />
        <Icon name="chevron-right" size={18} />
      </Link>
    </li>
  );
}

/** A row whose link leaves the app. */
export function RowAnchor({ href, ...row }: RowProps & { href: string }) {
  const newTab = /^https?:/.test(href) && { target: '_blank', rel: 'noopener noreferrer' };
  return (
    <li>
      <a href={href} className={styles.row} {...newTab}>
        <RowContent {...row} />
        <Icon name="chevron-right" size={18} />
      </a>
    </li>
  );
}

export function RowButton({
  onPress,
  disabled,
  ...row
}: RowProps & { onPress: () => void; disabled?: boolean }) {
  return (
    <li>
      <button type="button" className={styles.row} data-kind={row.kind} disabled={disabled} onClick={onPress}>
        <RowContent {...row} />
      </button>
    </li>
  );
}

export function RowText(row: RowProps) {
  return (
    <li className={styles.row}>
      <RowContent {...row} />
    </li>
  );
}

function RowContent({ icon, label, value }: RowProps) {
  return (
    <>
      {typeof icon === 'string' ? <Icon name={icon} /> : icon}
      <span className={styles.label}>{label}</span>
      {value !== undefined && <span className={styles.value}>{value}</span>}
    </>
  );
}
