/** Apple's developer key. It signs the client secret of a Services ID. */
export interface AppleKey {
  teamId: string;
  keyId: string;
  keyFile: string;
}

export interface OidcIssuer {
  loginType: string;
  /** The issuer's address, spelled exactly as in its metadata. */
  issuer: string;
  /** The client for browsers; null if only native apps sign in. `secret` is null for a public client. */
  client: { id: string; secret: string | AppleKey | null } | null;
  /** Client ids for which an identity token may be issued. */
  audiences: string[];
  scope: string;
}
