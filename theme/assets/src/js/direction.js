// Blocks of a note read in the direction of their own first letter, as in Obsidian.

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const LETTER = /\p{L}/u;
const BLOCKS = "p, .napkin-title, h1, h2, h3, h4, h5, h6, ul, ol, li, blockquote, table, dd, summary, .callout";

export function startDirection() {
  for (const article of document.querySelectorAll("article")) if (RIGHT_TO_LEFT.test(article.textContent)) direct(article);
}

function direct(article) {
  for (const block of article.querySelectorAll(BLOCKS)) {
    const letter = block.hasAttribute("dir") ? null : LETTER.exec(block.textContent);
    if (letter) block.dir = RIGHT_TO_LEFT.test(letter[0]) ? "rtl" : "ltr";
  }
}
