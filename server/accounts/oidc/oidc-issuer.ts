/** With what Apple's developer key signs the secret of a Services ID. */
export interface AppleKey {
  teamId: string;
  keyId: string;
  keyFile: string;
}

/** An OpenID Connect issuer whose users may sign in. */
export interface OidcIssuer {
  loginType: string;
  /** Its address, as it calls itself. */
  issuer: string;
  /** The client for browsers, without a secret where it is a public one; null: only native apps sign in. */
  client: { id: string; secret: string | AppleKey | null } | null;
  /** The clients of native apps, for which its identity tokens may be made. */
  audiences: string[];
  /** What browsers ask it for. */
  scope: string;
}
