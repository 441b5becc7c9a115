import { execFileSync } from 'node:child_process';

const folder = 'test-results/issuers/app';

/** Builds the app for a backend whose users sign in at two issuers, and returns its folder. */
export function buildIssuersApp(): string {
  const build = ['node_modules/vite/bin/vite.js', 'build', '--outDir', folder, '--emptyOutDir'];
  const env = { ...process.env, NODE_ENV: 'production', VITE_LOGINS: 'google,Acme ID' };
  execFileSync(process.execPath, build, { env, stdio: 'pipe' });
  return folder;
}
