import { screen, waitFor } from '@testing-library/dom';
import { expect } from 'vitest';
import { stubCall } from '../../support/network.ts';
import { renderAt } from '../../support/render-at.tsx';
import { test } from '../../support/signed-in.ts';
import { press } from '../../support/wizard.ts';

/** Gives the page these templates, each with its category; the last one came lately. */
function stubTemplates(categories: (string | undefined)[]): void {
  stubCall('getTemplates', () => ({
    list: categories.map((category, place) => ({
      id: place + 1,
      title: `Style ${place + 1}`,
      pic_url: `/template-pics/${place + 1}`,
      ...(category && { category, is_new: place === categories.length - 1 }),
    })),
  }));
}

const shown = () => screen.queryAllByRole('radio').map(radio => radio.getAttribute('aria-label'));

test('a chip narrows the templates down to a category or to what is new, and a second tap shows all again', async () => {
  stubTemplates(['comic', 'work', 'house rules', 'work']);
  await renderAt('/make-pic');
  await waitFor(() => expect(shown()).toHaveLength(4));

  await press('At work');
  await waitFor(() => expect(shown()).toEqual(['Style 2', 'Style 4']));
  await press('New');
  await waitFor(() => expect(shown()).toEqual(['Style 4']));
  // A category of an owner's own is called what the owner calls it.
  await press('house rules');
  await waitFor(() => expect(shown()).toEqual(['Style 3']));
  await press('house rules');
  await waitFor(() => expect(shown()).toHaveLength(4));
});

test('where the API says nothing of categories, there are no chips', async () => {
  stubTemplates([undefined, undefined]);
  await renderAt('/make-pic');
  await waitFor(() => expect(shown()).toHaveLength(2));
  expect(screen.queryByRole('list', { name: 'Kinds of templates' })).toBeNull();
});
