// Cuts text into the terms of the search index, by the rules the builder wrote beside it, and finds them in text.

export function tokeniser(rules) {
  const word = new RegExp(`[^${rules.separators}]+`, "gu");
  const unspaced = new RegExp(`[${rules.unspaced}]`, "u");
  const runs = new RegExp(`[${rules.unspaced}]+|[^${rules.unspaced}]+`, "gu");
  const marks = new RegExp(`[${rules.marks}]+`, "gu");
  const joiner = rules.joiners ? new RegExp(`[${rules.joiners}]`, "gu") : null;
  const fold = (text) => (/^[\x00-\x7f]*$/.test(text) ? text : text.normalize("NFKD").replace(marks, "").normalize("NFC"));
  return (text) => {
    let plain = text.normalize("NFKC").toLowerCase();
    if (joiner) plain = plain.replace(joiner, "");
    const terms = [];
    for (const found of plain.match(word) ?? []) {
      for (const run of unspaced.test(found) ? found.match(runs) : [found]) {
        const characters = [...run];
        if (characters.length > 1 && unspaced.test(run)) {
          for (let place = 1; place < characters.length; place += 1) terms.push(fold(characters[place - 1] + characters[place]));
        } else if (characters.length <= rules.max_word) terms.push(fold(run));
      }
    }
    return terms;
  };
}

/** Finds the words of a query in plain text. */
export class Finder {
  constructor(rules, stem, tokenise, input) {
    this.tokenise = tokenise;
    this.stem = stem;
    const joiners = rules.joiners ? rules.joiners.replace(/[\]\\^-]/g, "\\$&") : "";
    this.word = new RegExp(`[^${rules.separators}]+(?:[${joiners || "'"}][^${rules.separators}]+)*`, "gu");
    this.runs = (input.normalize("NFKC").toLowerCase().match(new RegExp(`[${rules.unspaced}]+`, "gu")) ?? []).sort((a, b) => b.length - a.length);
    this.terms = tokenise(input);
    this.stems = new Set(this.terms.map(stem));
    this.last = /\s$/.test(input) ? null : this.terms.at(-1);
    this.known = new Map();
  }

  /** List `[start, end, term]` of each match, in order. */
  find(text) {
    const found = [];
    for (const match of text.matchAll(this.word)) {
      const run = this.runs.length && this.runs.find((wanted) => match[0].toLowerCase().includes(wanted));
      if (run) {
        const start = match.index + match[0].toLowerCase().indexOf(run);
        found.push([start, start + run.length, run]);
        continue;
      }
      const term = this.matched(match[0]);
      if (term) found.push([match.index, match.index + match[0].length, term]);
    }
    return found;
  }

  matched(word) {
    if (!this.known.has(word)) {
      const terms = this.tokenise(word);
      const hit = terms.find((term) => this.stems.has(this.stem(term)) || (this.last && term.startsWith(this.last)));
      this.known.set(word, hit ? (this.stems.has(this.stem(hit)) ? this.stem(hit) : this.last) : null);
    }
    return this.known.get(word);
  }
}

/** Cut text around its best match into `[text, isMatch]` pieces. */
export function snippet(text, matches, width = 170) {
  if (!matches.length) return [[shorten(text, 0, width), false]];
  let best = 0;
  let most = 0;
  for (const [index, [start]] of matches.entries()) {
    const within = new Set(matches.slice(index).filter((match) => match[1] <= start + width * 0.8).map((match) => match[2])).size;
    if (within > most) [best, most] = [index, within];
  }
  let from = Math.max(0, matches[best][0] - 50);
  if (from > 0) from = Math.max(from, text.indexOf(" ", from) + 1 || from);
  if (from > matches[best][0]) from = matches[best][0];
  const line = text.lastIndexOf("\n", matches[best][0]);
  if (line >= from) from = line + 1;
  const to = Math.min(text.length, from + width);
  const pieces = from > 0 && text[from - 1] !== "\n" ? [["…", false]] : [];
  let place = from;
  for (const [start, end] of matches) {
    if (start < from || end > to) continue;
    if (start > place) pieces.push([text.slice(place, start), false]);
    pieces.push([text.slice(start, end), true]);
    place = end;
  }
  pieces.push([text.slice(place, to) + (to < text.length ? "…" : ""), false]);
  return pieces;
}

function shorten(text, from, width) {
  return text.length > width ? `${text.slice(from, width)}…` : text;
}
