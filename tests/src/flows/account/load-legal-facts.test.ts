import { beforeEach, expect, test } from 'vitest';
import type { LegalFacts } from '../../../../src/i18n/legal-facts.ts';
import { setSettings } from '../../../support/set-settings.ts';

/** Loads the legal facts for a guest. With another API, the app does not request them from the API. */
async function loadFacts(): Promise<LegalFacts> {
  const { loadLegalFacts } = await import('../../../../src/flows/account/load-legal-facts.ts');
  return loadLegalFacts();
}

beforeEach(() => {
  setSettings({ apiBase: 'https://api.example' });
});

test('if the operator itself makes the pictures, the legal facts name no company that makes them', async () => {
  setSettings({ operatorGenerator: 'own', operatorGeneratorCountry: 'MT', operatorStore: 'Store Ltd' });

  expect(await loadFacts()).toMatchObject({
    generator: { name: '', country: 'MT' },
    store: { name: 'Store Ltd', country: '' },
  });
});

test('if the backend sends no facts, the legal texts do not claim that the backend compares faces', async () => {
  expect(await loadFacts()).toMatchObject({ comparesFaces: false, verifiedAds: false, isOurs: false });
});
