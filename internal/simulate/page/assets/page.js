"use strict";

// The page only asks and draws: the command computes everything.

const byId = (id) => document.getElementById(id);

// Controls of the model: [key, label, lowest, highest, step, logarithmic, scenarios].
const faults = ["outage", "brownout", "spike"];
const loaded = [...faults, "flaky"];
const controls = [
  ["clients", "Clients", 1, 2000, 1, true, null],
  ["rate_per_client_per_s", "Calls a second of each client", 0.1, 100, 0.1, true, loaded],
  ["capacity_per_s", "Capacity of the server, requests a second (0: no bound)", 0, 5000, 1, false, loaded],
  ["queue", "Queue of the server", 0, 5000, 1, false, loaded],
  ["spike_factor", "Load in the spike, ×", 1, 20, 0.1, true, ["spike"]],
  ["brownout_factor", "Capacity left in the brownout, ×", 0, 1, 0.01, false, ["brownout"]],
  ["failure_rate", "Attempts that fail, as a part", 0, 1, 0.01, false, ["flaky"]],
  ["fault_for_s", "Length of the fault, seconds", 1, 120, 1, false, faults],
  ["fault_at_s", "Begin of the fault, seconds", 0, 120, 1, false, faults],
  ["duration_s", "Length of the run, seconds", 20, 600, 1, false, loaded],
  ["timeout_s", "Attempt timeout where the policy has none, seconds (0: none)", 0, 10, 0.05, false, null],
  ["latency_s", "Latency, seconds", 0, 1, 0.001, false, loaded],
  ["slowdown_s", "More latency for each request in flight, seconds", 0, 0.1, 0.0001, false, loaded],
  ["layers", "Layers of clients", 1, 4, 1, false, null],
];
const choices = [
  ["arrivals", "Arrivals of calls", ["poisson", "paced"], loaded],
  ["service", "Time of service", ["fixed", "exponential"], loaded],
];

let state = null;      // what is asked for
let comparing = false; // the other version counts
let latest = null;     // the answer that is shown
let plots = [];
let asking = null;

function element(name, properties, ...children) {
  const e = Object.assign(document.createElement(name), properties);
  e.append(...children);
  return e;
}

// The form.

const toSlider = (c, v) => (c[5] ? Math.log(Math.max(v, c[2]) / c[2]) / Math.log(c[3] / c[2]) * 1000 : v);
const fromSlider = (c, v) => {
  if (!c[5]) return v;
  const n = c[2] * Math.pow(c[3] / c[2], v / 1000);
  return Number((Math.round(n / c[4]) * c[4]).toPrecision(6));
};

function addSelect(form, id, label, words, value, change) {
  const select = element("select", { id });
  for (const word of words) select.append(element("option", { value: word, textContent: word }));
  select.value = value;
  select.addEventListener("change", () => change(select.value));
  const row = element("div", { className: "control" }, element("label", { htmlFor: id, textContent: label }), select);
  form.append(row);
  return row;
}

function addControl(form, c) {
  const [key, label, low, high, step, log] = c;
  const value = state.model[key];
  const number = element("input", { type: "number", id: key, min: low === 0.1 ? 0 : low, step: "any", value });
  const range = element("input", { type: "range", min: log ? 0 : low, max: log ? 1000 : high, step: log ? 1 : step, value: toSlider(c, value) });
  range.setAttribute("aria-label", label);
  range.addEventListener("input", () => {
    const n = fromSlider(c, Number(range.value));
    number.value = n;
    range.setAttribute("aria-valuetext", String(n));
    set(key, n);
  });
  number.addEventListener("input", () => {
    if (number.value === "" || !Number.isFinite(number.valueAsNumber)) return;
    range.value = toSlider(c, number.valueAsNumber);
    set(key, number.valueAsNumber);
  });
  range.setAttribute("aria-valuetext", String(value));
  const row = element("div", { className: "control" }, element("label", { htmlFor: key, textContent: label }), range, number);
  form.append(row);
  return row;
}

const whole = new Set(["clients", "queue", "layers"]);

function set(key, n) {
  state.model[key] = whole.has(key) ? Math.round(n) : n;
  ask();
}

function buildForm() {
  const form = byId("model");
  form.replaceChildren();
  const rows = [];
  addSelect(form, "scenario", "Scenario", [...faults, "flaky", "contention"], state.scenario, (value) => {
    state.scenario = value;
    if (value === "brownout" && !state.model.capacity_per_s) {
      state.model.capacity_per_s = Math.ceil(1.5 * state.model.clients * state.model.rate_per_client_per_s);
      state.model.slowdown_s = 0;
      buildForm();
      byId("scenario").focus();
    }
    show();
    ask();
  });
  for (const c of controls) rows.push([addControl(form, c), c[6]]);
  for (const c of choices) {
    rows.push([addSelect(form, c[0], c[1], c[2], state.model[c[0]], (value) => { state.model[c[0]] = value; ask(); }), c[3]]);
  }
  const seeds = element("input", { type: "number", id: "seeds", min: 1, max: 100, step: 1, value: state.seeds.count });
  seeds.addEventListener("input", () => {
    if (seeds.valueAsNumber >= 1) { state.seeds.count = Math.round(seeds.valueAsNumber); ask(); }
  });
  form.append(element("div", { className: "control" }, element("label", { htmlFor: "seeds", textContent: "Seeds" }), seeds));
  form.onsubmit = (event) => event.preventDefault();
  function show() {
    for (const [row, scenarios] of rows) row.hidden = scenarios !== null && !scenarios.includes(state.scenario);
  }
  show();
}

// The editors.

function numberLines(editor, findings) {
  const area = editor.querySelector("textarea");
  const gutter = editor.querySelector(".gutter");
  const worst = new Map();
  for (const f of findings) if (worst.get(f.line) !== "error") worst.set(f.line, f.severity);
  const count = area.value.split("\n").length;
  const lines = [];
  for (let i = 1; i <= count; i++) lines.push(element("span", { textContent: i, className: worst.get(i) || "" }));
  gutter.replaceChildren(...lines);
  gutter.style.height = area.clientHeight + "px";
  gutter.scrollTop = area.scrollTop;
}

function place(area, line, column) {
  const lines = area.value.split("\n");
  let at = 0;
  for (let i = 0; i < line - 1 && i < lines.length; i++) at += lines[i].length + 1;
  // Columns count bytes of UTF-8, as editors of code show them.
  const text = lines[line - 1] || "";
  const bytes = new TextEncoder().encode(text).slice(0, Math.max(column - 1, 0));
  return at + new TextDecoder().decode(bytes).length;
}

function showFindings(id, findings) {
  const editor = document.querySelector(`[data-editor=${id}]`);
  const area = byId(id);
  area.setAttribute("aria-invalid", String(findings.some((f) => f.severity === "error")));
  byId(id + "-findings").replaceChildren(...findings.map((f) => {
    const text = `line ${f.line}, column ${f.column}: ${f.message}` + (f.hint ? ` (${f.hint})` : "");
    const button = element("button", { type: "button", className: f.severity, textContent: `${f.severity}, ${text}` });
    button.addEventListener("click", () => {
      const at = place(area, f.line, f.column);
      area.focus();
      area.setSelectionRange(at, at);
      area.scrollTop = Math.max(0, (f.line - 4) * parseFloat(getComputedStyle(area).lineHeight));
    });
    return element("li", {}, button);
  }));
  numberLines(editor, findings);
}

function buildEditor(id, change) {
  const editor = document.querySelector(`[data-editor=${id}]`);
  const area = byId(id);
  area.addEventListener("scroll", () => { editor.querySelector(".gutter").scrollTop = area.scrollTop; });
  area.addEventListener("input", () => { numberLines(editor, []); change(area.value); ask(); });
  new ResizeObserver(() => { editor.querySelector(".gutter").style.height = area.clientHeight + "px"; }).observe(area);
}

// Asking.

let later = 0;

function ask() {
  clearTimeout(later);
  remember();
  later = setTimeout(askNow, 200);
}

async function askNow() {
  if (asking) asking.abort();
  const mine = new AbortController();
  asking = mine;
  document.body.classList.add("busy");
  try {
    const body = JSON.stringify({ ...state, against: comparing ? state.against : "" });
    const response = await fetch("simulate", { method: "POST", headers: { "Content-Type": "application/json" }, body, signal: mine.signal });
    if (!response.ok) throw new Error(await response.text());
    showAnswer(await response.json());
  } catch (err) {
    if (err.name === "AbortError") return;
    showError(err instanceof TypeError ? "The command has ended: start it again." : err.message);
  } finally {
    if (asking === mine) {
      asking = null;
      document.body.classList.remove("busy");
    }
  }
}

// Showing.

function showError(text) {
  byId("error").hidden = text === "";
  byId("error").textContent = text;
}

function showAnswer(a) {
  showFindings("spec", a.findings);
  showFindings("against", a.against_findings);
  showError(a.error);
  if (a.policies) showPolicies(a.policies);
  if (!a.report) {
    byId("summary").textContent = a.error ? "This cannot be simulated." : "The spec has errors; the result is that of the last one without.";
    return;
  }
  latest = a;
  const parts = a.report.simulations.filter((s) => s.variant !== "no_retries");
  byId("summary").textContent = parts.map((s) => (s.variant === "against" ? "The other version: " : s.policy + ": ") + s.summary).join(". ") + ".";
  byId("words").replaceChildren(...a.words.map((w) => element("li", { textContent: w })));
  showTables(a);
  draw();
}

function showPolicies(names) {
  const select = byId("policy");
  if ([...select.options].map((o) => o.value).join() !== names.join()) {
    select.replaceChildren(...names.map((n) => element("option", { value: n, textContent: n })));
  }
  if (!names.includes(state.policy)) state.policy = names[0];
  select.value = state.policy;
}

const variantNames = { policy: "policy", no_retries: "no retries", against: "other version" };

function headRow(first, names) {
  return element("tr", {}, ...[first, ...names].map((n) => element("th", { scope: "col", textContent: n })));
}

function showTables(a) {
  byId("figures-head").replaceChildren(headRow("", a.report.simulations.map((s) => variantNames[s.variant])));
  byId("figures").replaceChildren(...a.rows.map((r) => element("tr", {},
    element("th", { scope: "row", textContent: r.name }), ...r.cells.map((c) => element("td", { textContent: c })))));
  const names = ["policy", "other version"].slice(0, a.waits.length);
  byId("waits-head").replaceChildren(headRow("retry", names));
  const longest = Math.max(0, ...a.waits.map((w) => w.length));
  const rows = [];
  for (let i = 0; i < longest; i++) {
    rows.push(element("tr", {}, element("th", { scope: "row", textContent: i + 1 }), ...a.waits.map((w) => element("td", { textContent: waitText(w[i]) }))));
  }
  if (longest === 0) rows.push(element("tr", {}, element("th", { scope: "row", textContent: "no retries" }), ...a.waits.map(() => element("td", {}))));
  byId("waits").replaceChildren(...rows);
}

const shortNumber = (n) => Number(n.toPrecision(3)).toString();
const waitText = (w) => (w ? `${shortNumber(w.shortest_s)} – ${shortNumber(w.mean_s)} – ${shortNumber(w.longest_s)} s` : "");

// Drawing.

const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function shade(u) {
  const m = latest.report.model;
  if (m.fault_at_s === null) return;
  const from = u.valToPos(m.fault_at_s, "x", true);
  const to = u.valToPos(m.fault_at_s + m.fault_for_s, "x", true);
  u.ctx.save();
  u.ctx.fillStyle = color("--fault");
  u.ctx.fillRect(from, u.bbox.top, to - from, u.bbox.height);
  u.ctx.restore();
  const own = latest.report.simulations[0].recovery.seconds;
  if (!own) return;
  const at = u.valToPos(m.fault_at_s + m.fault_for_s + own.mean, "x", true);
  u.ctx.save();
  u.ctx.strokeStyle = color("--successes");
  u.ctx.setLineDash([2, 4]);
  u.ctx.beginPath();
  u.ctx.moveTo(at, u.bbox.top);
  u.ctx.lineTo(at, u.bbox.top + u.bbox.height);
  u.ctx.stroke();
  u.ctx.restore();
}

function plot(id, height, lines) {
  const box = byId(id);
  const series = latest.report.simulations[0].series;
  const times = series.calls.map((_, i) => (i + 0.5) * series.step_s);
  const axis = { stroke: color("--ink"), grid: { stroke: color("--rule"), width: 0.5 }, ticks: { stroke: color("--rule"), width: 0.5 } };
  const number = (u, v) => (v === null || v === undefined ? "" : shortNumber(v));
  const options = {
    width: Math.max(box.clientWidth, 200), height,
    scales: { x: { time: false }, y: { range: (u, low, high) => [0, Math.max(high, 1) * 1.05] } },
    axes: [{ ...axis, values: (u, v) => v.map((n) => n + " s") }, { ...axis, size: 62 }],
    series: [{ label: "time", value: (u, v) => (v === null ? "" : shortNumber(v) + " s") },
      ...lines.map(([label, values, stroke, dash]) => ({ label, stroke: color(stroke), width: 1.75, dash, points: { show: false }, value: number }))],
    hooks: { drawClear: [shade] },
  };
  const drawn = new uPlot(options, [times, ...lines.map((l) => l[1].map((v) => (id === "waiting" ? v : v / series.step_s)))], box);
  drawn.root.querySelector(".u-legend").setAttribute("aria-hidden", "true"); // the tables say it in words
  return drawn;
}

function draw() {
  for (const p of plots) p.destroy();
  plots = [];
  const a = latest;
  const visible = a && a.report.simulations[0].series !== null;
  for (const id of ["rates", "waiting"]) byId(id).parentElement.hidden = !visible;
  byId("waiting").parentElement.hidden = !visible || a.report.model.capacity_per_s === null;
  for (const id of ["save-svg", "save-csv"]) byId(id).disabled = !visible;
  if (!visible) return;
  const [own, bare, other] = a.report.simulations;
  const rates = [
    ["calls", own.series.calls, "--calls"],
    ["attempts", own.series.attempts, "--attempts"],
    ["calls that succeed", own.series.successes, "--successes"],
    ["succeed without retries", bare.series.successes, "--successes", [3, 5]],
  ];
  const queue = [["policy", own.series.queue, "--attempts"], ["no retries", bare.series.queue, "--successes", [3, 5]]];
  if (other) {
    rates.push(["attempts, other version", other.series.attempts, "--other", [8, 4]], ["succeed, other version", other.series.successes, "--other"]);
    queue.push(["other version", other.series.queue, "--other"]);
  }
  const narrow = window.innerWidth < 600;
  plots.push(plot("rates", narrow ? 240 : 320, rates));
  if (a.report.model.capacity_per_s !== null) plots.push(plot("waiting", narrow ? 150 : 180, queue));
}

// The address keeps the state.

function remember() {
  const text = JSON.stringify({ ...state, comparing });
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  for (const b of bytes) binary += String.fromCharCode(b);
  history.replaceState(null, "", "#" + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""));
}

function remembered() {
  if (location.hash.length < 2) return null;
  try {
    const binary = atob(location.hash.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (c) => c.charCodeAt(0))));
  } catch {
    return null; // an address that was cut off
  }
}

function save(name, type, text) {
  const link = element("a", { download: name, href: "data:" + type + ";charset=utf-8," + encodeURIComponent(text) });
  document.body.append(link);
  link.click();
  link.remove();
}

async function begin() {
  const initial = await (await fetch("start")).json();
  const old = remembered();
  state = initial;
  if (old && typeof old.spec === "string" && old.model) {
    state = { spec: old.spec, against: String(old.against || ""), policy: String(old.policy), scenario: String(old.scenario), seeds: { ...initial.seeds, ...old.seeds }, model: { ...initial.model, ...old.model } };
  }
  comparing = old ? Boolean(old.comparing) : initial.against !== "";
  byId("spec").value = state.spec;
  byId("against").value = state.against || state.spec;
  state.against = byId("against").value;
  byId("compare").checked = comparing;
  document.querySelector("[data-editor=against]").hidden = !comparing;
  buildForm();
  buildEditor("spec", (text) => { state.spec = text; });
  buildEditor("against", (text) => { state.against = text; });
  byId("compare").addEventListener("change", (event) => {
    comparing = event.target.checked;
    document.querySelector("[data-editor=against]").hidden = !comparing;
    numberLines(document.querySelector("[data-editor=against]"), []);
    ask();
  });
  byId("policy").addEventListener("change", (event) => { state.policy = event.target.value; ask(); });
  byId("save-svg").addEventListener("click", () => { if (latest) save("simulation.svg", "image/svg+xml", latest.svg); });
  byId("save-csv").addEventListener("click", () => { if (latest) save("simulation.csv", "text/csv", latest.csv); });
  byId("link").addEventListener("click", async () => {
    remember();
    try {
      await navigator.clipboard.writeText(location.href);
      byId("copied").textContent = "copied";
    } catch {
      byId("copied").textContent = "the address bar has it";
    }
  });
  let resized = 0;
  addEventListener("resize", () => { clearTimeout(resized); resized = setTimeout(() => { if (latest) draw(); }, 150); });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { if (latest) draw(); });
  await askNow();
}

begin().catch((err) => showError("The page could not begin: " + err.message));
