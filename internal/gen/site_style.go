package main

// siteStyle is the style of the site, for light and dark screens, narrow ones, and for paper. On narrow screens
// the menu stands behind the text, and a link at the top leads to it.
const siteStyle = `:root { color-scheme: light dark; --text: #1c2024; --quiet: #5b6470; --ground: #fff; --faint: #f3f4f6; --line: #d5d9de; --link: #0b57d0; }
@media (prefers-color-scheme: dark) { :root { --text: #e3e6ea; --quiet: #9aa4af; --ground: #14171a; --faint: #1f2429; --line: #3a4149; --link: #8ab4f8; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0 auto; max-width: 80rem; display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 0 2.5rem; padding: 1.5rem 1rem;
  font: 1rem/1.6 system-ui, sans-serif; color: var(--text); background: var(--ground); }
a { color: var(--link); }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: .25rem; background: var(--ground); padding: .25rem .5rem; }
.small { display: none; }
main { grid-column: 2; grid-row: 1; min-width: 0; }
main > p, main > ul, main > ol { max-width: 46rem; }
nav { grid-column: 1; grid-row: 1 / span 2; position: sticky; top: 1.5rem; align-self: start; max-height: calc(100vh - 3rem); overflow-y: auto; font-size: .9375rem; }
nav p { margin: 0 0 .2rem; padding: 0 .5rem; color: var(--quiet); font-size: .8125rem; font-weight: 600; }
nav ul { list-style: none; margin: 0 0 1rem; padding: 0; }
nav a { display: block; padding: .15rem .5rem; text-decoration: none; border-radius: .3rem; }
nav a:hover { text-decoration: underline; }
nav a[aria-current] { background: var(--faint); color: inherit; font-weight: 600; }
footer { grid-column: 2; border-top: 1px solid var(--line); margin-top: 2rem; padding-top: .5rem; font-size: .875rem; }
h1, h2, h3, h4 { line-height: 1.25; margin: 1.8em 0 .5em; overflow-wrap: anywhere; }
h1 { margin-top: 0; }
h2 { border-bottom: 1px solid var(--line); padding-bottom: .25rem; }
.above { margin: 0 0 .25rem; font-size: .875rem; }
.own { margin-left: .4em; color: var(--quiet); font-weight: 400; text-decoration: none; opacity: 0; }
:is(h2, h3, h4):hover .own, .own:focus { opacity: 1; }
.parts { margin: 1rem 0; font-size: .9375rem; }
.parts summary { cursor: pointer; color: var(--quiet); }
.parts ul { columns: 15rem; margin: .5rem 0; padding-left: 1.25rem; }
code, pre { font: .875em/1.5 ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; }
code { background: var(--faint); padding: .1em .3em; border-radius: .25rem; overflow-wrap: anywhere; }
pre { background: var(--faint); padding: .75rem 1rem; border-radius: .4rem; overflow-x: auto; }
pre code { font-size: 1em; padding: 0; background: none; overflow-wrap: normal; }
pre code:is(.language-console, .language-text) { white-space: pre-wrap; overflow-wrap: anywhere; }
table { display: block; overflow-x: auto; border-collapse: collapse; font-size: .9375rem; }
th, td { border: 1px solid var(--line); padding: .3rem .6rem; text-align: left; vertical-align: top; }
td { min-width: 4.5rem; }
td code { overflow-wrap: normal; }
th { background: var(--faint); }
:target { outline: 2px solid var(--link); outline-offset: 4px; border-radius: .1rem; }
nav:target, main:target { outline: none; }
@media (max-width: 50rem) {
  body { display: block; padding: .75rem 1rem; }
  .small { display: block; text-align: right; }
  nav { position: static; max-height: none; margin-top: 2rem; border-top: 1px solid var(--line); padding-top: 1rem; columns: 10rem; }
  nav ul, nav p { break-inside: avoid; }
  nav p { break-after: avoid; }
}
@media print { nav, footer, .skip, .small, .own, .parts { display: none; } body { display: block; } pre { white-space: pre-wrap; } }
`
