"""Scatter plots with logarithmic axes and grouped bars as SVG, with the standard library alone.

Series are told apart without colour too: in scatter plots by the shapes of their points, in bars by their order.
"""
import math
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 900, 520  # pixels
LEFT, RIGHT, TOP, BOTTOM = 92, 28, 92, 70
PLOT_WIDTH, PLOT_HEIGHT = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
INK, GRID = "#222222", "#DDDDDD"
ORANGE, BLUE, GREEN, SKY, YELLOW = "#D55E00", "#0072B2", "#009E73", "#56B4E9", "#F0E442"  # Okabe and Ito
BAR_SHARE = 0.84  # of a group's width

# Outlines of points around (0, 0), after the move to where they begin.
SHAPES = {"circle": ((-2.8, 0), "a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0 -5.6 0z"),
          "square": ((-2.4, -2.4), "h4.8v4.8h-4.8z"),
          "triangle": ((0, -3.2), "l3.1 5.4h-6.2z"),
          "diamond": ((0, -3.4), "l3.4 3.4l-3.4 3.4l-3.4 -3.4z"),
          "wedge": ((0, 3.2), "l3.1 -5.4h-6.2z")}


def si(value, unit=""):
    """0.002 -> '2 m', 3e7 -> '30 M', with the unit behind."""
    for factor, prefix in ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1, ""), (1e-3, "m"), (1e-6, "µ")):
        if value >= factor * 0.999:
            break
    return f"{value / factor:g} {prefix}{unit}".rstrip()


def times(value):
    return f"{value:g}×"


def text(x, y, content, size=13, anchor="middle", more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}"{more}>{escape(content)}</text>\n'


class LogScale:
    """Values to pixels between two ticks of 1, 2, 5, 10 ... around all values."""

    def __init__(self, values, first, last):
        self.first, self.last = first, last
        steps = [m * 10.0 ** e for e in range(-12, 16) for m in (1, 2, 5)]
        smallest, largest = min(values), max(values)
        self.low = max(step for step in steps if step <= smallest * 1.0001)
        self.high = min(step for step in steps if step >= largest * 0.9999 and step > self.low)
        within = [step for step in steps if self.low * 0.999 <= step <= self.high * 1.001]
        decades = [step for step in within if abs(math.log10(step) - round(math.log10(step))) < 1e-9]
        self.ticks = decades if len(decades) > 3 else within

    def __call__(self, value):
        share = math.log(value / self.low) / math.log(self.high / self.low)
        return self.first + (self.last - self.first) * share


def document(title, body):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'role="img" font-family="DejaVu Sans, Verdana, Arial, sans-serif" fill="{INK}">\n<title>{escape(title)}</title>\n'
            '<rect width="100%" height="100%" fill="#FFFFFF"/>\n'
            + text(LEFT, 32, title, 18, "start", ' font-weight="bold"') + body + "</svg>\n")


def legend(names, mark):
    """In one line, or two. mark(k, x, y) draws the sign of the k-th name around a place."""
    svg, x, y = "", LEFT, 53
    for k, name in enumerate(names):
        width = 32 + 7.4 * len(name)
        if x + width > WIDTH:
            x, y = LEFT, y + 19
        svg += mark(k, x + 6, y) + text(x + 19, y + 5, name, 13, "start")
        x += width
    return svg


def horizontal_line(y, label, colour=GRID):
    return (f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="{colour}"/>\n'
            + text(LEFT - 8, y + 4.5, label, 13, "end"))


def axis_labels(x_label, y_label):
    middle = TOP + PLOT_HEIGHT / 2
    return (text(LEFT + PLOT_WIDTH / 2, HEIGHT - 18, x_label, 14)
            + text(22, middle, y_label, 14, more=f' transform="rotate(-90 22 {middle:.1f})"'))


def points(places, shape, colour, scale=1.0, opacity=0.6):
    (dx, dy), outline = SHAPES[shape]
    path = "".join(f"M{x + dx:.1f} {y + dy:.1f}{outline}" for x, y in places)
    around = f' transform="scale({scale})"' if scale != 1.0 else ""
    return f'<path d="{path}" fill="{colour}" fill-opacity="{opacity}"{around}/>\n'


def scatter(title, x_axis, y_axis, series):
    """Axes: (label, how a tick is written). series: [(name, shape, colour, [(x, y)])], values above 0."""
    x = LogScale([at for *_, places in series for at, _ in places], LEFT, LEFT + PLOT_WIDTH)
    y = LogScale([at for *_, places in series for _, at in places], TOP + PLOT_HEIGHT, TOP)
    svg = "".join(horizontal_line(y(tick), y_axis[1](tick)) for tick in y.ticks)
    for tick in x.ticks:
        svg += (f'<line x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="{TOP}" y2="{TOP + PLOT_HEIGHT}" stroke="{GRID}"/>\n'
                + text(x(tick), TOP + PLOT_HEIGHT + 20, x_axis[1](tick)))
    svg += f'<rect x="{LEFT}" y="{TOP}" width="{PLOT_WIDTH}" height="{PLOT_HEIGHT}" fill="none" stroke="{INK}"/>\n'
    for _, shape, colour, places in series:
        svg += points([(x(at), y(value)) for at, value in places], shape, colour)
    svg += legend([name for name, *_ in series],
                  lambda k, at, height: points([(at / 2, height / 2)], *series[k][1:3], scale=2, opacity=1))
    return document(title, svg + axis_labels(x_axis[0], y_axis[0]))


def linear_step(largest):
    """A round step of which at most six reach the largest value."""
    return next(m * 10.0 ** e for e in range(-9, 12) for m in (1, 2, 5) if largest <= 6 * m * 10.0 ** e)


def grouped_bars(title, x_label, y_label, groups, series):
    """groups: names. series: [(name, colour, [value of each group])]."""
    step = linear_step(max(value for *_, values in series for value in values))
    n_steps = math.ceil(max(value for *_, values in series for value in values) / step)

    def y(value):
        return TOP + PLOT_HEIGHT * (1 - value / (step * n_steps))

    svg = "".join(horizontal_line(y(n * step), f"{n * step:g}", GRID if n else INK) for n in range(n_steps + 1))
    group_width = PLOT_WIDTH / len(groups)
    width = min(60, group_width * BAR_SHARE / len(series))
    for g, group in enumerate(groups):
        middle = LEFT + group_width * (g + 0.5)
        svg += text(middle, TOP + PLOT_HEIGHT + 20, group)
        for k, (name, colour, values) in enumerate(series):
            x = middle + width * (k - len(series) / 2)
            svg += (f'<rect x="{x + 1:.1f}" y="{y(values[g]):.1f}" width="{width - 2:.1f}" '
                    f'height="{y(0) - y(values[g]):.1f}" fill="{colour}" stroke="{INK}" stroke-width="0.6">'
                    f'<title>{escape(f"{name}, {group}: {values[g]:.3g}")}</title></rect>\n'
                    + text(x + width / 2, y(values[g]) - 4, f"{values[g]:.2g}", 11))
    svg += legend([name for name, *_ in series],
                  lambda k, at, height: f'<rect x="{at - 6}" y="{height - 6}" width="13" height="12" '
                                        f'fill="{series[k][1]}" stroke="{INK}" stroke-width="0.6"/>\n')
    return document(title, svg + axis_labels(x_label, y_label))
