import { waitFor } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { languages } from '../../src/i18n/languages.ts';
import { endWithPage } from '../support/page-roots.ts';

test.each(languages.map(({ code }) => code))(
  'the pre-rendered Home is hydrated without a mismatch, in %s',
  async language => {
    vi.resetModules();
    const errors = vi.spyOn(console, 'error');
    const { renderHome } = await import('../../src/prerender.tsx');
    document.title = '';
    document.body.innerHTML = `<div id="app" data-prerendered>${await renderHome(language)}</div>`;
    const container = document.getElementById('app') as HTMLElement;
    const heading = container.querySelector('h1');
    const { showApp } = await import('../../src/app/show-app.tsx');

    endWithPage(showApp(container));

    // The first effect of the app that is hydrated.
    await waitFor(() => expect(document.title).not.toBe(''));
    expect(container.querySelector('h1')).toBe(heading);
    expect(errors).not.toHaveBeenCalled();
  },
);
