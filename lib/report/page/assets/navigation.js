// What the pages have in common: the part in sight is marked in the head, and keys lead to the search and the table.
function markPlaceInNavigation() {
  const links = new Map([...document.querySelectorAll("nav a")].map((link) => [link.hash.slice(1), link]));
  const seen = new Set();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting) seen.add(target.id);
        else seen.delete(target.id);
      const current = [...links.keys()].find((id) => seen.has(id));
      for (const [id, link] of links)
        if (id === current) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
    },
    { rootMargin: "-64px 0px -55% 0px" },
  );
  for (const id of links.keys()) observer.observe(byId(id));
}

/// Of the search field `query`, whose form is never sent, and the table that it filters.
function keepSearchKeys(table) {
  byId("query").form.addEventListener("submit", (event) => event.preventDefault());
  byId("query").addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "Enter") {
      event.preventDefault();
      table.body.focus();
      table.choose(Math.max(0, table.chosen));
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.nodeName)) {
      event.preventDefault();
      byId("query").focus();
    }
  });
}

const hashStart = "#gene=";

/// The gene that the address names; empty: none.
function geneOfAddress() {
  if (!location.hash.startsWith(hashStart)) return "";
  try {
    return decodeURIComponent(location.hash.slice(hashStart.length));
  } catch {
    return ""; // no text that was encoded
  }
}

function setAddress(id) {
  history.replaceState(null, "", `${hashStart}${encodeURIComponent(id)}`);
}
