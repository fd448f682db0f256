// Answers queries from the site's lunr index. Runs in a worker, or in the page where a worker is refused.
import lunr from "lunr";
import { Finder, snippet, tokeniser } from "./search-words.js";

const ENOUGH = 5; // hits with all words, below which hits with some words are added
const SECTIONS = 3;

export class Engine {
  constructor(root) {
    this.root = root;
    this.shards = new Map();
  }

  async load() {
    for (let attempt = 0; ; attempt += 1) {
      const { search } = await this.fetch("-/data/manifest.json", { cache: "no-cache" });
      if (!search) throw new Error("this site has no search");
      try {
        const [documents, ...indexes] = await Promise.all([search.documents, ...search.index].map((name) => this.fetch(name)));
        this.documents = documents;
        this.indexes = indexes.map((index) => lunr.Index.load(index));
        this.sections = search.sections;
        this.rules = search.tokens;
        this.tokenise = tokeniser(search.tokens);
        this.stem = search.tokens.stem ? (term) => lunr.stemmer(new lunr.Token(term)).toString() : (term) => term;
        return;
      } catch (error) {
        if (attempt) throw error; // the site was rebuilt in between: ask for the manifest once more
      }
    }
  }

  async fetch(name, options) {
    const response = await fetch(new URL(name.replace(/^\//, ""), this.root), options);
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return response.json();
  }

  /** Give the best notes for what was typed, each with its best sections. */
  async query(input, limit) {
    const terms = this.tokenise(input);
    if (!terms.length) return { total: 0, hits: [] };
    const ranked = this.rank(terms, input);
    const finder = new Finder(this.rules, this.stem, this.tokenise, input);
    for (const term of ranked.near) finder.stems.add(term);
    const hits = await Promise.all(ranked.references.slice(0, limit).map((reference) => this.show(Number(reference), finder)));
    return { total: ranked.references.length, hits };
  }

  rank(terms, input) {
    const all = this.ask(terms, input, true);
    const some = all.length < ENOUGH ? this.ask(terms, input, false) : [];
    const near = all.length || some.length ? [] : this.ask(terms, input, false, true);
    const references = [...new Set([...all, ...some, ...near].map((hit) => hit.ref))];
    return { references, near: near.flatMap((hit) => Object.keys(hit.matchData.metadata)) };
  }

  ask(terms, input, every, typos = false) {
    const { LEADING, TRAILING } = lunr.Query.wildcard;
    const content = terms.filter((term) => lunr.stopWordFilter(new lunr.Token(term)) !== undefined);
    const required = new Set(content.length ? content : terms);
    const typing = !/\s$/.test(input);
    const found = this.indexes.flatMap((index) => index.query((query) => {
      for (const [place, term] of terms.entries()) {
        const last = typing && place === terms.length - 1;
        if (typos) {
          if (term.length >= 5) query.term(term, { usePipeline: false, editDistance: 1 });
          continue;
        }
        query.term(term, { boost: 10 });
        if (last) query.term(term, { boost: 2, usePipeline: false, wildcard: TRAILING });
        if (new RegExp(`^[${this.rules.unspaced}]$`, "u").test(term)) query.term(term, { usePipeline: false, wildcard: LEADING | TRAILING });
      }
    }));
    if (this.indexes.length > 1) found.sort((a, b) => b.score - a.score);
    return every ? found.filter((hit) => this.hasAll(hit, required, typing ? terms.at(-1) : null)) : found;
  }

  hasAll(hit, terms, last) {
    const keys = Object.keys(hit.matchData.metadata);
    for (const term of terms) {
      const stem = this.stem(term);
      if (!keys.some((key) => key === stem || key === term || (term === last && key.startsWith(term)) || (term.length < 3 && key.includes(term)))) return false;
    }
    return true;
  }

  async show(number, finder) {
    const [url, title, folder] = this.documents[number];
    const all = await this.sectionsOf(number);
    const words = new Set();
    const scored = all.map(([anchor, heading, text], order) => {
      const inText = finder.find(text);
      const inHeading = finder.find(heading);
      for (const [start, end] of inText) words.add(text.slice(start, end).toLowerCase());
      for (const [start, end] of inHeading) words.add(heading.slice(start, end).toLowerCase());
      const score = new Set([...inText, ...inHeading].map((match) => match[2])).size + (inHeading.length ? 0.5 : 0);
      return { anchor, heading, text, inText, inHeading, score, order };
    });
    const inTitle = finder.find(title);
    for (const [start, end] of inTitle) words.add(title.slice(start, end).toLowerCase());
    const best = scored.filter((section) => section.score > 0).sort((a, b) => b.score - a.score || a.order - b.order).slice(0, SECTIONS);
    return {
      url, folder, title: pieces(title, inTitle), words: [...words].slice(0, 10),
      sections: best.map((section) => ({ anchor: section.anchor, heading: pieces(section.heading, section.inHeading), text: snippet(section.text, section.inText) })),
      opening: best.length || !scored.length ? [] : snippet(scored[0].text, []),
    };
  }

  async sectionsOf(number) {
    let low = 0;
    for (let high = this.sections.length; high - low > 1;) {
      const middle = (low + high) >> 1;
      if (this.sections[middle].first <= number) low = middle;
      else high = middle;
    }
    const { first, file } = this.sections[low];
    if (!this.shards.has(file)) this.shards.set(file, this.fetch(file));
    return (await this.shards.get(file))[number - first] ?? [];
  }
}

function pieces(text, matches) {
  const cut = [];
  let place = 0;
  for (const [start, end] of matches) {
    if (start > place) cut.push([text.slice(place, start), false]);
    cut.push([text.slice(start, end), true]);
    place = end;
  }
  if (place < text.length) cut.push([text.slice(place), false]);
  return cut;
}
