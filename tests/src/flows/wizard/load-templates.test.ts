import { expect, test } from 'vitest';
import { openFakeShell } from '../../../support/fake-shell.ts';

test('a template of a list that an earlier version saved is shown, and not as a new one', async () => {
  const { cache } = openFakeShell();
  const templates = [{ id: 7, title: 'Silk', picUrl: '/template-pics/7' }];
  cache.set('tyy.templates', JSON.stringify({ language: 'en', templates }));
  const [{ openBridge }, { lastTemplates }] = await Promise.all([
    import('../../../../src/platform/bridge/bridge.ts'),
    import('../../../../src/flows/wizard/load-templates.ts'),
  ]);
  await openBridge();

  expect(await lastTemplates()).toMatchObject([{ title: 'Silk', isNew: false, isPopular: false }]);
});
