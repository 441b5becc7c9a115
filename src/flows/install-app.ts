import { install } from '../platform/install.ts';
import { askForLastingStorage } from '../platform/storage/lasting-storage.ts';

/**
 * Installs the app, when the user agrees, and has its storage last: an installed app is given that without another question,
 * and where there is a question (Firefox) no installation is offered. Nothing else asks for it: there is no other good moment.
 */
export async function installApp(): Promise<void> {
  window.addEventListener('appinstalled', askForLastingStorage, { once: true });
  await install();
}
