import { Drawing } from './drawing.tsx';

export function Avatar() {
  return (
    <Drawing photo>
      <path d="M0 0h160v160H0Z" fill="var(--drawing-wash)" />
      <path d="M20 164c2-34 26-50 60-50s58 16 60 50Z" fill="var(--drawing-accent)" />
      <path d="M67 88h26v28c0 13-26 13-26 0Z" fill="var(--drawing-skin-shade)" />
      <path
        d="M51 68c0-20 11-32 29-32s29 12 29 32c0 22-12 38-29 38S51 90 51 68Z"
        fill="var(--drawing-skin)"
      />
      <path
        d="M49 72c-5-30 9-48 31-48s36 18 31 48c-5-18-15-24-31-24s-26 6-31 24Z"
        fill="var(--drawing-hair)"
      />
    </Drawing>
  );
}
