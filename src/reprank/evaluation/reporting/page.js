// The few lines that sort the tables of the evaluation page.
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
