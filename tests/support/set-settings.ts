import { vi } from 'vitest';

/** Changes settings in the page until the end of the test. */
export function setSettings(settings: Partial<typeof appSettings>): void {
  vi.stubGlobal('appSettings', { ...appSettings, ...settings });
}
