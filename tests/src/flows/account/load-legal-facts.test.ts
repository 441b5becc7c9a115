import { beforeEach, expect, test, vi } from 'vitest';
import type { LegalFacts } from '../../../../src/i18n/legal-facts.ts';

/** Loads the legal facts for a guest. With VITE_API_BASE set, the app does not request them from the API. */
async function loadFacts(): Promise<LegalFacts> {
  const { loadLegalFacts } = await import('../../../../src/flows/account/load-legal-facts.ts');
  return loadLegalFacts();
}

beforeEach(() => {
  vi.stubEnv('VITE_API_BASE', 'https://api.example');
});

test('if the operator itself makes the pictures, the legal facts name no company that makes them', async () => {
  vi.stubEnv('VITE_OPERATOR_GENERATOR', 'own');
  vi.stubEnv('VITE_OPERATOR_GENERATOR_COUNTRY', 'MT');
  vi.stubEnv('VITE_OPERATOR_STORE', 'Store Ltd');

  expect(await loadFacts()).toMatchObject({
    generator: { name: '', country: 'MT' },
    store: { name: 'Store Ltd', country: '' },
  });
});

test('if the backend sends no facts, the legal texts do not claim that the backend compares faces', async () => {
  expect(await loadFacts()).toMatchObject({ comparesFaces: false, verifiedAds: false, isOurs: false });
});
