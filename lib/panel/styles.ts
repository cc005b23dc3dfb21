import { merchantColours } from '@/lib/core/merchant-colour'

/** The tokens of `app/tokens.css` that the panel uses: it loads no stylesheet. A test holds them against each other. */
export const tokens = `
--surface: light-dark(#f7f8f9, #0e1012);
--raised: light-dark(#ffffff, #15181b);
--hover: light-dark(#f3f5f7, #1b1f23);
--line: light-dark(#e3e6ea, #262b30);
--line-strong: light-dark(#c9cfd6, #373e45);
--ink: light-dark(#14171a, #eef0f2);
--ink-2: light-dark(#39414a, #c4cad1);
--muted: light-dark(#59636e, #98a2ad);
--accent: light-dark(#1a5db0, #7cb1f3);
--settled-bg: light-dark(#eaf6ee, #11261a);
--settled-line: light-dark(#b4dcc1, #25503a);
--settled: light-dark(#14653a, #6fcf97);
--declined-bg: light-dark(#fdefee, #2c1615);
--declined-line: light-dark(#f0c4c0, #63302c);
--declined: light-dark(#a3231c, #f39a92);
--deferred-bg: light-dark(#fdf4e1, #2a2010);
--deferred-line: light-dark(#ebd09a, #5c4720);
--deferred: light-dark(#7d4c07, #e6b65c);
--unconfirmed-bg: light-dark(#f4f0fd, #1f1931);
--unconfirmed-line: light-dark(#cdbef0, #4a3d78);
--unconfirmed: light-dark(#5732ab, #bca6f7);
--neutral-bg: light-dark(#f0f2f4, #202429);
--neutral-line: light-dark(#d3d8de, #3a4148);
--neutral: light-dark(#48515b, #b1b9c2);`

const accounts: Record<(typeof merchantColours)[number], string> = {
  teal: '#0f766e',
  pink: '#be185d',
  indigo: '#4f46e5',
  orange: '#c2410c',
  olive: '#4d7c0f',
  cyan: '#0e7490',
  brown: '#92400e',
  slate: '#64748b',
}

const states = ['settled', 'declined', 'deferred', 'unconfirmed', 'neutral']

const ofStates = states
  .map((name) => `.${name}>svg{color:var(--${name})}.box.${name}{background:var(--${name}-bg);border-color:var(--${name}-line)}`)
  .join('')
const ofAccounts = merchantColours.map((name) => `[data-account=${name}]{border-top-color:${accounts[name]}}`).join('')

/** The look of the panel from 320 px on, in light and dark. */
export const styles = `:root{color-scheme:light dark;${tokens}
font:400 13px/18px "Inter Variable",Inter,system-ui,sans-serif;color:var(--ink);background:var(--surface)}
*{box-sizing:border-box;margin:0;padding:0}
body{display:grid;grid-template-rows:auto 1fr auto;min-height:100vh;overflow-wrap:anywhere}
svg{width:16px;height:16px;flex:none;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.frozen>svg{color:var(--neutral)}
header{position:sticky;top:0;display:flex;align-items:center;gap:8px;min-height:48px;padding:0 8px 0 16px;background:var(--raised);border-top:3px solid var(--line-strong);border-bottom:1px solid var(--line)}
header h1{margin-inline-end:auto;min-width:0}
b,h1,h2{font:600 13px/18px inherit;font-family:inherit}
h1,h2{font-size:13px;font-weight:600}
main{display:grid;gap:12px;padding:12px;align-content:start;grid-template-columns:minmax(0,1fr)}
footer{padding:8px 16px;border-top:1px solid var(--line);background:var(--raised);font-size:12px;color:var(--muted)}
section,.box{border:1px solid var(--line);border-radius:8px;background:var(--raised);overflow:hidden}
.head{display:flex;align-items:center;gap:8px;min-height:36px;padding:4px 8px 4px 12px;border-bottom:1px solid var(--line)}
.head>:first-child{margin-inline-end:auto;min-width:0}
.row{display:grid;grid-template-columns:16px minmax(0,1fr) auto;gap:0 10px;padding:8px 12px;align-items:start}
.row+.row,.row+p{border-top:1px solid var(--line)}
.row>svg{margin-top:1px}
.sub{display:block;font-size:12px;line-height:16px;color:var(--muted)}
.num{font-variant-numeric:tabular-nums;white-space:nowrap;font-weight:600}
.num.asked{font-weight:400;color:var(--ink-2)}
.num small{margin-inline-start:4px;font-size:12px;font-weight:400;color:var(--muted)}
.chip{padding:0 6px;border:1px solid var(--line-strong);border-radius:4px;font-size:12px}
#outcomes{display:grid;gap:8px}#outcomes:empty{display:none}
p.text{padding:8px 12px 10px}
.stamp{font-size:12px;color:var(--muted);font-variant-numeric:tabular-nums}
button{min-height:28px;padding:0 10px;border:1px solid var(--line-strong);border-radius:6px;background:var(--raised);color:var(--ink);font:500 13px/18px inherit;font-family:inherit;cursor:pointer}
button.icon{display:grid;place-items:center;width:32px;min-height:32px;padding:0;border-color:transparent}
a{color:var(--ink)}
p a{color:var(--accent)}
.links a{display:flex;align-items:center;gap:8px;min-height:36px;padding:0 12px;font-weight:500;text-decoration:none}
.links a+a{border-top:1px solid var(--line)}
.links svg{margin-inline-start:auto;color:var(--muted)}
.links a:hover,button:hover{background:var(--hover)}
:focus-visible{outline:2px solid var(--accent);outline-offset:-2px}
${ofStates}${ofAccounts}
@media (max-width:640px) and (pointer:coarse){button,.links a{min-height:40px}}`
