import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { beforeEach, expect, vi } from 'vitest';
import { test } from '../../support/api/signed-in.ts';
import { newPhone } from '../../support/phone/new-phone.ts';
import { renderAt } from '../../support/render-at.tsx';
import { button, chooseTemplate, heading, press, saveDraft } from '../../support/wizard.ts';

beforeEach(newPhone);

const large = () => screen.queryByRole('dialog', { name: 'Template, large' });
const chosen = () => screen.queryByRole('radio', { checked: true })?.getAttribute('aria-label') ?? null;
const tiles = () => [...document.querySelectorAll<HTMLElement>('label[data-template]')];
const titleOf = (place: number) => tiles()[place]?.querySelector('input')?.getAttribute('aria-label') ?? '';
const expectLarge = (title: string) =>
  waitFor(() => expect(large()?.querySelector('[role=status]')?.textContent).toBe(title));

async function openTemplates(): Promise<void> {
  await saveDraft();
  await renderAt('/make-pic');
  await heading('Make pictures');
  await waitFor(() => expect(document.querySelector('[role=radiogroup][data-large]')).not.toBeNull());
}

const press500 = { clientX: 50, clientY: 50, isPrimary: true, button: 0, pointerType: 'touch' };

test('a second tap on the chosen template opens it large, keys show others, and "use" asks for the price', async () => {
  await openTemplates();
  await chooseTemplate(1);
  expect(large()).toBeNull();

  tiles()[1]?.click();
  await expectLarge(titleOf(1));
  expect((await button('Previous template')).disabled).toBe(false);
  fireEvent.keyDown(document, { key: 'ArrowRight' });
  await expectLarge(titleOf(2));
  expect(chosen()).toBe(titleOf(1));

  large()?.querySelector<HTMLButtonElement>('button[data-kind=primary]')?.click();
  await screen.findByRole('dialog', { name: 'Make this set?' });
  expect(large()).toBeNull();
  expect(chosen()).toBe(titleOf(2));
  screen.getByText(titleOf(2), { selector: '[role=dialog] p' });
});

test('a long press opens a template large without choosing it, and its click and menu are ignored', async () => {
  await openTemplates();
  const tile = tiles()[2]!;
  fireEvent.pointerDown(tile, press500);
  await expectLarge(titleOf(2));
  const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
  expect(tile.dispatchEvent(menu)).toBe(false);
  fireEvent.pointerUp(tile, press500);
  fireEvent.click(tile, { detail: 1 });

  expect(chosen()).toBeNull();
  await press('Close');
  await waitFor(() => expect(large()).toBeNull());
  tile.click();
  await waitFor(() => expect(chosen()).toBe(titleOf(2)));
});

test('a press that moves or scrolls opens nothing', async () => {
  await openTemplates();
  vi.useFakeTimers();
  const tile = tiles()[0]!;
  fireEvent.pointerDown(tile, press500);
  fireEvent.pointerMove(tile, { ...press500, clientY: 80 });
  vi.advanceTimersByTime(1000);
  fireEvent.pointerDown(tile, press500);
  fireEvent.scroll(window);
  vi.advanceTimersByTime(1000);
  vi.useRealTimers();

  expect(large()).toBeNull();
});

test('Enter and the eye on the chosen template open it large; Back closes it', async () => {
  await openTemplates();
  fireEvent.keyDown(screen.getAllByRole('radio')[3]!, { key: 'Enter' });
  await expectLarge(titleOf(3));
  expect(chosen()).toBeNull();
  history.back();
  await waitFor(() => expect(large()).toBeNull());

  await chooseTemplate(0);
  await press('Full size');
  await expectLarge(titleOf(0));
});

test('a tap on the eye of a try-on opens it, and a tap elsewhere chooses the template', async () => {
  await openTemplates();
  const { wizard } = await import('../../../src/state/wizard.ts');
  const { addTryOn, openTryOns } = await import('../../../src/state/try-ons.ts');
  openTryOns(wizard.photos[0]?.address?.split('?')[0] ?? '', true);
  const tile = tiles()[1]!;
  addTryOn(Number(tile.dataset.template), '/pictures/previews/mine.jpg', []);
  const picture = () => tile.querySelector('img')!;
  await waitFor(() => expect(picture().getAttribute('src')).toBe('/pictures/previews/mine.jpg'));
  vi.spyOn(HTMLImageElement.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(100, 200, 90, 120),
  );

  fireEvent.click(picture(), { detail: 1, clientX: 110, clientY: 310 });
  await expectLarge(titleOf(1));
  expect(large()?.querySelector(`[data-template="${tile.dataset.template}"] img`)?.getAttribute('src')).toBe(
    '/pictures/previews/mine.jpg',
  );
  expect(chosen()).toBeNull();
  await press('Close');
  await waitFor(() => expect(large()).toBeNull());
  fireEvent.click(picture(), { detail: 1, clientX: 150, clientY: 240 });
  await waitFor(() => expect(chosen()).toBe(titleOf(1)));
});
