import { afterEach, beforeEach, inject } from 'vitest';
import { closePage } from './render-at.tsx';

// The page stands on the backend's own origin, as in production.
beforeEach(() => {
  window.happyDOM.setURL(`${inject('backend')}/tyy/`);
});

afterEach(async () => {
  closePage();
  localStorage.clear();
  sessionStorage.clear();
});
