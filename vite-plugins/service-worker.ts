import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** What only some users ever need, or what the page itself shows to nobody, is not downloaded in advance. */
const notPrecached = [
  '**/ali-oss-*',
  '**/hash-wasm-*',
  '**/im-sdk-*',
  '**/start-im-*',
  '**/coach-*',
  // They stand beside what a screen is for.
  '**/home-strips-*',
  '**/latest-pics-*',
  '**/my-pics-*',
  '**/own-pic-strip-*',
  '**/own-pics-*',
  '**/pic-strip-*',
  '**/ready-pics-*',
  '**/other-styles-*',
  '**/template-filter-*',
  // They do nothing without the server.
  '**/data-rows-*',
  '**/notify-offer-*',
  '**/after-payment-*',
  '**/say-template-gone-*',
  '**/report-page-*',
  '**/align-eyes-*',
  '**/open-comparison-*',
  '**/comparison-bar-*',
];

/** Builds sw/service-worker.ts with the list of the app's own files, which it keeps for use without a network. */
export function serviceWorker(): Plugin[] {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'sw',
    filename: 'service-worker.ts',
    // The page registers it by itself, and public/ has the manifest.
    injectRegister: false,
    manifest: false,
    injectManifest: {
      globPatterns: ['*.html', 'apps.json', 'favicon.svg', 'home/*', 'assets/*.{js,css}'],
      globIgnores: notPrecached,
      dontCacheBustURLsMatching: /^assets\//,
    },
  });
}
