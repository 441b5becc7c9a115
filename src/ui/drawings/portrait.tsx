import type { JSX } from 'react';
import { HairBehind, type HairCut, HairOver } from './hair.tsx';

type Skin = 'light' | 'tan' | 'deep';
type Look = 'smile' | 'calm' | 'laugh' | 'wonder';

interface Person {
  skin: Skin;
  cut: HairCut;
  hair?: string;
  cloth?: string;
  look?: Look;
  /** From -1 (looks to the left edge) to 1 (to the right edge). */
  turn?: number;
}

const skins: Record<Skin, { light: string; shade: string }> = {
  light: { light: 'var(--drawing-skin)', shade: 'var(--drawing-skin-shade)' },
  tan: { light: 'var(--drawing-skin-tan)', shade: 'var(--drawing-skin-tan-shade)' },
  deep: { light: 'var(--drawing-skin-deep)', shade: 'var(--drawing-skin-deep-shade)' },
};

/** Head and shoulders on the 160 grid, the face between x 50 and 110. Most drawn persons use it. */
export function Portrait(person: Person): JSX.Element {
  const { skin, cut, look = 'smile', turn = 0 } = person;
  const hair = person.hair ?? 'var(--drawing-hair)';
  const cloth = person.cloth ?? 'var(--drawing-cloth)';
  const { light, shade } = skins[skin];
  const ears = cut === 'short' || cut === 'bun';

  return (
    <>
      <HairBehind cut={cut} colour={hair} />
      <path d="M67 98h26v28c0 12-26 12-26 0Z" fill={shade} />
      <path d="M8 164c2-24 26-32 58-39 6 11 22 11 28 0 32 7 56 15 58 39Z" fill={cloth} />
      {ears && turn < 0.5 && <ellipse cx="49" cy="84" rx="6" ry="8" fill={shade} />}
      {ears && turn > -0.5 && <ellipse cx="111" cy="84" rx="6" ry="8" fill={shade} />}
      <path d="M50 76c0-22 12-36 30-36s30 14 30 36c0 24-13 41-30 41S50 100 50 76Z" fill={light} />
      <Features look={look} turn={turn} shade={shade} />
      <HairOver cut={cut} colour={hair} />
    </>
  );
}

function Features({ look, turn, shade }: { look: Look; turn: number; shade: string }): JSX.Element {
  const squeeze = 1 - Math.abs(turn) * 0.18;
  const move = `translate(${80 + turn * 11} 0) scale(${squeeze} 1) translate(-80 0)`;

  return (
    <g transform={move} stroke="var(--drawing-ink)" strokeWidth="3">
      <g fill="var(--drawing-accent)" stroke="none" opacity="0.22">
        <ellipse cx="61" cy="96" rx="7" ry="5" />
        <ellipse cx="99" cy="96" rx="7" ry="5" />
      </g>
      <path d={`M80 83c${turn < 0 ? '-4' : '4'} 6 ${turn < 0 ? '-4' : '4'} 11 -1 11`} stroke={shade} />
      {look === 'laugh' ? (
        <path d="M63 84q5-7 10 0M87 84q5-7 10 0" />
      ) : (
        <g fill="var(--drawing-ink)" stroke="none">
          <ellipse cx="68" cy="82" rx="3.4" ry="4.2" />
          <ellipse cx="92" cy="82" rx="3.4" ry="4.2" />
        </g>
      )}
      <path
        d={look === 'wonder' ? 'M62 68q6-5 12-1M86 67q6-4 12 1' : 'M61 72q6-5 13-2M86 70q7-3 13 2'}
        strokeWidth="2.6"
      />
      <Mouth look={look} />
    </g>
  );
}

function Mouth({ look }: { look: Look }): JSX.Element {
  if (look === 'calm') return <path d="M73 104.5h14" />;
  if (look === 'wonder')
    return <ellipse cx="80" cy="105" rx="4.5" ry="5.5" fill="var(--drawing-ink)" stroke="none" />;
  if (look === 'laugh') {
    return (
      <>
        <path d="M69 99.5h22c0 8-5 12-11 12s-11-4-11-12Z" fill="var(--drawing-ink)" stroke="none" />
        <path d="M71.5 99.5h17c0 5-17 5-17 0Z" fill="var(--drawing-paper)" stroke="none" />
      </>
    );
  }
  return <path d="M70 102q10 8.5 20 0" />;
}
