import { configure, type Screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { aPhoto, chooseFiles } from '../../support/choose-files.ts';
import { callBackend, renderAt, signedIn } from '../../support/render-at.tsx';

// The environment has no IndexedDB: what the app keeps there outlives the page here.
const phone = vi.hoisted(() => ({ kept: new Map<string, unknown>() }));
vi.mock('idb-keyval', () => ({
  createStore: (name: string) => name,
  get: async (key: string, store = '') => phone.kept.get(`${store}/${key}`),
  set: async (key: string, value: unknown, store = '') => void phone.kept.set(`${store}/${key}`, value),
  del: async (key: string, store = '') => void phone.kept.delete(`${store}/${key}`),
  clear: async () => undefined,
}));

// The first picture of a run waits for the modules of the whole screen.
configure({ asyncUtilTimeout: 5000 });

let token: string;
let page: Screen;

beforeEach(async () => {
  vi.restoreAllMocks();
  phone.kept.clear();
  token = await signedIn();
});

function button(name: string | RegExp): Promise<HTMLButtonElement> {
  return page.findByRole<HTMLButtonElement>('button', { name });
}

/** Presses a button once it can be pressed. */
async function press(name: string | RegExp): Promise<void> {
  const found = await button(name);
  await waitFor(() => expect(found.disabled).toBe(false));
  found.click();
}

function heading(name: string): Promise<HTMLElement> {
  return page.findByRole('heading', { level: 1, name });
}

async function addFrontPhoto(): Promise<void> {
  await press(/^Add your photos/);
  await press('Add a front photo');
  await chooseFiles(await aPhoto());
  await waitFor(async () => expect((await button(/^Continue/)).disabled).toBe(false));
}

/** Until the veil is gone nobody could press anything. */
function uploadsEnd(): Promise<void> {
  return waitFor(() => expect(page.queryByRole('progressbar')).toBeNull());
}

async function chooseTemplate(place: number): Promise<void> {
  const templates = await page.findAllByRole<HTMLInputElement>('radio');
  templates[place]?.click();
  await waitFor(() => expect(templates[place]?.checked).toBe(true));
}

async function readyToMake(): Promise<void> {
  page = await renderAt('/make-pic');
  await addFrontPhoto();
  await press(/^Continue/);
  await press(/^Skip/);
  await heading('Make picture');
  await chooseTemplate(1);
}

/** What the server's answers to a path are turned into before the app sees them. */
function meddle(path: string, change: (answer: Response) => Response | Promise<Response>): void {
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const answer = await real(input, init);
    return String(input).includes(path) ? change(answer) : answer;
  });
}

test('a template without a photo leads to the front photo, and says why', async () => {
  page = await renderAt('/make-pic');
  expect((await button(/^Use template/)).disabled).toBe(true);
  await chooseTemplate(0);

  await press(/^Use template/);

  await heading('Add a front photo');
  await page.findByText('You can use a template once you have uploaded personal pictures.');
});

test('a photo, a template and the price lead to the job', async () => {
  await readyToMake();
  await press(/^Use template · 20 gold coins/);

  const question = within(await page.findByRole('dialog'));
  question.getByText('50 gold coins');
  question.getByText('30 gold coins');
  question.getByRole('button', { name: 'Make my pictures' }).click();

  await waitFor(() => expect(location.pathname).toBe('/tyy/making'));
  const query = new URLSearchParams(location.search);
  expect(query.get('train_id')).toBeTruthy();
  expect(query.get('generate_id')).toBeTruthy();
  // Kept for the next time once they were looked at.
  await waitFor(async () => {
    const { list } = await callBackend<{ list: string[] }>('/v1/getPersonalPics', token);
    expect(list).toHaveLength(1);
  });
});

test('there are at most five photos, and a deleted one makes room', async () => {
  page = await renderAt('/make-pic');
  await addFrontPhoto();
  await press(/^Continue/);
  await press('Add more photos');
  const five = await Promise.all(['a.png', 'b.png', 'c.png', 'd.png', 'e.png'].map(aPhoto));

  const severalAllowed = await chooseFiles(...five);

  expect(severalAllowed).toBe(true);
  await page.findByText('5 of 5 photos, the front photo included');
  await uploadsEnd();
  expect((await button('Add more photos')).disabled).toBe(true);
  expect(page.queryByRole('button', { name: /^Skip/ })).toBeNull();

  await press('Delete photo 3');
  await page.findByText('4 of 5 photos, the front photo included');
  await waitFor(async () => expect((await button('Add more photos')).disabled).toBe(false));
});

test('an upload that fails keeps the photo, and goes through when it is tried again', async () => {
  page = await renderAt('/make-pic?step=front');
  const open = vi.spyOn(XMLHttpRequest.prototype, 'open').mockImplementation(() => {
    throw new Error('no network');
  });
  await press('Add a front photo');
  await chooseFiles(await aPhoto());
  await page.findByText('Upload failed, please try again.');
  expect((await button(/^Continue/)).disabled).toBe(true);

  open.mockRestore();
  await press('Try again');

  await waitFor(async () => expect((await button(/^Continue/)).disabled).toBe(false));
});

test('the draft survives a reload', async () => {
  await readyToMake();

  page = await renderAt('/make-pic');

  await button('Change');
  const chosen = await page.findByRole('radio', { checked: true });
  expect(chosen).toBe((await page.findAllByRole('radio'))[1]);
});

test('a page that was ended during an upload goes on with it', async () => {
  page = await renderAt('/make-pic?step=front');
  const send = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => undefined);
  await press('Add a front photo');
  await chooseFiles(await aPhoto());
  await waitFor(() => expect(send).toHaveBeenCalled());

  send.mockRestore();
  page = await renderAt('/make-pic');

  await heading('Add a front photo');
  await waitFor(async () => expect((await button(/^Continue/)).disabled).toBe(false));
});

test('a lost answer and another try pay once', async () => {
  await readyToMake();
  meddle('goTrainAndGeneratePic', () => Promise.reject(new TypeError('the network went away')));
  await press(/^Use template/);
  await press('Make my pictures');
  await page.findByText('network error');
  vi.restoreAllMocks();

  await press(/^Use template/);
  await press('Make my pictures');

  await waitFor(() => expect(location.pathname).toBe('/tyy/making'));
  const { list } = await callBackend<{ list: unknown[] }>('/v1/getTrainAndGenerateResultList', token);
  expect(list).toHaveLength(1);
});

test('who is short of coins is told by how many, and where to get them', async () => {
  await readyToMake();
  meddle('getUserInfo', async answer => {
    const envelope = await answer.json();
    return Response.json({ ...envelope, data: { ...envelope.data, coins: 5 } });
  });

  await press(/^Use template/);

  await page.findByRole('heading', { name: 'You are 15 gold coins short' });
  await press('Get coins');
  await waitFor(() => expect(location.pathname).toBe('/tyy/recharge'));
});

test('a refusal for want of coins leads to the subscription', async () => {
  await readyToMake();
  meddle('goTrainAndGeneratePic', () => Response.json({ code: 2218020, data: null, message: 'no' }));
  await press(/^Use template/);
  await press('Make my pictures');

  await waitFor(() => expect(location.pathname).toBe('/tyy/subscription'));
});

test('photos that are refused are explained, and can be changed', async () => {
  await readyToMake();
  const message = 'Photo 1: the face is turned away.';
  meddle('goTrainAndGeneratePic', () => Response.json({ code: 2218030, data: null, message }));
  await press(/^Use template/);
  await press('Make my pictures');

  await page.findByText(message);
  await press('Change photos');
  await heading('Add a front photo');
});

test('a template that the address names is chosen', async () => {
  page = await renderAt('/make-pic?template_id=30');

  const chosen = await page.findByRole<HTMLInputElement>('radio', { checked: true });
  expect(chosen.closest('[data-template]')?.getAttribute('data-template')).toBe('30');
  expect(location.search).toBe('');
});

test('offline, the person is told before anything fails', async () => {
  await readyToMake();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await press(/^Use template/);

  await page.findByText(/^You are offline\. Your draft is kept/);
});
