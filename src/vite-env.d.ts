/// <reference types="vite/client" />

/** The version in package.json. */
declare const __APP_VERSION__: string;

/** Built files that a screen needs first, by addresses below the app's address. Used only in src/frame.ts. */
declare const __FIRST_FILES__: {
  /** The app's script. */
  app: string;
  /** Files of texts by language code; the default language comes first. */
  words: [code: string, files: string[]][];
  /** Files of screens by the screen's address without its slash. */
  screens: [address: string, files: string[]][];
};

type AppSettings = import('../server/settings/app-settings.ts').AppSettings;

/** Settings that are built into the app; docs/settings.md describes them. */
interface ImportMetaEnv extends Readonly<AppSettings> {}
