// Does with stock lunr.js and the theme's own code what a browser does.
// Reads one JSON request from standard input, writes one JSON answer.
// {"stem": [words]} -> [stems]
// {"rules": token rules, "cut": [texts]} -> [[terms]]
// {"index": serialised index, "rules": token rules, "texts": [texts]} -> [[[ref, score]]]
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { tokeniser } from "../../theme/assets/src/js/search-words.js";

const lunr = createRequire(new URL("../../theme/package.json", import.meta.url))("lunr");
const request = JSON.parse(readFileSync(0, "utf8"));

let answer;
if (request.stem) {
  answer = request.stem.map((word) => lunr.stemmer(new lunr.Token(word, {})).toString());
} else if (request.cut) {
  answer = request.cut.map(tokeniser(request.rules));
} else {
  const index = lunr.Index.load(request.index);
  answer = request.texts
    .map(tokeniser(request.rules))
    .map((terms) => index.query((query) => terms.forEach((term) => query.term(term, {}))))
    .map((hits) => hits.map((hit) => [hit.ref, hit.score]));
}
process.stdout.write(JSON.stringify(answer));
