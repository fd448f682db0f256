// The picture of the vault: sigma draws, ForceAtlas2 in a worker lays out.
import forceAtlas2 from "graphology-layout-forceatlas2";
import FA2Layout from "graphology-layout-forceatlas2/worker";
import Sigma from "sigma";
import { colours, groupsOf } from "./graph-colours.js";
import { buildGraph, orphanRing } from "./graph-model.js";
import { panel, tools } from "./graph-panel.js";
import { drawHover, Labels } from "./graph-labels.js";
import { isFile, loadData, make, siteUrl } from "./site.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

/** What is drawn and how it is filtered; `refresh` after a change. */
class Picture {
  constructor(place, data) {
    this.place = place;
    this.graph = buildGraph(data);
    this.by = "folder";
    this.wanted = "";
    this.hidden = new Set();
    this.showUnresolved = this.graph.order <= 3000;
    this.showOrphans = true;
    this.hovered = null;
    this.near = new Set();
    this.canvas = make("div", { class: "napkin-graph-canvas", role: "img", "aria-label": place.getAttribute("aria-label") });
    place.append(this.canvas);
    this.scale = Math.min(1, Math.max(0.5, this.canvas.clientWidth / 700)); // smaller nodes where there is little room
    this.paint();
    this.labels = new Labels(this);
    this.renderer = new Sigma(this.graph, this.canvas, {
      allowInvalidContainer: true, defaultDrawNodeHover: drawHover(this), defaultDrawNodeLabel: this.labels.draw, labelFont: getComputedStyle(document.body).fontFamily, labelSize: 12, labelWeight: "500",
      labelColor: { color: this.colours.label }, labelDensity: 0.6, labelGridCellSize: 90, labelRenderedSizeThreshold: 6, zIndex: true, hideEdgesOnMove: this.graph.size > 8000,
      minCameraRatio: 0.02, maxCameraRatio: 4, stagePadding: 40, nodeReducer: (node, data) => this.node(node, data), edgeReducer: (edge, data) => this.edge(edge, data),
    });
    this.listen();
    this.layOut();
  }

  paint() {
    this.colours = colours();
    this.groups = groupsOf(this.graph, this.by, this.colours);
    if (this.graph.size > 4000) this.colours.edge = this.colours.faintEdge; // many lines add up
    this.renderer?.setSetting("labelColor", { color: this.colours.label });
  }

  node(node, data) {
    const group = this.groups.of(node);
    const shown = { ...data, size: data.size * this.scale, color: data.unresolved ? this.colours.unresolved : group.colour };
    if (this.isHidden(node, data, group)) return { ...shown, hidden: true };
    const dim = this.hovered ? !this.near.has(node) : this.wanted && !data.search.includes(this.wanted);
    if (dim) return { ...shown, color: this.colours.dim, label: null, zIndex: 0 };
    if (this.hovered || this.wanted) return { ...shown, zIndex: 1, forceLabel: this.near.size < 40 || node === this.hovered };
    return shown;
  }

  edge(edge, data) {
    if (!this.hovered) return { ...data, color: this.colours.edge, hidden: Boolean(this.wanted) && this.graph.size > 4000 };
    const near = this.graph.hasExtremity(edge, this.hovered);
    return { ...data, color: near ? this.colours.accent : this.colours.edge, hidden: !near, zIndex: near ? 1 : 0, size: near ? data.size + 0.4 : data.size };
  }

  isHidden(node, data, group) {
    if (data.unresolved) return !this.showUnresolved;
    return this.hidden.has(group.name) || (!this.showOrphans && !this.graph.degree(node));
  }

  listen() {
    this.renderer.on("beforeRender", () => this.labels.clear());
    this.renderer.on("enterNode", ({ node }) => this.hover(node));
    this.renderer.on("leaveNode", () => this.hover(null));
    this.renderer.on("clickNode", ({ node, event }) => this.open(node, event.original));
    document.addEventListener("napkin:scheme", () => {
      this.paint();
      this.place.dispatchEvent(new CustomEvent("napkin:groups"));
      this.refresh();
    });
  }

  hover(node) {
    this.hovered = node;
    this.near = node ? new Set([node, ...this.graph.neighbors(node)]) : new Set();
    this.canvas.style.cursor = node ? "pointer" : "";
    this.refresh();
  }

  open(node, original) {
    const { url, unresolved } = this.graph.getNodeAttributes(node);
    if (unresolved) return;
    if (original?.ctrlKey || original?.metaKey) open(siteUrl(url).href);
    else location.href = siteUrl(url).href;
  }

  refresh() {
    this.renderer.refresh({ skipIndexation: true });
  }

  /** Few nodes are laid out at once; many in a worker, while the reader watches, unless they prefer things still. */
  layOut() {
    const copy = this.graph.copy(); // drawing every step of a large layout would leave no time for the reader
    copy.filterNodes((node) => !copy.degree(node)).forEach((node) => copy.dropNode(node));
    const settings = { ...forceAtlas2.inferSettings(copy), barnesHutOptimize: copy.order > 500, gravity: 0.05, strongGravityMode: true, scalingRatio: 12, slowDown: 3 };
    if (copy.order <= 600 || (calm && copy.order <= 2500)) {
      if (copy.order) forceAtlas2.assign(copy, { iterations: copy.order <= 600 ? 300 : 120, settings });
      this.take(copy);
      this.place.dataset.state = "still";
      return;
    }
    const layout = new FA2Layout(copy, { settings });
    const end = performance.now() + Math.min(20000, 4000 + copy.order * 1.5);
    this.place.dataset.state = "moving";
    layout.start();
    const step = () => {
      const started = performance.now();
      this.take(copy);
      if (started < end) {
        requestAnimationFrame(() => setTimeout(() => setTimeout(step, Math.max(60, 7 * (performance.now() - started)))));
        return;
      }
      layout.kill();
      this.place.dataset.state = "still";
    };
    setTimeout(step, 300);
  }

  /** Take over the places of linked notes; those without links stand in rings around them. */
  take(copy) {
    let radius = 20;
    copy.forEachNode((node, { x, y }) => { radius = Math.max(radius, Math.hypot(x, y)); });
    const ring = orphanRing(this.graph.order - copy.order, radius);
    this.graph.updateEachNodeAttributes((node, data) => {
      const at = copy.hasNode(node) ? copy.getNodeAttributes(node) : ring();
      return { ...data, x: at.x, y: at.y };
    }, { attributes: ["x", "y"] });
  }
}

async function start(place) {
  const status = make("p", { class: "napkin-graph-status" }, "Loading the graph…");
  place.append(status);
  place.setAttribute("role", "group"); // it holds controls, which a picture must not
  const given = document.getElementById("napkin-graph-data"); // a page that needs no other file: `napkin graph --open`
  if (isFile && !given) {
    status.textContent = "The graph needs a web server: open the site with `napkin serve`.";
    return;
  }
  try {
    const data = given ? JSON.parse(given.textContent) : await loadData("graph");
    const picture = new Picture(place, data);
    place.napkinPicture = picture;
    const controls = panel(picture);
    place.append(controls, tools(picture));
    const makeRoom = () => {
      place.classList.toggle("has-panel", controls.open && place.clientWidth > 800); // beside the picture, not over it
      picture.renderer.resize();
      picture.refresh();
    };
    controls.addEventListener("toggle", makeRoom);
    makeRoom();
    status.remove();
  } catch (error) {
    status.textContent = "The graph cannot be drawn in this browser.";
    console.warn(error);
  }
}

for (const place of document.querySelectorAll(".napkin-graph")) start(place);
