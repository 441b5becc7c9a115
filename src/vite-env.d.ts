/// <reference types="vite/client" />

/** The version in package.json. */
declare const __APP_VERSION__: string;

/** Built files that a screen needs first. Addresses are relative to the app's address. Used only in src/frame.ts. */
declare const __FIRST_FILES__: {
  /** The app's main script. */
  app: string;
  /** Files with texts by language code; the default language is first. */
  words: [code: string, files: string[]][];
  /** The scripts and styles of each screen. `address` is the screen's address without its leading slash. */
  screens: [address: string, files: string[]][];
};

/** The owner's settings of the app, which the page contains. The server writes its own settings there. */
declare var appSettings: Readonly<import('../server/settings/app-settings.ts').AppSettings>;
