// Builds theme/assets/ from theme/assets/src/ and node_modules. The results are committed; running this
// again with the locked packages must give the same bytes.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, "assets/src");
const target = join(here, "assets");
const packages = join(here, "node_modules");

/** Packages whose code or drawings end up in what we ship. */
const SHIPPED = new Map([
  ["katex", ["commander"]], // its command line is not shipped
  ["lucide-static", []],
  ["lunr", []],
  ["mermaid", []],
  ["sigma", []],
  ["graphology", []],
  ["graphology-layout-forceatlas2", []],
]);

/** Turn the Lucide drawings that the styles name into custom properties. */
function icons(css) {
  const names = [...new Set([...css.matchAll(/var\(--icon-([a-z0-9-]+)/g)].map((match) => match[1]))].sort();
  const properties = names.map((name) => {
    const svg = readFileSync(join(packages, "lucide-static/icons", `${name}.svg`), "utf8")
      .replace(/<!--.*?-->/gs, "")
      .replace(/\s(class|width|height)="[^"]*"(?=[^>]*viewBox)/g, "")
      .replace(/\sclass="[^"]*"/g, "")
      .replace(/\s+/g, " ")
      .replace(/> </g, "><")
      .replace(/ ?\/>/g, "/>")
      .replace(/currentColor/g, "#000")
      .trim()
      .replace(/"/g, "'");
    return `--icon-${name}:url("data:image/svg+xml,${svg.replace(/#/g, "%23").replace(/</g, "%3C").replace(/>/g, "%3E")}")`;
  });
  return `:root{${properties.join(";")}}`;
}

async function styles(name) {
  const result = await build({
    entryPoints: [join(source, `css/${name}.css`)], bundle: true, minify: true, write: false, target: ["chrome123", "firefox120", "safari17.5"],
  });
  const css = result.outputFiles[0].text;
  const all = await build({ stdin: { contents: icons(css), loader: "css" }, minify: true, write: false });
  writeFileSync(join(target, `${name}.css`), all.outputFiles[0].text + css);
}

async function scripts() {
  await build({
    entryPoints: ["napkin", "notes", "search", "search-worker", "graph", "math"].map((name) => join(source, `js/${name}.js`)),
    outdir: target, bundle: true, minify: true, format: "iife", target: "es2022", charset: "utf8", legalComments: "none",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  writeFileSync(join(target, "mermaid.js"), readFileSync(join(packages, "mermaid/dist/mermaid.min.js")));
}

function katex() {
  const folder = join(target, "katex");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "fonts"), { recursive: true });
  for (const name of readdirSync(join(packages, "katex/dist/fonts")).filter((name) => name.endsWith(".woff2"))) {
    cpSync(join(packages, "katex/dist/fonts", name), join(folder, "fonts", name));
  }
  const css = readFileSync(join(packages, "katex/dist/katex.min.css"), "utf8");
  writeFileSync(join(folder, "katex.css"), css.replace(/,url\([^)]*\.(?:woff|ttf)\) format\("[a-z]+"\)/g, ""));
}

/** Find a package as Node would from another one. */
function locate(name, from) {
  for (let folder = from; folder.startsWith(packages); folder = dirname(folder)) {
    const nested = join(folder, "node_modules", name);
    if (existsSync(nested)) return nested;
  }
  return existsSync(join(packages, name)) ? join(packages, name) : null;
}

function licences() {
  const found = new Map();
  const visit = (name, from, skipped = []) => {
    const folder = locate(name, from);
    if (!folder) throw new Error(`package ${name} is missing: run npm ci`);
    const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const key = `${about.name} ${about.version}`;
    if (found.has(key)) return;
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file) && !/\.(js|json)$/.test(file)).sort();
    const text = files.map((file) => readFileSync(join(folder, file), "utf8").replace(/\r\n/g, "\n").trim()).join("\n\n");
    const licence = typeof about.license === "string" ? about.license : JSON.stringify(about.license ?? about.licenses ?? "unknown");
    found.set(key, `${key}\nLicence: ${licence}\n\n${text || "(the package carries no licence text; see its licence field)"}`);
    for (const needed of Object.keys(about.dependencies ?? {}).sort()) {
      if (!skipped.includes(needed) && !needed.startsWith("@types/")) visit(needed, folder);
    }
  };
  for (const [name, skipped] of SHIPPED) visit(name, packages, skipped);
  const parts = [...found.keys()].sort().map((key) => found.get(key));
  const head = "Third-party code and drawings in this folder's parent. Material for MkDocs is installed beside it and carries its own licence.";
  mkdirSync(join(target, "vendor"), { recursive: true });
  writeFileSync(join(target, "vendor/LICENSES.txt"), [head, ...parts].join(`\n\n${"-".repeat(80)}\n\n`) + "\n");
}

/** Short hashes for the addresses of files that pages name, so that a browser may keep them for ever. */
function versions() {
  const names = readdirSync(target).filter((name) => /\.(css|js|svg)$/.test(name)).map((name) => [name, join(target, name)]);
  names.push(["katex/katex.css", join(target, "katex/katex.css")]);
  const entries = names.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, path]) => [name, createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 8)]);
  writeFileSync(join(target, "versions.json"), JSON.stringify(Object.fromEntries(entries), null, 2) + "\n");
}

await styles("napkin");
await styles("notes");
await scripts();
katex();
licences();
versions();
