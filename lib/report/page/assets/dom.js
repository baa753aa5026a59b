// Elements, made of names, attributes and texts. Texts are never read as markup.
const svgNamespace = "http://www.w3.org/2000/svg";

function fillElement(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

function make(name, attributes, ...children) {
  return fillElement(document.createElement(name), attributes, children);
}

function makeSvg(name, attributes, ...children) {
  return fillElement(document.createElementNS(svgNamespace, name), attributes, children);
}

const byId = (id) => document.getElementById(id);

function note(text) {
  return make("p", { class: "note" }, text);
}

/// `columns`: title, whether it is text, perhaps without places to break it, and the cell of a row.
function makeTable(columns, rows) {
  const kind = (column) => (column.isFree ? "text free" : column.isText ? "text" : null);
  return make(
    "div",
    { class: "scroll" },
    make(
      "table",
      null,
      make(
        "thead",
        null,
        make(
          "tr",
          null,
          columns.map((column) =>
            column.title ? make("th", { scope: "col", class: kind(column) }, column.title) : make("td"),
          ),
        ),
      ),
      make(
        "tbody",
        null,
        rows.map((row) =>
          make(
            "tr",
            null,
            columns.map((column) => make("td", { class: kind(column) }, column.cell(row))),
          ),
        ),
      ),
    ),
  );
}

function makeCard(title, text, ...children) {
  return make(
    "div",
    { class: "card" },
    title && make("h3", null, title),
    text && make("p", { class: "quiet" }, text),
    children,
  );
}
