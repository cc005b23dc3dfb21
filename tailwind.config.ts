import type { Config } from 'tailwindcss'

/** The colours by meaning, one to one with `app/tokens.css`. A component names one of these, never a raw colour. */
const colourTokens = [
  ...['surface', 'raised', 'pressed', 'sunken', 'overlay', 'hover', 'selected', 'scrim'],
  ...['line', 'line-strong', 'line-control'],
  ...['ink', 'ink-2', 'muted', 'faint'],
  ...['accent', 'accent-bg', 'accent-line', 'mark', 'focus'],
  ...['primary', 'primary-hover', 'on-primary'],
  ...['settled', 'settled-bg', 'settled-line'],
  ...['declined', 'declined-bg', 'declined-line'],
  ...['deferred', 'deferred-bg', 'deferred-line'],
  ...['unconfirmed', 'unconfirmed-bg', 'unconfirmed-line', 'unconfirmed-hatch'],
  ...['neutral', 'neutral-bg', 'neutral-line'],
  ...['aged', 'aged-line'],
  ...['danger', 'danger-bg', 'danger-line', 'danger-solid', 'danger-solid-hover', 'on-danger'],
  ...['account', 'on-account'],
  ...['chart-1', 'chart-2', 'chart-3', 'chart-grid'],
]

const hatch = (from: string, to: string) =>
  `repeating-linear-gradient(135deg, var(--unconfirmed-bg) 0 ${from}, var(--unconfirmed-hatch) ${from} ${to})`

export default {
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      ...Object.fromEntries(colourTokens.map((name) => [name, `var(--${name})`])),
    },
    // Size and line together, so that text always sits on the 4 px grid. Nothing under 12 px.
    fontSize: {
      meta: ['0.75rem', '1rem'],
      table: ['0.8125rem', '1.125rem'],
      body: ['0.875rem', '1.25rem'],
      head: ['0.9375rem', { lineHeight: '1.25rem', letterSpacing: '-0.006em' }],
      dialog: ['1rem', { lineHeight: '1.5rem', letterSpacing: '-0.01em' }],
      total: ['1.25rem', { lineHeight: '1.5rem', letterSpacing: '-0.014em' }],
      title: ['1.25rem', { lineHeight: '1.75rem', letterSpacing: '-0.012em' }],
    },
    fontFamily: {
      sans: [
        ...['"Inter Variable"', 'Inter', 'ui-sans-serif', 'system-ui', '-apple-system', '"Segoe UI"', 'Roboto'],
        ...['"Liberation Sans"', '"Noto Sans"', '"Noto Sans Arabic"', '"Noto Sans JP"', '"Noto Color Emoji"', 'sans-serif'],
      ],
      mono: [
        ...['"JetBrains Mono Variable"', 'ui-monospace', '"SF Mono"', 'SFMono-Regular', '"Cascadia Mono"', '"Roboto Mono"'],
        ...['Menlo', 'Consolas', '"Liberation Mono"', 'monospace'],
      ],
    },
    borderRadius: { none: '0', bar: '3px', chip: '4px', control: '6px', card: '8px', dialog: '12px', full: '9999px' },
    boxShadow: { none: 'none', float: 'var(--float)' },
    // The phone ends at 640, columns that repeat something go at 1180: see the visual reference.
    screens: { sm: '641px', md: '961px', lg: '1181px' },
    extend: {
      spacing: {
        bar: '3rem',
        gutter: 'var(--gutter)',
        head: 'var(--head)',
        under: 'var(--under)',
        row: '2.25rem',
        'row-compact': '2rem',
        control: 'var(--control)',
        'control-small': 'var(--control-small)',
        'control-tiny': 'var(--control-tiny)',
      },
      maxWidth: { frame: 'calc(80rem + 2 * var(--gutter))', dialog: '35rem' },
      letterSpacing: { mono: '-0.02em' },
      backgroundImage: { hatch: hatch('4px', '6px'), 'hatch-fine': hatch('3px', '5px'), 'hatch-wide': hatch('10px', '11px') },
      transitionDuration: { fast: 'var(--fast)', calm: 'var(--calm)' },
      transitionTimingFunction: { calm: 'cubic-bezier(0.2, 0, 0, 1)' },
      // `lit` marks what is new for two seconds, without motion: the mark is there, and then it is not. `late` waits 150 ms, so that what is answered at once never flickers.
      animation: {
        late: 'appear var(--fast) 150ms both',
        lit: 'lit 2s step-end both',
        rise: 'rise var(--calm) cubic-bezier(0.2, 0, 0, 1) both',
      },
      keyframes: {
        lit: { from: { backgroundColor: 'var(--accent-bg)' }, to: { backgroundColor: 'transparent' } },
        appear: { from: { opacity: '0' } },
        rise: { from: { opacity: '0', translate: '0 4px' } },
      },
    },
  },
} satisfies Config
