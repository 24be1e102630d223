"use strict";
(() => {
  // A heading sorts by its column: figures from the greatest down, texts from A to Z, once more the other way round.
  const value = (row, at) => {
    const text = row.cells[at].textContent.trim();
    return text !== "" && !Number.isNaN(+text) ? +text : text;
  };
  const order = (a, b) => {
    if (a === "" || b === "") return a === b ? 0 : a === "" ? 1 : -1;
    if (typeof a === "number" && typeof b === "number") return b - a;
    return String(a).localeCompare(String(b), undefined, { numeric: true });
  };
  for (const table of document.querySelectorAll("table.sortable")) {
    const heads = [...table.tHead.rows[0].cells], body = table.tBodies[0];
    heads.forEach((head, at) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const rows = [...body.rows].map((row) => [value(row, at), row]);
        const figures = rows.some(([one]) => typeof one === "number");
        const turned = head.hasAttribute("aria-sort") && head.dataset.turned !== "yes";
        rows.sort(([a], [b]) => (a === "" || b === "" ? order(a, b) : turned ? order(b, a) : order(a, b)));
        heads.forEach((other) => { other.removeAttribute("aria-sort"); if (other !== head) delete other.dataset.turned; });
        head.dataset.turned = turned ? "yes" : "no";
        head.setAttribute("aria-sort", figures !== turned ? "descending" : "ascending");
        body.append(...rows.map(([, row]) => row));
      });
    });
  }
})();
