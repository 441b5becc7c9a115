import type { AnchorHTMLAttributes, MouseEvent } from 'react';

/** A link's full address, and the function that opens it in this tab. */
export interface LinkTarget {
  href: string;
  onOpen: () => void;
}

/** A link that opens inside the app, unless the user asks for a new tab, a new window or a download. */
export function Link({ href, onOpen, ...anchor }: LinkTarget & AnchorHTMLAttributes<HTMLAnchorElement>) {
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen();
  };
  return <a {...anchor} href={href} onClick={open} />;
}
