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
