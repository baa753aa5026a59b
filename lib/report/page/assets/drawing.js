// Colours and scales that drawings share.
/// From low to high support; without one it is neutral.
function supportColour(support) {
  if (!isNumber(support)) return "var(--unknown)";
  const share = Math.max(0, Math.min(1, (support - 0.5) / 0.5));
  return share < 0.5
    ? `color-mix(in oklab, var(--low), var(--middle) ${Math.round(200 * share)}%)`
    : `color-mix(in oklab, var(--middle), var(--high) ${Math.round(200 * share - 100)}%)`;
}

/// Round numbers in [first, last], about n of them.
function ticks(first, last, n) {
  const raw = Math.max(1, (last - first) / n);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= raw);
  const list = [];
  for (let value = Math.ceil(first / step) * step; value <= last; value += step) list.push(value);
  return list;
}

/// Drawn anew whenever the width changes.
function drawFitted(element, draw) {
  let width = 0;
  const observer = new ResizeObserver(() => {
    const now = Math.floor(element.clientWidth);
    if (now > 0 && now !== width) {
      width = now;
      element.replaceChildren(draw(width));
    }
  });
  observer.observe(element);
  return element;
}

function shortened(text, letters) {
  return text.length <= letters ? text : `${text.slice(0, Math.max(1, letters - 1))}…`;
}
