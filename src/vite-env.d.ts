/// <reference types="vite/client" />

/** The version in package.json. */
declare const __APP_VERSION__: string;

type AppSettings = import('../server/settings/app-settings.ts').AppSettings;

/** The settings that are built in; docs/settings.md describes them. */
interface ImportMetaEnv extends Readonly<AppSettings> {}
