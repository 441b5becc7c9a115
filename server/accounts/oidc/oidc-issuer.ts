/** Apple's developer key, which signs the client secret of a Services ID. */
export interface AppleKey {
  teamId: string;
  keyId: string;
  keyFile: string;
}

export interface OidcIssuer {
  loginType: string;
  /** The issuer's address, spelled as in its metadata. */
  issuer: string;
  /** The client for browsers; null if only native apps sign in. Its secret is null if it is a public client. */
  client: { id: string; secret: string | AppleKey | null } | null;
  /** Client ids that an identity token may be issued for. */
  audiences: string[];
  scope: string;
}
