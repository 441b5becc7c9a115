import { waitFor } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { languages } from '../../src/i18n/languages.ts';
import { signedIn } from '../support/api/signed-in.ts';
import { endWithPage } from '../support/page-roots.ts';

const codes = languages.map(({ code }) => code);

beforeEach(() => {
  vi.resetModules();
  document.title = '';
});

/** Puts prerendered markup into the page, as in index.html and frame.html. */
async function showPage(path: string, render: () => Promise<string>): Promise<HTMLElement> {
  history.replaceState(null, '', `/tyy${path}`);
  const markup = await render();
  document.body.innerHTML = `<div id="app" data-prerendered="${path}">${markup}</div>`;
  return document.getElementById('app') as HTMLElement;
}

test.each(codes)('the prerendered Home hydrates without a mismatch in %s', async language => {
  const errors = vi.spyOn(console, 'error');
  const { renderHome } = await import('../../src/prerender.tsx');
  const container = await showPage('/', () => renderHome(language));
  const heading = container.querySelector('h1');
  const { showApp } = await import('../../src/app/show-app.tsx');

  endWithPage(await showApp(container));

  // Wait for the title, which the hydrated app sets first.
  await waitFor(() => expect(document.title).not.toBe(''));
  expect(container.querySelector('h1')).toBe(heading);
  expect(errors).not.toHaveBeenCalled();
});

test.each(codes)('the prerendered make-pic hydrates without a mismatch in %s', async language => {
  const errors = vi.spyOn(console, 'error');
  const { renderMakePic } = await import('../../src/prerender.tsx');
  const { saveToken } = await import('../../src/state/session.ts');
  saveToken((await signedIn()).token);
  const container = await showPage('/make-pic', () => renderMakePic(language));
  const heading = container.querySelector('h1');
  const { showApp } = await import('../../src/app/show-app.tsx');

  endWithPage(await showApp(container));

  expect(container.querySelector('h1')).toBe(heading);
  await waitFor(() => expect(container.querySelector('[data-template]')).not.toBeNull());
  expect(container.querySelector('h1')).toBe(heading);
  expect(errors).not.toHaveBeenCalled();
});

test('if a guest opens a page that was prerendered for signed-in users, the sign-in replaces its content', async () => {
  const { renderMakePic } = await import('../../src/prerender.tsx');
  const { clearToken } = await import('../../src/state/session.ts');
  clearToken();
  const container = await showPage('/make-pic', () => renderMakePic('en'));
  const { showApp } = await import('../../src/app/show-app.tsx');

  endWithPage(await showApp(container));

  expect(container.querySelector('#templates')).toBeNull();
});
