import { execFileSync } from 'node:child_process';

/** The folder of what `buildIssuersApp` builds. */
export const issuersApp = 'test-results/issuers/app';

/** Builds the app for a backend whose users sign in at two issuers. */
export function buildIssuersApp(): void {
  const build = ['node_modules/vite/bin/vite.js', 'build', '--outDir', issuersApp, '--emptyOutDir'];
  const env = { ...process.env, NODE_ENV: 'production', VITE_LOGINS: 'google,Acme ID' };
  execFileSync(process.execPath, build, { env, stdio: 'pipe' });
}
