import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** Files not downloaded in advance: few users need them, or the page needs them only in the background. */
const notPrecached = [
  '**/ali-oss-*',
  '**/hash-wasm-*',
  '**/im-sdk-*',
  '**/start-im-*',
  '**/coach-*',
  // Shown next to the main content of a screen.
  '**/home-strips-*',
  '**/latest-pics-*',
  '**/my-pics-*',
  '**/own-pic-strip-*',
  '**/own-pics-*',
  '**/pic-strip-*',
  '**/ready-pics-*',
  '**/other-styles-*',
  '**/template-filter-*',
  // Useless without the server.
  '**/data-rows-*',
  '**/notify-offer-*',
  '**/after-payment-*',
  '**/say-template-gone-*',
  '**/send-client-events-*',
  '**/align-eyes-*',
  '**/open-comparison-*',
  '**/comparison-bar-*',
];

/** Builds sw/service-worker.ts with the list of the app's files, for offline use. */
export function serviceWorker(): Plugin[] {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'sw',
    filename: 'service-worker.ts',
    // The page registers the worker, and public/ has the manifest.
    injectRegister: false,
    manifest: false,
    injectManifest: {
      globPatterns: ['*.html', 'apps.json', 'favicon.svg', 'home/*', 'assets/*.{js,css}'],
      globIgnores: notPrecached,
      dontCacheBustURLsMatching: /^assets\//,
    },
  });
}
