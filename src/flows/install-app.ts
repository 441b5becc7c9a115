import { install } from '../platform/install.ts';
import { askForLastingStorage } from '../platform/storage/ask-for-lasting-storage.ts';

/**
 * Installs the app if the user agrees, and asks for persistent storage. An installed app gets it without a second
 * question, and the one browser that asks (Firefox) offers no installation.
 */
export async function installApp(): Promise<void> {
  window.addEventListener('appinstalled', askForLastingStorage, { once: true });
  await install();
}
