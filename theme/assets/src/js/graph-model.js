// graph.json as a graphology graph with sizes and first places.
import { DirectedGraph } from "graphology";

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

export function buildGraph(data) {
  const graph = new DirectedGraph();
  const largest = Math.max(1, ...data.nodes.slice(0, 50000).map((node) => node.degree));
  const smallest = Math.max(0.9, 4 - Math.log10(data.nodes.length + 1) * 0.75);
  for (const [number, node] of data.nodes.entries()) {
    const angle = number * GOLDEN_ANGLE; // a sunflower: spread out, and the same each time
    const distance = 10 * Math.sqrt(number + 1);
    graph.addNode(String(number), {
      x: distance * Math.cos(angle), y: distance * Math.sin(angle), size: smallest + (smallest + 6) * Math.sqrt(node.degree / largest),
      label: node.title, url: node.url, folder: node.folder, tags: node.tags, unresolved: node.unresolved, search: `${node.title}\n${node.path}\n${node.tags.map((tag) => `#${tag}`).join(" ")}`.toLowerCase(),
    });
  }
  for (const edge of data.edges) {
    const [source, target] = [String(edge.source), String(edge.target)];
    if (!graph.hasEdge(source, target)) graph.addEdge(source, target, { size: data.edges.length > 4000 ? 0.5 : 0.9, weight: 1 });
  }
  return graph;
}

/** Give a function that hands out places in rings around a circle, one after the other. */
export function orphanRing(count, radius) {
  const gap = Math.max(radius / 14, 4);
  let place = 0;
  let ring = radius * 1.12;
  return () => {
    const fits = Math.floor((2 * Math.PI * ring) / gap);
    const angle = (2 * Math.PI * place) / Math.max(1, Math.min(fits, count));
    const at = { x: ring * Math.cos(angle), y: ring * Math.sin(angle) };
    place += 1;
    if (place >= fits) [place, ring, count] = [0, ring + gap, count - fits];
    return at;
  };
}
