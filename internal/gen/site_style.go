package main

// siteStyle is the style of the site, for light and dark screens and for paper.
const siteStyle = `:root { color-scheme: light dark; --text: #1c2024; --ground: #fff; --faint: #f3f4f6; --line: #d5d9de; --link: #0b57d0; }
@media (prefers-color-scheme: dark) { :root { --text: #e3e6ea; --ground: #14171a; --faint: #1f2429; --line: #3a4149; --link: #8ab4f8; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 78rem; display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 0 2rem; padding: 1rem;
  font: 1rem/1.55 system-ui, sans-serif; color: var(--text); background: var(--ground); }
a { color: var(--link); }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; }
nav ul { list-style: none; margin: 0; padding: 0; position: sticky; top: 1rem; }
nav a { display: block; padding: .2rem .5rem; text-decoration: none; border-radius: .3rem; }
nav a[aria-current] { background: var(--faint); color: inherit; font-weight: 600; }
footer { grid-column: 2; border-top: 1px solid var(--line); margin-top: 2rem; padding-top: .5rem; font-size: .875rem; }
h1, h2, h3 { line-height: 1.25; margin: 1.6em 0 .5em; }
h1 { margin-top: 0; }
code, pre { font: .875em/1.45 ui-monospace, monospace; }
code { background: var(--faint); padding: .1em .3em; border-radius: .25rem; overflow-wrap: anywhere; }
pre { background: var(--faint); padding: .75rem 1rem; border-radius: .4rem; overflow-x: auto; }
pre code { padding: 0; background: none; overflow-wrap: normal; }
table { display: block; overflow-x: auto; border-collapse: collapse; }
th, td { border: 1px solid var(--line); padding: .3rem .6rem; text-align: left; vertical-align: top; }
th { background: var(--faint); }
:target { scroll-margin-top: 1rem; outline: 2px solid var(--link); outline-offset: 2px; }
@media (max-width: 50rem) { body { display: block; } nav ul { position: static; columns: 2; margin-bottom: 1rem; } }
@media print { nav, footer, .skip { display: none; } body { display: block; } }
`
