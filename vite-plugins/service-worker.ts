import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** Files that are not precached, because few users need them, or because the page needs them only in the background. */
const notPrecached = [
  '**/ali-oss-*',
  '**/hash-wasm-*',
  '**/im-sdk-*',
  '**/start-im-*',
  '**/coach-*',
  // Shown in addition to a screen's main content.
  '**/home-strips-*',
  '**/latest-pics-*',
  '**/own-pics-*',
  '**/pic-strip-*',
  '**/ready-pics-*',
  '**/other-styles-*',
  '**/select-parts-*',
  // Useless offline.
  '**/consent-sheet-*',
  '**/open-consent-sheet-*',
  '**/offer-coins-*',
  '**/ad-badge-*',
  '**/refused-photos-*',
  '**/create-pic-*',
  '**/sign-in-to-upload-*',
  '**/choose-login-*',
  '**/watch-ad-*',
  // fflate, which packs pictures that are not precached either.
  '**/browser-*',
  '**/notify-offer-*',
  '**/data-rows-*',
  '**/send-client-events-*',
  '**/after-payment-*',
  '**/say-template-gone-*',
  '**/align-eyes-*',
  '**/open-comparison-*',
  '**/comparison-bar-*',
];

/** Builds sw/service-worker.ts with the list of files that the app needs offline. */
export function serviceWorker(): Plugin[] {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'sw',
    filename: 'service-worker.ts',
    // The page itself registers the worker, and public/ contains the manifest.
    injectRegister: false,
    manifest: false,
    injectManifest: {
      globPatterns: [
        '*.html',
        'apps.json',
        'favicon.svg',
        'home/{background,step-*}.avif',
        'assets/*.{js,css}',
      ],
      globIgnores: notPrecached,
      dontCacheBustURLsMatching: /^assets\//,
    },
  });
}
