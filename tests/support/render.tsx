import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { endWithPage } from './page-roots.ts';

/** Renders a React node into an empty page; returns its root. */
export function render(part: ReactNode): Root {
  document.body.innerHTML = '<div></div>';
  const root = endWithPage(createRoot(document.body.firstElementChild as HTMLElement));
  root.render(part);
  return root;
}
