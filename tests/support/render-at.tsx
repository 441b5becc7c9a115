import { screen } from '@testing-library/dom';
import type { Root } from 'react-dom/client';
import { inject, vi } from 'vitest';

let root: Root | null = null;

/** Opens the app at an address below /tyy, as a fresh page load does: nothing is left of the page before it. */
export async function renderAt(path: string): Promise<typeof screen> {
  closePage();
  vi.resetModules();
  history.replaceState(null, '', `/tyy${path}`);
  document.body.innerHTML = '<div id="app"></div>';
  const [{ createRoot }, { App }, { start }] = await Promise.all([
    import('react-dom/client'),
    import('../../src/app/app.tsx'),
    import('../../src/flows/start.ts'),
  ]);
  await start();
  root = createRoot(document.getElementById('app') as HTMLElement);
  root.render(<App />);
  return screen;
}

/** Takes the page away. */
export function closePage(): void {
  root?.unmount();
  root = null;
}

/** The backend's answer in its envelope, called as the app would, but without it. */
export async function callBackend<T>(path: string, token?: string, body?: unknown): Promise<T> {
  const answer = await fetch(inject('backend') + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const envelope = (await answer.json()) as { code: number; data: T; message: string };
  if (envelope.code !== 0) throw new Error(`${envelope.code} ${envelope.message}`);
  return envelope.data;
}

let people = 0;

/** Signs a new user in, as an earlier visit would have done; returns their token. */
export async function signedIn(): Promise<string> {
  const name = `person ${process.pid} ${Date.now()} ${++people}`;
  const body = { login_type: 'facebook', token: `sandbox:${name}` };
  const { token } = await callBackend<{ token: string }>('/v1/login', undefined, body);
  localStorage.setItem('tyy.token', token);
  return token;
}
