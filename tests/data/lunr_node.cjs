// Does with stock lunr.js what a browser does. Reads one JSON request from standard input, writes one JSON answer.
// {"lunr": path, "stem": [words]} -> [stems]
// {"lunr": path, "rules": token rules, "cut": [texts]} -> [[terms]]
// {"lunr": path, "index": serialised index, "rules": token rules, "texts": [texts]} -> [[[ref, score]]]
const request = JSON.parse(require("fs").readFileSync(0, "utf8"));
const lunr = require(request.lunr);

function tokeniser(rules) {
  const word = new RegExp(`[^${rules.separators}]+`, "gu");
  const unspaced = new RegExp(`[${rules.unspaced}]`, "u");
  const runs = new RegExp(`[${rules.unspaced}]+|[^${rules.unspaced}]+`, "gu");
  const marks = new RegExp(`[${rules.marks}]+`, "gu");
  const joiner = rules.joiners ? new RegExp(`[${rules.joiners}]`, "gu") : null;
  const fold = (text) => (/^[\x00-\x7f]*$/.test(text) ? text : text.normalize("NFKD").replace(marks, "").normalize("NFC"));
  return (input) => {
    let text = input.normalize("NFKC").toLowerCase();
    if (joiner) text = text.replace(joiner, "");
    const terms = [];
    for (const found of text.match(word) ?? []) {
      for (const run of unspaced.test(found) ? found.match(runs) : [found]) {
        const characters = [...run];
        if (characters.length > 1 && unspaced.test(run)) {
          for (let i = 1; i < characters.length; i++) terms.push(fold(characters[i - 1] + characters[i]));
        } else if (characters.length <= rules.max_word) {
          terms.push(fold(run));
        }
      }
    }
    return terms;
  };
}

let answer;
if (request.stem) {
  answer = request.stem.map((word) => lunr.stemmer(new lunr.Token(word, {})).toString());
} else if (request.cut) {
  answer = request.cut.map(tokeniser(request.rules));
} else {
  const index = lunr.Index.load(request.index);
  answer = request.texts.map(tokeniser(request.rules)).map((terms) =>
    index.query((query) => terms.forEach((term) => query.term(term, {}))).map((hit) => [hit.ref, hit.score]),
  );
}
process.stdout.write(JSON.stringify(answer));
