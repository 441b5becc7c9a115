import { screen, waitFor } from '@testing-library/dom';
import { expect, vi } from 'vitest';
import { changeData, intercept, recordRequests, stubCall, withoutFeatures } from '../../support/network.ts';
import { renderAt } from '../../support/render-at.tsx';
import { test } from '../../support/signed-in.ts';
import { heading, press } from '../../support/wizard.ts';

/** The templates of the backend without this one, which it still knows. */
function withoutTemplate(id: number): void {
  changeData('getTemplates', data => ({ ...data, list: data.list.filter(template => template.id !== id) }));
}

const pressed = () => screen.queryAllByRole('button', { pressed: true }).map(chip => chip.textContent);
const use = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Use template/ });

test('a link to a template that is gone says its name and shows the others of its category', async () => {
  withoutTemplate(1);
  stubCall('getTemplate', () => ({ title: 'Tea house', category: 'art' }));
  await renderAt('/make-pic?template_id=1');

  await screen.findByText('“Tea house” is no longer available. Here are others like it.');
  await waitFor(() => expect(pressed()).toEqual(['Art']));
  expect((await use()).disabled).toBe(true);
  await press('Art');
  await waitFor(() => expect(pressed()).toEqual([]));
});

test('an API that does not declare the call is not asked, and one that fails says no name', async () => {
  withoutTemplate(1);
  withoutFeatures();
  const requests = recordRequests();
  await renderAt('/make-pic?template_id=1');
  await screen.findByText('This template is no longer available. Please choose another one.');
  expect(requests.filter(({ path }) => path === '/v1/getTemplate')).toEqual([]);
});

test('a link to a template far down asks after five pages whether to look further, and then finds it', async () => {
  const pages: number[] = [];
  intercept(async ({ path, query }, send) => {
    if (path !== '/v1/getTemplates') return send();
    const page = Number(query.get('cur_page'));
    pages.push(page);
    const list = Array.from({ length: 21 }, (_, place) => ({
      id: page * 100 + place,
      title: `Style ${page}-${place}`,
      pic_url: `/template-pics/${page}`,
    }));
    return Response.json({ code: 0, data: { list }, message: '' });
  });
  // A window that ends well above the end of its page.
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(50_000);
  await renderAt('/make-pic?template_id=705');

  await screen.findByText('The template of your link is not among the first ones.', {}, { timeout: 10_000 });
  expect(pages).toEqual([1, 2, 3, 4, 5]);
  await press('Look further');
  await heading('Add a front photo');
  await screen.findByText('Style 7-5');
  expect(pages).toEqual([1, 2, 3, 4, 5, 6, 7]);

  await renderAt('/make-pic?template_id=1705');
  await screen.findByText('The template of your link is not among the first ones.', {}, { timeout: 10_000 });
  await press('Cancel');
  await waitFor(() => expect(screen.getAllByRole('radio').length).toBeGreaterThan(0));
  expect((await use()).disabled).toBe(true);
  expect(pages).toHaveLength(12);
});
