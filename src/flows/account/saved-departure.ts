import { json, number, object, optional, type Parsed, string } from '../../platform/parse.ts';
import { savedInTab, savedLocally } from '../../platform/storage/saved.ts';

/** At an OpenID Connect issuer: its login_type, and what the server needs beside its code, as the API calls it. */
const issuerVisit = object({
  loginType: string,
  proof: object({ redirect_uri: string, code_verifier: string, nonce: string }),
});

/** What to remember while the user is at an OpenID Connect issuer. */
export type IssuerVisit = Parsed<typeof issuerVisit>;

/** What is remembered while the user is at a login page: the secret of the way back, and the screen to open then. */
export const savedDeparture = savedInTab(
  'tyy.sign-in',
  json(
    object({
      state: string,
      path: string,
      /** How many entries the history had then; 0: not known. */
      entries: optional(number, 0),
      /** Null: at the login dialog, or at WeChat's page. */
      visit: optional(issuerVisit, null),
    }),
  ),
);

/** When a tab left for a login page, ms since 1970. */
export const savedDialog = savedLocally('tyy.dialog', json(number));

/** What was remembered at the last departure; it is good for one return. */
export function takeDeparture() {
  const departure = savedDeparture.read();
  savedDeparture.remove();
  if (departure) savedDialog.remove();
  return departure;
}
