"""Small line charts as SVG, readable on light and dark pages."""
import dataclasses
import math
from xml.sax.saxutils import escape

STYLE = """
  text { font: 12px system-ui, sans-serif; fill: #1f2328; }
  .title { font-weight: 600; font-size: 13px; }
  .small { font-size: 11px; }
  .grid { stroke: #d0d7de; stroke-width: 1; }
  .axis { stroke: #656d76; stroke-width: 1; }
  .guide { stroke: #8c959f; stroke-width: 1; stroke-dasharray: 4 4; }
  .line { fill: none; stroke-width: 2; }
  .first { stroke: #0550ae; } .first-dot { fill: #0550ae; }
  .second { stroke: #bc4c00; } .second-dot { fill: #bc4c00; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .grid { stroke: #30363d; } .axis { stroke: #8d96a0; } .guide { stroke: #6e7681; }
    .first { stroke: #6cb6ff; } .first-dot { fill: #6cb6ff; }
    .second { stroke: #f69d50; } .second-dot { fill: #f69d50; }
  }
"""
CLASSES = ("first", "second")
MARGIN = dict(left=62, right=18, top=30, bottom=44)


@dataclasses.dataclass
class Chart:
    """One chart. `lines` are pairs of a label and points; a logarithmic chart gets a guide of slope one through its last
    point, along which a value lies that grows in proportion. `show` makes the text of a value of the vertical axis."""
    title: str
    across: str
    lines: list
    show: object
    logarithmic: bool = False
    show_across: object = "{:,.0f}".format


def _steps(low, high, count=5):
    """Round values from `low` to at least `high`."""
    raw = (high - low) / count or 1
    power = 10 ** math.floor(math.log10(raw))
    step = next(m * power for m in (1, 2, 2.5, 5, 10) if m * power >= raw * 0.999)
    return [low + step * n for n in range(math.ceil((high - low) / step - 1e-9) + 1)]


def _decades(low, high):
    return [10.0 ** n for n in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)]


def _draw(chart, left, top, width, height):
    points = [p for _, line in chart.lines for p in line]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    if chart.logarithmic:
        across, up = _decades(min(xs), max(xs)), _decades(min(ys), max(ys))
        scale = math.log10
    else:
        across, up = _steps(0, max(xs)), _steps(0, max(ys) * 1.05)
        scale = float
    x0, y0 = left + MARGIN["left"], top + MARGIN["top"]
    w, h = width - MARGIN["left"] - MARGIN["right"], height - MARGIN["top"] - MARGIN["bottom"]

    def place(value, ends):
        return (scale(value) - scale(ends[0])) / ((scale(ends[-1]) - scale(ends[0])) or 1)

    def x(value):
        return x0 + place(value, across) * w

    def y(value):
        return y0 + (1 - place(value, up)) * h

    made = [f'<text class="title" x="{x0}" y="{top + 16}">{escape(chart.title)}</text>']
    for value in up:
        made.append(f'<line class="grid" x1="{x0}" y1="{y(value):.1f}" x2="{x0 + w}" y2="{y(value):.1f}"/>'
                    f'<text class="small" x="{x0 - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{escape(chart.show(value))}</text>')
    for value in across:
        made.append(f'<line class="axis" x1="{x(value):.1f}" y1="{y0 + h}" x2="{x(value):.1f}" y2="{y0 + h + 4}"/>'
                    f'<text class="small" x="{x(value):.1f}" y="{y0 + h + 17}" text-anchor="middle">'
                    f'{escape(chart.show_across(value))}</text>')
    made.append(f'<line class="axis" x1="{x0}" y1="{y0 + h}" x2="{x0 + w}" y2="{y0 + h}"/>')
    made.append(f'<text x="{x0 + w / 2}" y="{y0 + h + 36}" text-anchor="middle">{escape(chart.across)}</text>')
    if chart.logarithmic:
        last = max(points)
        start = max(across[0], last[0] * up[0] / last[1])
        made.append(f'<line class="guide" x1="{x(start):.1f}" y1="{y(last[1] * start / last[0]):.1f}" '
                    f'x2="{x(last[0]):.1f}" y2="{y(last[1]):.1f}"/>')
    for n, (label, line) in enumerate(chart.lines):
        name = CLASSES[n]
        path = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in sorted(line))
        made.append(f'<polyline class="line {name}" points="{path}"/>')
        made += [f'<circle class="{name}-dot" cx="{x(a):.1f}" cy="{y(b):.1f}" r="3"/>' for a, b in line]
        if label:
            made.append(f'<circle class="{name}-dot" cx="{x0 + 12}" cy="{y0 + h - 28 + 16 * n}" r="3"/>'
                        f'<text class="small" x="{x0 + 20}" y="{y0 + h - 24 + 16 * n}">{escape(label)}</text>')
    return "\n".join(made)


def page(charts, title, columns=2, width=430, height=230):
    """All charts on one picture, row by row."""
    rows = math.ceil(len(charts) / columns)
    drawn = "\n".join(_draw(c, n % columns * width, n // columns * height, width, height) for n, c in enumerate(charts))
    # Room for the half of the last label that stands beyond its axis.
    across = columns * width + 14
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {rows * height}" '
            f'width="{across}" height="{rows * height}" role="img" aria-label="{escape(title)}">\n'
            f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n{drawn}\n</svg>\n")
