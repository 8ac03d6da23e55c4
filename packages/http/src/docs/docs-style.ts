export const docsStyle = `
:root { color-scheme: light dark; --ink: #1d2733; --soft: #5b6875; --paper: #fbfaf7; --card: #fff; --line: #dfdcd3; --accent: #0b6e6e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e3dc; --soft: #a2a9b1; --paper: #15191d; --card: #1d2328; --line: #333b42; --accent: #5cc4bd; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); display: grid; grid-template: "header header" auto "nav main" 1fr / 19rem minmax(0, 1fr); max-width: 76rem; margin-inline: auto; padding: 0 1.25rem; gap: 0 2.5rem; }
header { grid-area: header; padding: 2.5rem 0 1.5rem; border-bottom: 1px solid var(--line); }
nav { grid-area: nav; position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 1.5rem 0; font-size: .875rem; }
main { grid-area: main; padding: 1.5rem 0 4rem; }
h1 { margin: 0 0 .5rem; font-size: 1.9rem; letter-spacing: -.02em; }
header p { margin: .25rem 0; max-width: 44rem; }
nav h2 { margin: 1rem 0 .25rem; font-size: .75rem; text-transform: uppercase; letter-spacing: .08em; color: var(--soft); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: flex; gap: .5rem; align-items: baseline; padding: .25rem 0; text-decoration: none; color: inherit; }
nav a:hover code, nav a:focus-visible code { color: var(--accent); }
code { overflow-wrap: anywhere; } pre code { overflow-wrap: normal; }
a { color: var(--accent); }
article { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.25rem 1.5rem; margin-bottom: 1.25rem; }
article:target { border-color: var(--accent); }
h3 { margin: 0 0 .35rem; font-size: 1.2rem; }
h4 { margin: 1.25rem 0 .35rem; font-size: .75rem; text-transform: uppercase; letter-spacing: .08em; color: var(--soft); }
.address { margin: 0 0 .75rem; overflow-wrap: anywhere; }
.meta, small { color: var(--soft); font-size: .875rem; }
.answer p { margin: .35rem 0; } .answer:not(:first-of-type) { font-size: .9375rem; }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .875em; }
pre { background: var(--paper); border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem; overflow-x: auto; font-size: .8125rem; line-height: 1.5; }
.method { display: inline-block; min-width: 4.6em; font: 700 .6875rem/1.6 ui-monospace, monospace; text-transform: uppercase; letter-spacing: .04em; color: var(--accent); }
.method.delete { color: #b3402f; } .method.post, .method.put { color: #8a5a00; } .method.patch { color: #6a4bb0; }
@media (prefers-color-scheme: dark) { .method.delete { color: #f0897a; } .method.post, .method.put { color: #e3b25c; } .method.patch { color: #b9a2f0; } }
.status { font-variant-numeric: tabular-nums; margin-right: .35rem; } .s2 { color: var(--accent); }
table { border-collapse: collapse; width: 100%; font-size: .875rem; table-layout: fixed; } th { width: 38%; } td:nth-child(2) { width: 30%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-top: 1px solid var(--line); font-weight: 400; overflow-wrap: anywhere; }
td:last-child { color: var(--soft); }
@media (max-width: 800px) { body { display: block; } nav { position: static; max-height: none; } article { padding: 1rem; } }
`;
