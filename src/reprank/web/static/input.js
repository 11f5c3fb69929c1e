// What people paste, drop, choose and type to texts and files.

const PASTED_CHARACTERS = 80; // a paste of at least this length is a document, not a correction

/** Call `addText` and `addFiles` with whatever is given to the page. */
export function wireInput({ addText, addFiles }) {
  const $ = (id) => document.getElementById(id);
  $("composer").addEventListener("submit", (event) => {
    event.preventDefault();
    addText($("text").value);
  });
  $("text").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) addText($("text").value);
  });
  document.addEventListener("paste", (event) => {
    const files = [...(event.clipboardData?.files || [])];
    if (files.length) {
      event.preventDefault();
      addFiles(files);
      return;
    }
    const text = event.clipboardData?.getData("text/plain") || "";
    const elsewhere = !event.target.closest?.("input, textarea");
    if (text.length >= PASTED_CHARACTERS && (elsewhere || (event.target === $("text") && !$("text").value))) {
      event.preventDefault();
      addText(text);
    }
  });
  $("choose").addEventListener("click", () => $("files").click());
  $("files").addEventListener("change", () => {
    const files = [...$("files").files];
    $("files").value = "";
    if (files.length) addFiles(files);
  });

  let dragged = 0;
  document.addEventListener("dragenter", (event) => {
    event.preventDefault();
    dragged += 1;
    $("drop").hidden = false;
  });
  document.addEventListener("dragleave", () => {
    dragged -= 1;
    $("drop").hidden = dragged <= 0;
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    dragged = 0;
    $("drop").hidden = true;
    const files = [...event.dataTransfer.files];
    if (files.length) addFiles(files);
    else addText(event.dataTransfer.getData("text/plain"));
  });
}
