import { signJpeg } from './credentials/sign-jpeg.ts';
import { type CredentialFiles, openSigner } from './credentials/signer.ts';
import type { AiLabel } from './label-pic.ts';

export interface Labels extends AiLabel {
  /**
   * Adds Content Credentials to a finished JPEG if they are configured. Any later change of the file makes them
   * invalid.
   */
  sign(jpeg: Uint8Array): Uint8Array;
  /** When the certificate expires (milliseconds since 1970); null without a certificate. */
  signsUntil: number | null;
}

interface LabelSettings {
  aiLabel: AiLabel;
  credentials: CredentialFiles | null;
  wechat: object | null;
}

/** Throws a message for the operator if a file is invalid. Warns if the label setting conflicts with other settings. */
export async function openLabels(
  { aiLabel, credentials, wechat }: LabelSettings,
  clock: () => number,
  onProblem: (problem: Error) => void,
): Promise<Labels> {
  // WeChat means users in China, where the standard label is required.
  if (wechat && aiLabel.mark !== 'standard') {
    const missing = 'WeChat is configured without AI_LABEL=standard';
    onProblem(new Error(`${missing}: pictures lack the label that GB 45438-2025 asks for.`));
  }
  if (!credentials) return { ...aiLabel, sign: jpeg => jpeg, signsUntil: null };

  const signer = await openSigner(credentials, clock());
  let hasEnded = false;
  return {
    ...aiLabel,
    signsUntil: signer.validUntil,
    sign(jpeg) {
      if (clock() < signer.validUntil) return signJpeg(jpeg, aiLabel.producer, signer);
      if (!hasEnded)
        onProblem(new Error('C2PA_CERTIFICATE has ended: pictures get no Content Credentials any more.'));
      hasEnded = true;
      return jpeg;
    },
  };
}
