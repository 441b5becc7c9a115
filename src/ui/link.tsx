import type { AnchorHTMLAttributes, MouseEvent } from 'react';

/** Where a link leads inside the app: its whole address, and what opens it without leaving the page. */
export interface LinkTarget {
  href: string;
  onOpen: () => void;
}

/** A link that opens inside the page, save where the user asks the browser for a new tab, a window or a download. */
export function Link({ href, onOpen, ...anchor }: LinkTarget & AnchorHTMLAttributes<HTMLAnchorElement>) {
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen();
  };
  return <a {...anchor} href={href} onClick={open} />;
}
