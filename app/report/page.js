// What a report does on screen: curves that zoom, tables that sort, and files by
// a click. Without it the page shows the same numbers as pictures and tables.
(function () {
  "use strict";

  const main = document.querySelector("main");
  const colours = main.dataset.colours.split(" ");
  const dashes = main.dataset.dashes.split("|").map((text) =>
    text.trim() ? text.trim().split(" ").map(Number) : null);

  function make(tag, properties, parent) {
    const element = Object.assign(document.createElement(tag), properties);
    if (parent) parent.append(element);
    return element;
  }

  function escaped(text) {
    return make("i", { textContent: text }).innerHTML.replace(/"/g, "&quot;");
  }

  function hiddenText(box, kind) {
    return box.querySelector(":scope > pre." + kind).textContent;
  }

  // Rows of fields, of what RFC 4180 calls CSV.
  function parseCsv(text) {
    const rows = [[]];
    const pattern = /("(?:[^"]|"")*"|[^,\n]*)(,|\n|$)/g;
    for (let match; pattern.lastIndex < text.length && (match = pattern.exec(text));) {
      const field = match[1];
      rows[rows.length - 1].push(
        field.startsWith('"') ? field.slice(1, -1).replace(/""/g, '"') : field);
      if (match[2] === "\n") rows.push([]);
    }
    return rows.filter((row) => row.length > 1);
  }

  // Files by a click.
  function save(name, type, text) {
    const link = make("a", {
      download: name,
      href: URL.createObjectURL(new Blob([text], { type: type })),
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  function addDownloads(box, tools) {
    const offer = (label, ending, type, textOf) => {
      const button = make("button", { type: "button", textContent: label }, tools);
      button.setAttribute("aria-label", label + " of " + box.id);
      button.onclick = () => save(box.id + ending, type, textOf());
    };
    offer("CSV", ".csv", "text/csv", () => hiddenText(box, "csv"));
    const picture = box.querySelector(":scope > .static svg");
    if (picture) offer("SVG", ".svg", "image/svg+xml", () => picture.outerHTML);
    if (box.querySelector(":scope > pre.svg"))
      offer("SVG", ".svg", "image/svg+xml", () => hiddenText(box, "svg"));
    offer("LaTeX", ".tex", "text/x-tex", () => hiddenText(box, "tex"));
  }

  // Curves.
  function readCurves(figure) {
    const [names, ...rows] = parseCsv(hiddenText(figure, "csv"));
    const other = names.length === 6 ? 2 : 1;
    const curves = new Map();
    for (const row of rows) {
      if (!curves.has(row[0])) curves.set(row[0], []);
      const [mean, low, high] = row.slice(-3).map(Number);
      curves.get(row[0]).push({ at: [Number(row[1]), Number(row[other])], value: [low, mean, high] });
    }
    return curves;
  }

  // A row a place: the place, then [low, mean, high] of each curve or null.
  function rowsOf(curves, state) {
    const places = new Map();
    let c = 0;
    for (const points of curves.values()) {
      for (const point of points) {
        const at = point.at[state.other ? 1 : 0];
        if (state.logX && at <= 0) continue;
        if (!places.has(at)) places.set(at, new Array(curves.size).fill(null));
        places.get(at)[c] = point.value;
      }
      ++c;
    }
    return [...places].sort((a, b) => a[0] - b[0]).map(([at, values]) => [at, ...values]);
  }

  function legendOf(data) {
    const place = data.x === undefined ? "" : "<span>" + escaped(data.dygraph.getOption("xlabel")) +
      " " + data.xHTML + "</span>";
    return place + data.series.map((each, c) =>
      '<span><svg aria-hidden="true"><line x1="0" y1="4" x2="26" y2="4" stroke-width="3" stroke="' +
      colours[c % colours.length] + '" stroke-dasharray="' + (dashes[c % dashes.length] || []).join(" ") +
      '"/></svg> ' + each.labelHTML + (each.isVisible && each.y !== undefined && data.x !== undefined &&
        each.yHTML ? " <b>" + each.yHTML + "</b>" : "") + "</span>").join("");
  }

  function optionsOf(figure, curves, state) {
    const style = getComputedStyle(document.documentElement);
    const line = style.getPropertyValue("--line").trim();
    const series = {};
    [...curves.keys()].forEach((name, c) => {
      series[name] = { strokePattern: dashes[c % dashes.length] };
    });
    return {
      file: rowsOf(curves, state),
      labels: ["x", ...curves.keys()],
      colors: [...curves.keys()].map((name, c) => colours[c % colours.length]),
      xlabel: escaped(state.other ? figure.dataset.other : figure.dataset.x),
      ylabel: escaped(figure.dataset.y),
      axes: {
        x: { logscale: state.logX, axisLineColor: line, gridLineColor: line, drawGrid: true },
        y: { axisLineColor: line, gridLineColor: line, axisLabelWidth: 52,
          valueFormatter: (value) => value.toPrecision(4) },
      },
      logscale: state.logY,
      series: series,
    };
  }

  function addSwitch(tools, label, change) {
    const box = make("label", {}, tools);
    const input = make("input", { type: "checkbox" }, box);
    box.append(" " + label);
    input.onchange = () => change(input.checked);
  }

  // Left and right go along the curves, with Shift they move the view; + and -
  // zoom, 0 shows all.
  function addKeys(plot, graph) {
    const zoom = (factor, shift) => {
      const [from, to] = graph.xAxisRange();
      const middle = (from + to) / 2 + shift * (to - from);
      graph.updateOptions({ dateWindow: [middle - factor * (to - from) / 2, middle + factor * (to - from) / 2] });
    };
    plot.addEventListener("keydown", (event) => {
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (step && event.shiftKey) zoom(1, step / 4);
      else if (step) {
        const row = Math.max(0, Math.min(graph.numRows() - 1, graph.getSelection() + step));
        graph.setSelection(row);
      } else if (event.key === "+") zoom(0.5, 0);
      else if (event.key === "-") zoom(2, 0);
      else if (event.key === "0") graph.resetZoom();
      else return;
      event.preventDefault();
    });
  }

  function drawFigure(figure) {
    const curves = readCurves(figure);
    const fixed = figure.querySelector(":scope > .static");
    const tools = make("div", { className: "tools" });
    const plot = make("div", { className: "plot", tabIndex: 0 });
    const legend = make("div", { className: "legend" });
    plot.setAttribute("role", "application");
    plot.setAttribute("aria-label", fixed.getAttribute("aria-label") +
      " Arrow keys read values, plus and minus zoom, 0 shows all.");
    legend.setAttribute("aria-live", "polite");
    fixed.before(tools, plot, legend);
    figure.classList.add("live");

    const state = { other: false, logX: false, logY: false };
    const { file, ...options } = optionsOf(figure, curves, state);
    const graph = new Dygraph(plot, file, {
      ...options, customBars: true, connectSeparatedPoints: true, fillAlpha: 0.15,
      strokeWidth: 2, legend: "always", labelsDiv: legend, legendFormatter: legendOf,
    });
    const change = (what) => {
      Object.assign(state, what);
      graph.updateOptions({ ...optionsOf(figure, curves, state), dateWindow: null, valueRange: null });
    };
    if (figure.dataset.other) {
      const select = make("select", {}, tools);
      select.setAttribute("aria-label", "Horizontal axis of " + figure.id);
      for (const unit of [figure.dataset.x, figure.dataset.other])
        make("option", { textContent: "by " + unit }, select);
      select.onchange = () => change({ other: select.selectedIndex === 1 });
    }
    addSwitch(tools, "log x", (on) => change({ logX: on }));
    addSwitch(tools, "log y", (on) => change({ logY: on }));
    make("button", { type: "button", textContent: "show all" }, tools).onclick = () => graph.resetZoom();
    addDownloads(figure, tools);
    addKeys(plot, graph);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => change({}));
  }

  // Tables.
  function sortKey(text) {
    if (text === "unbounded") return Infinity;
    const number = /[-+]?(\d[\d,]*)?\.?\d+(e[-+]?\d+)?/i.exec(text);
    if (!number || !/^(p [<=] |[-+<]?[.\d])/.test(text)) return null;
    return Number(number[0].replace(/,/g, ""));
  }

  function compareCells(a, b) {
    const [x, y] = [sortKey(a), sortKey(b)];
    if (x !== null && y !== null) return x - y;
    if (x !== null || y !== null) return x !== null ? -1 : 1;
    return a.localeCompare(b);
  }

  function makeSortable(table) {
    const body = table.tBodies[0];
    if (body.rows.length < 2) return;
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const button = make("button", { type: "button", textContent: head.textContent });
      head.replaceChildren(button);
      button.onclick = () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        heads.forEach((each) => each.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const rows = [...body.rows].sort((a, b) =>
          compareCells(a.cells[column].textContent, b.cells[column].textContent));
        body.append(...(down ? rows.reverse() : rows));
      };
    });
  }

  document.querySelectorAll("figure.curves").forEach(drawFigure);
  document.querySelectorAll("figure.panels").forEach((box) => {
    addDownloads(box, make("div", { className: "tools" }, box));
  });
  document.querySelectorAll(".table").forEach((box) => {
    const tools = make("div", { className: "tools" });
    box.querySelector(":scope > .scroll").after(tools);
    addDownloads(box, tools);
    box.querySelectorAll("table").forEach(makeSortable);
  });
})();
