/// <reference types="vite/client" />

/** The version in package.json. */
declare const __APP_VERSION__: string;

/** Built files that a screen needs first, below the app's address; only in src/frame.ts. */
declare const __FIRST_FILES__: {
  /** The app's script. */
  app: string;
  /** By language code; the default language first. */
  words: [code: string, files: string[]][];
  /** By the screen's address without its slash. */
  screens: [address: string, files: string[]][];
};

type AppSettings = import('../server/settings/app-settings.ts').AppSettings;

/** Settings built into the app; docs/settings.md describes them. */
interface ImportMetaEnv extends Readonly<AppSettings> {}
