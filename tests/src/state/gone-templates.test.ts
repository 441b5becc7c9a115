import { expect, test } from 'vitest';

test('templates that are gone are noted one after another, and the others of a category until they are shown', async () => {
  const { addGoneTemplate, goneTemplates, showKin } = await import('../../../src/state/gone-templates.ts');
  addGoneTemplate(7);
  addGoneTemplate('8');
  expect(goneTemplates.ids).toEqual([7, '8']);
  showKin('sea');
  expect(goneTemplates.kin).toBe('sea');
  showKin(null);
  expect(goneTemplates.kin).toBeNull();
});
