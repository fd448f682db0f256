// Formulas, by KaTeX. One that cannot be set stays readable as its source.
import katex from "katex";

window.napkinTypeset = () => {
  for (const element of document.querySelectorAll(".math:not(.is-rendered)")) {
    const source = element.textContent;
    try {
      katex.render(source, element, { displayMode: element.classList.contains("math-display"), throwOnError: true, trust: false, maxExpand: 1000, strict: "ignore" });
      element.classList.add("is-rendered");
    } catch (error) {
      element.textContent = source;
      element.title = error.message;
    }
  }
};

window.napkinTypeset();
