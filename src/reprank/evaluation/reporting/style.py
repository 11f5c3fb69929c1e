"""The look of the evaluation page, light and dark, and the few lines that sort its tables."""

STYLE = """
:root { color-scheme: light dark; --ink: #1d2429; --soft: #5b6770; --line: #dde3e7; --paper: #ffffff; --sheet: #f5f7f8;
  --key: #0b6e6e; --up: #1c7c3c; --down: #b3362b; --accent: #d98a00; --mark: 217, 138, 0; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6e1; --soft: #a3adb5; --line: #343d45; --paper: #181c20;
  --sheet: #1f252a; --key: #6fd3cd; --up: #6cc98a; --down: #ee8b7f; --accent: #f0b545; --mark: 240, 181, 69; } }
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: var(--paper); font: 15px/1.5 system-ui, sans-serif; }
header, main, footer { max-width: 84rem; margin: 0 auto; padding: 1.5rem 2rem; }
h1 { font-size: 1.6rem; margin: 0; } header p { color: var(--soft); margin: .3rem 0 1rem; }
nav { display: flex; flex-wrap: wrap; gap: .4rem; }
nav a { color: var(--key); text-decoration: none; border: 1px solid var(--line); border-radius: 1rem;
  padding: .1rem .75rem; font-size: .87rem; }
nav a:hover { background: var(--sheet); }
.set { border-top: 1px solid var(--line); padding: 1.5rem 0 2rem; }
h2 { font-size: 1.15rem; margin: 0 0 .4rem; } h4 { font-size: .9rem; margin: 0 0 .2rem; }
ul.winners { margin: 0 0 .8rem; padding-left: 1.1rem; color: var(--soft); font-size: .9rem; }
.note { color: var(--soft); font-size: .82rem; margin: .3rem 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .89rem; }
th, td { padding: .22rem .75rem; text-align: right; white-space: nowrap; }
th[scope=row], tr.keys th:first-child { text-align: left; font-weight: 500; position: sticky; left: 0;
  background: var(--paper); }
thead th { font-weight: 600; color: var(--soft); } thead th.group { text-align: center; color: var(--ink); }
tr.keys th { cursor: pointer; border-bottom: 2px solid var(--line); user-select: none; }
tr.keys th:hover { color: var(--ink); } th[aria-sort=descending]::after { content: " ▾"; }
th[aria-sort=ascending]::after { content: " ▴"; }
tbody tr { border-bottom: 1px solid var(--line); } tbody tr:hover td { background: var(--sheet); }
tr.favourite th, tr.favourite td { color: var(--key); font-weight: 600; }
tr.informed th, tr.informed td { font-style: italic; }
td.best { font-weight: 700; box-shadow: inset 0 -2px var(--accent); } td.soft { color: var(--soft); font-weight: 400; }
tr.favourite td.soft { color: var(--soft); font-weight: 400; }
td.up { color: var(--up); } td.down { color: var(--down); }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(26rem, 1fr)); gap: 1.5rem; margin-top: 1.2rem; }
figure { margin: 0; } .plots figure:last-child { grid-column: 1 / -1; } svg.plot { width: 100%; height: auto; }
.plot text { fill: var(--ink); font: 11.5px system-ui, sans-serif; }
.plot .title { font-size: 12.5px; font-weight: 600; } .plot .tick { fill: var(--soft); font-size: 10.5px; }
.plot .grid { stroke: var(--line); stroke-width: 1; } .plot .zero { stroke: var(--soft); stroke-width: 1.4; }
.plot .whisker { stroke: currentColor; stroke-width: 1.2; }
.plot .box { fill: currentColor; fill-opacity: .22; stroke: currentColor; }
.plot .median { stroke: currentColor; stroke-width: 2.2; } .plot .mean { fill: currentColor; }
.plot .same { color: var(--soft); } .plot .better { color: var(--up); } .plot .worse { color: var(--down); }
.plot .dot { fill: var(--soft); } .plot .favourite .dot { fill: var(--key); }
.plot .favourite text { fill: var(--key); font-weight: 700; }
details.excerpts { margin-top: 1.2rem; } summary { cursor: pointer; color: var(--key); padding: .15rem 0; }
details details { border-top: 1px solid var(--line); padding-left: 1rem; }
.side { display: grid; grid-template-columns: minmax(16rem, 2fr) 3fr; gap: 2rem; padding: .6rem 0 1.2rem;
  font-family: Georgia, 'Times New Roman', serif; }
.side h4 { font-family: system-ui, sans-serif; } .side h4 span { color: var(--soft); font-weight: 400; }
.side p { margin: 0 0 .9rem; overflow-wrap: anywhere; } .side > section:first-child { position: sticky; top: 1rem;
  align-self: start; max-height: 95vh; overflow: auto; }
.outputs { columns: 2 22rem; column-gap: 2rem; } .outputs article { break-inside: avoid; }
.failed p { color: var(--down); }
@media (max-width: 60rem) { .side { grid-template-columns: 1fr; } .side > section:first-child { position: static;
  max-height: none; } }
mark { color: inherit; border-radius: 2px; } mark.m1 { background: rgba(var(--mark), .16); }
mark.m2 { background: rgba(var(--mark), .3); } mark.m3 { background: rgba(var(--mark), .45); }
mark.m4 { background: rgba(var(--mark), .6); } .outputs mark.m4 { background: rgba(var(--mark), .38); }
footer { color: var(--soft); font-size: .85rem; border-top: 1px solid var(--line); } footer h2 { font-size: .95rem; }
footer code { overflow-wrap: anywhere; }
"""

SCRIPT = """
for (const table of document.querySelectorAll("table.sortable")) {
  const titles = [...table.querySelectorAll("tr.keys th")];
  titles.forEach((title, column) => title.addEventListener("click", () => {
    const now = title.getAttribute("aria-sort");
    const down = column ? now !== "descending" : now === "ascending";  // numbers begin with the highest, names with A
    titles.forEach(other => other.removeAttribute("aria-sort"));
    title.setAttribute("aria-sort", down ? "descending" : "ascending");
    const value = row => row.children[column].dataset.v;
    const rows = [...table.tBodies[0].rows].sort((one, two) => {
      const [a, b] = [value(one), value(two)];
      if (a === "" || b === "") return (a === "") - (b === "");
      const order = isNaN(a) || isNaN(b) ? a.localeCompare(b) : a - b;
      return down ? -order : order;
    });
    table.tBodies[0].append(...rows);
  }));
}
"""
