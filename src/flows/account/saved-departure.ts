import { json, number, object, optional, type Parsed, string } from '../../platform/parse.ts';
import { savedInTab, savedLocally } from '../../platform/storage/saved.ts';

/** The `login_type` of an OpenID Connect issuer, and the proof for the issuer's code, in the API's field names. */
const issuerVisit = object({
  loginType: string,
  proof: object({ redirect_uri: string, code_verifier: string, nonce: string }),
});

export type IssuerVisit = Parsed<typeof issuerVisit>;

/** Saved while the user is at a login page: the secret `state` of the redirect, and the screen to open afterwards. */
export const savedDeparture = savedInTab(
  'tyy.sign-in',
  json(
    object({
      state: string,
      path: string,
      /** Number of history entries when the user left; 0 if unknown. */
      entries: optional(number, 0),
      /** Null for the login dialog and for WeChat's page. */
      visit: optional(issuerVisit, null),
    }),
  ),
);

/** The time when any tab last left for the login dialog, ms since 1970. */
export const savedDialog = savedLocally('tyy.dialog', json(number));

/** The time when this tab completed a sign-in, ms since 1970. Stored, because the tab's next page reads it. */
export const savedSignIn = savedInTab('tyy.signed-in', json(number));

/** Returns the saved departure and removes it, because it must serve only one return. */
export function takeDeparture() {
  const departure = savedDeparture.read();
  savedDeparture.remove();
  if (departure) savedDialog.remove();
  return departure;
}
