// A click on the prompt of a command selects it, for those who copy by hand.
document.addEventListener("dblclick", (event) => {
  const line = event.target.closest("pre code");
  if (line) getSelection().selectAllChildren(line);
});
