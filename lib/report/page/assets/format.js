// Numbers, places and times as people read them.
const wholeNumber = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const missing = "–";

const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
const count = (value) => (isNumber(value) ? wholeNumber.format(value) : missing);
const decimal = (value, digits) => (isNumber(value) ? value.toFixed(digits) : missing);
const percent = (value, digits = 1) => (isNumber(value) ? `${(100 * value).toFixed(digits)}%` : missing);
const scoreText = (value) => (isNumber(value) ? String(value) : missing);

function exponent(value) {
  if (!isNumber(value)) return missing;
  return value === 0 ? "0" : value >= 0.01 ? value.toPrecision(2) : value.toExponential(0).replace("e-", "e−");
}

function plural(n, noun) {
  return `${count(n)} ${noun}${n === 1 ? "" : "s"}`;
}

function seconds(value) {
  if (!isNumber(value)) return missing;
  if (value < 0.095) return `${Math.round(1000 * value)} ms`;
  if (value < 120) return `${value.toFixed(value < 10 ? 1 : 0)} s`;
  if (value < 7200) return `${(value / 60).toFixed(0)} min`;
  return `${(value / 3600).toFixed(1)} h`;
}

function bytes(value) {
  if (!isNumber(value)) return missing;
  const units = ["B", "kB", "MB", "GB", "TB"];
  let unit = 0;
  for (; value >= 999.5 && unit + 1 < units.length; ++unit) value /= 1000;
  return `${value.toFixed(unit > 0 && value < 10 ? 1 : 0)} ${units[unit]}`;
}

/// A whole number with commas or without them; NaN for anything else.
const parseCount = (text) => (/^[\d,]+$/.test(text) ? Number(text.replaceAll(",", "")) : NaN);

/// Sorted numbers of a list with other values.
function sortedNumbers(values) {
  return Float64Array.from(values.filter(isNumber)).sort();
}

/// Of sorted numbers; undefined without any.
function quantile(sorted, share) {
  return sorted.length === 0 ? undefined : sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

function titleCase(key) {
  const words = key.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
