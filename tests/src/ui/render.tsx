import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';

/** Renders one part of the interface in an empty page; returns its root. */
export function render(part: ReactNode): Root {
  document.body.innerHTML = '<div></div>';
  const root = createRoot(document.body.firstElementChild as HTMLElement);
  root.render(part);
  return root;
}
