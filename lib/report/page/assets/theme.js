// Light or dark: as the system has it, or as it was chosen here.
const themes = { "": "Auto", light: "Light", dark: "Dark" };

function keepTheme() {
  const key = "exonweave theme",
    button = byId("theme"),
    root = document.documentElement;
  const show = (theme) => {
    root.dataset.theme = theme;
    button.textContent = themes[theme];
    button.setAttribute("aria-label", `Colours: ${themes[theme].toLowerCase()}. Change them`);
  };
  const kept = () => {
    try {
      return localStorage.getItem(key) ?? "";
    } catch {
      return ""; // the browser keeps nothing
    }
  };
  show(Object.hasOwn(themes, kept()) ? kept() : "");
  button.addEventListener("click", () => {
    const names = Object.keys(themes),
      next = names[(names.indexOf(root.dataset.theme) + 1) % names.length];
    show(next);
    try {
      localStorage.setItem(key, next);
    } catch {
      // it holds for this page alone
    }
  });
}
